import type { DtmfTrigger } from '@lintel/contract/calls/dtmf-triggers'
import { expect, test } from 'vitest'
import { checkNamed, checkTrigger } from './checks.ts'

const VALUES = { name: 'Gate', code: '*1', account: '', port: '1', seconds: '3' }
const OTHER: DtmfTrigger = {
  id: '7',
  version: '1',
  name: 'Door',
  code: '12A#',
  account: '',
  port: 1,
  pulse: 3000,
}

test.each([
  [{}, {}],
  [{ name: ' ' }, { name: { id: 'validation.errorRequired' } }],
  [
    { name: 'x'.repeat(65) },
    { name: { id: 'validation.errorMaxCharacters', values: { max: 64 } } },
  ],
  [{ code: '' }, { code: { id: 'dtmf.codeWrong' } }],
  [{ code: '12E' }, { code: { id: 'dtmf.codeWrong' } }],
  [{ code: '1'.repeat(17) }, { code: { id: 'dtmf.codeWrong' } }],
  [{ code: ' 12a# ' }, { code: { id: 'dtmf.codeTaken' } }],
  [{ code: '12ab' }, {}],
  [{ seconds: '0,1' }, {}],
  [{ seconds: '600' }, {}],
  [
    { seconds: '0.05' },
    { seconds: { id: 'validation.numberBetween', values: { min: 0.1, max: 600 } } },
  ],
  [
    { seconds: '601' },
    { seconds: { id: 'validation.numberBetween', values: { min: 0.1, max: 600 } } },
  ],
  [{ seconds: 'long' }, { seconds: { id: 'validation.errorNaN' } }],
])('of a trigger with %j is wrong: %j', (change, wrong) => {
  const state = { triggers: [OTHER], configurations: [], accounts: [] }
  expect(checkTrigger({ ...VALUES, ...change }, state)).toEqual(wrong)
})

const GATE = { ...OTHER, id: '8', name: 'Gate', code: '12', account: 'desk' }
const STATE = {
  triggers: [
    { ...OTHER, account: 'desk' },
    { ...GATE, account: '' },
  ],
  configurations: [
    { Id: 'own', Name: 'Desk', DTMFTriggerId: [] as string[], RFC2833: true, RFC2976: true },
  ],
  accounts: [{ id: 'desk', name: 'Desk', configuration: 'own' }],
}

test('a code that another one makes impossible to enter is refused, in the same calls only', () => {
  const check = (code: string, account: string, id?: string) =>
    checkTrigger({ ...VALUES, code, account }, STATE, id)
  const hidden = { code: { id: 'dtmf.codeHidden', values: { name: 'Door' } } }
  expect(check('12A#1', 'desk')).toEqual(hidden)
  expect(check('912A#1', 'desk')).toEqual(hidden)
  expect(check('912A#', 'desk')).toEqual({})
  expect(check('12A#1', '')).toEqual({})
  expect(check('2A', 'desk')).toEqual({ code: { id: 'dtmf.codeHides', values: { name: 'Door' } } })
  // Itself does not count.
  expect(check('12A#1', 'desk', OTHER.id)).toEqual({})
  expect(check('12', 'desk', GATE.id)).toEqual({
    code: { id: 'dtmf.codeHides', values: { name: 'Door' } },
  })
})

test('a configuration can’t name a trigger whose code clashes in its calls', () => {
  const clash = (name: string) => ({ id: 'dtmf.codesClash', values: { name } })
  expect(checkNamed('own', ['8'], STATE)).toEqual(new Map([['8', clash('Door')]]))
  expect(checkNamed('own', ['7', '8'], STATE)).toEqual(new Map([['7', clash('Gate')]]))
  expect(checkNamed('own', ['7'], STATE)).toEqual(new Map())
  expect(checkNamed('other', ['8'], STATE)).toEqual(new Map())
})
