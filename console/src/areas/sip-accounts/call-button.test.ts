import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { expect, test } from 'vitest'
import { newAccount, recordOf } from './account-values.ts'
import { buttonStanding, checkButton } from './call-button.ts'

const account = (Id: string, change: Partial<ListedSipAccount> = {}): ListedSipAccount => ({
  ...recordOf({ ...newAccount, name: Id, userId: Id, domain: 'pbx.example.com' }, undefined, true),
  Id,
  ...change,
})
const ACCOUNTS = [account('desk', { IsDefault: true }), account('off', { Enabled: false })]
const local = account('local', { IsDefault: true, PublicDomain: null })

test.each([
  ['', '', true, 'nobody'],
  ['', '', false, 'nobody'],
  ['100', '', false, 'sipOff'],
  ['100', '', true, 'calls'],
  ['100', '', undefined, 'calls'],
  ['100', 'off', true, 'noAccount'],
  ['100', 'gone', true, 'noAccount'],
  ['a b', '', true, 'wrong'],
] as const)(
  'with %j and account %j, and SIP on: %s, the button: %s',
  (address, id, sipOn, standing) => {
    expect(buttonStanding({ address, account: id }, ACCOUNTS, sipOn)).toBe(standing)
  },
)

test('without any default account, and with one that can’t call the address, it rings nobody', () => {
  const ring = { address: '100', account: '' }
  expect(buttonStanding(ring, [], true)).toBe('noAccount')
  expect(buttonStanding(ring, [local], true)).toBe('wrong')
})

test('a disabled account is a warning, and one that is gone an error', () => {
  const check = (address: string, id: string) => checkButton({ address, account: id }, ACCOUNTS)
  expect(check('100', '')).toEqual({ errors: {}, warnings: {} })
  expect(check('100', 'off')).toEqual({
    errors: {},
    warnings: { account: { id: 'sipAccounts.button.accountOff' } },
  })
  expect(check('', 'gone')).toEqual({
    errors: { account: { id: 'sip.noSuchAccount' } },
    warnings: {},
  })
})
