import type { Credential } from '@lintel/contract/calls/access-control'
import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import type { IdData } from './decide.ts'

const NOON = Date.UTC(2026, 10, 20, 12)

const credential = (name: string, parts: IdData, more: Partial<Credential> = {}): Credential => ({
  token: name,
  UserToken: '',
  Description: name,
  Enabled: true,
  Status: 'Enabled',
  IdData: parts,
  ...more,
})
const card = (Value: string): IdData[number] => ({ Name: 'Card', Value })
const pin = (Value: string): IdData[number] => ({ Name: 'PIN', Value })

const PEOPLE = [
  credential('Ada', [card('C0DE1234')]),
  credential('Ben', [card('C0DE2345'), pin('2468')]),
  credential('Cy', [pin('1111')]),
  credential('Dee', [card('C0DE3456')], { Enabled: false }),
  credential('Eve', [card('C0DE4567')], { ValidTo: '2026-11-20T11:59:59Z' }),
  credential('Flo', [card('C0DE5678')], { ValidFrom: '2026-11-20T12:00:01Z' }),
]

test.each([
  ['a card', [card('c0de1234')], 'Ada: Granted'],
  ['a card and a PIN', [card('C0DE2345'), pin('2468')], 'Ben: Granted'],
  ['a card without its PIN', [card('C0DE2345')], 'Ben: PinRequired'],
  ['a card with a wrong PIN', [card('C0DE2345'), pin('1357')], 'Ben: InvalidPIN'],
  ['the PIN of a card without the card', [pin('2468')], 'undefined: CredentialNotFound'],
  ['a PIN', [pin('1111')], 'Cy: Granted'],
  ['an unknown card with a PIN that is enough', [card('0000'), pin('1111')], 'Cy: Granted'],
  ['a blocked card', [card('C0DE3456')], 'Dee: CredentialNotEnabled'],
  ['an expired card', [card('C0DE4567')], 'Eve: CredentialExpired'],
  ['a card that is not valid yet', [card('C0DE5678')], 'Flo: CredentialNotActive'],
  ['an unknown card', [card('C0DE0000')], 'undefined: CredentialNotFound'],
])('%s is decided', (_what, presented, decision) => {
  const { reason, credential: about } = decide(PEOPLE, presented, NOON)
  expect(`${about?.Description}: ${reason}`).toBe(decision)
})

test('of two people with the same card, the one who may enter counts', () => {
  const both = [
    credential('Dee', [card('C0DE3456')], { Enabled: false }),
    credential('Gus', [card('C0DE3456')]),
  ]
  expect(decide(both, [card('C0DE3456')], NOON).credential?.Description).toBe('Gus')
})
