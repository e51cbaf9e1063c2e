import { expect, test } from 'vitest'
import { hiddenCodes, newlyHidden } from './dtmf.ts'
import type { DtmfScopes } from './dtmf.ts'

const trigger = (id: string, code: string, account = '') => ({ id, code, account })
const none: DtmfScopes = { triggers: [], configurations: [], accounts: [] }
const ACCOUNTS = [
  { Id: 'a', DTMFConfigurationId: 'shared' },
  { Id: 'b', DTMFConfigurationId: 'shared' },
  { Id: 'c', DTMFConfigurationId: 'own' },
]

test.each([
  ['12', '123', true],
  ['12', '5123', true],
  ['12', '0129', true],
  ['12', '512', false],
  ['12', '121', true],
  ['12', '21', false],
  ['*', '**', true],
])('%s hides %s: %s', (by, hidden, expected) => {
  const triggers = [trigger('1', by, 'a'), trigger('2', hidden, 'a')]
  const found = hiddenCodes({ ...none, triggers, accounts: ACCOUNTS })
  expect(found).toEqual(expected ? [{ hidden: '2', by: '1' }] : [])
})

test.each<[string, string, string, string[], string[], boolean]>([
  ['of one account', 'a', 'a', [], [], true],
  ['of two accounts with one configuration', 'a', 'b', [], [], false],
  ['that one configuration names', '', '', ['1', '2'], [], true],
  ['that two configurations name', '', '', ['1'], ['2'], false],
  ['of an account, and one that its configuration names', 'a', '', ['2'], [], true],
  ['of an account, and one that another configuration names', 'a', '', [], ['2'], false],
  ['of two accounts, of which one has the other’s in its configuration', 'a', 'c', [], ['1'], true],
  ['that work nowhere', '', '', [], [], false],
  ['of every account', '*', '*', [], [], true],
  ['of one account and of every account', 'c', '*', [], [], true],
  ['of every account, and one that a configuration names', '*', '', ['2'], [], true],
  ['of every account, and one that works nowhere', '*', '', [], [], false],
])('whether two triggers %s work in the same calls', (_, one, other, shared, own, together) => {
  const found = hiddenCodes({
    triggers: [trigger('1', '12', one), trigger('2', '123', other)],
    configurations: [
      { Id: 'shared', DTMFTriggerId: shared },
      { Id: 'own', DTMFTriggerId: own },
    ],
    accounts: ACCOUNTS,
  })
  expect(found.length > 0).toBe(together)
})

test('only what a change hides counts', () => {
  const old = {
    ...none,
    triggers: [trigger('1', '12', 'a'), trigger('2', '123', 'a')],
    accounts: ACCOUNTS,
  }
  expect(newlyHidden(old, old)).toEqual([])
  const more = { ...old, triggers: [...old.triggers, trigger('3', '124', 'a')] }
  expect(newlyHidden(old, more)).toEqual([{ hidden: '3', by: '1' }])
  const short = { ...old, triggers: [...old.triggers, trigger('3', '1', 'a')] }
  expect(newlyHidden(old, short)).toEqual([
    { hidden: '1', by: '3' },
    { hidden: '2', by: '3' },
  ])
})
