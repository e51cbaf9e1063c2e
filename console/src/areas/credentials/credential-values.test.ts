import type { Credential } from '@lintel/contract/calls/access-control'
import { expect, test } from 'vitest'
import {
  cardNumber,
  checkCredential,
  newCredential,
  recordOf,
  valuesOf,
} from './credential-values.ts'
import type { CredentialValues } from './credential-values.ts'

const ADA: Credential = {
  token: 'ada',
  UserToken: 'somebody',
  Description: 'Ada',
  Enabled: true,
  Status: 'Enabled',
  ValidTo: '2038-01-01T00:00:00Z',
  IdData: [
    { Name: 'Card', Value: 'C0DE' },
    { Name: 'CardNr', Value: '7' },
    { Name: 'PIN', Value: '' },
  ],
}

const problems = (values: Partial<CredentialValues>, own?: Credential) =>
  Object.entries(checkCredential({ ...newCredential, name: 'Grace', ...values }, [ADA], own)).map(
    ([field, { id }]) => `${field} ${id}`,
  )

test('a change keeps what the form does not show', () => {
  expect(recordOf({ ...valuesOf(ADA), name: 'Ada Byron', enabled: false }, ADA)).toEqual({
    ...ADA,
    Description: 'Ada Byron',
    Enabled: false,
    Status: 'Disabled',
  })
})

test('a PIN is kept, replaced or removed', () => {
  const parts = (values: Partial<CredentialValues>) =>
    recordOf({ ...valuesOf(ADA), ...values }, ADA).IdData.slice(2)
  expect(parts({})).toEqual([{ Name: 'PIN', Value: '' }])
  expect(parts({ pin: '1234' })).toEqual([{ Name: 'PIN', Value: '1234' }])
  expect(parts({ removePin: true })).toEqual([])
  expect(parts({ pin: '1234', removePin: true })).toEqual([])
})

test('a new one has what was typed and nothing else', () => {
  expect(recordOf({ ...newCredential, name: 'Grace', pin: '1234' }, { token: 'one' })).toEqual({
    token: 'one',
    UserToken: '',
    Description: 'Grace',
    Enabled: true,
    Status: 'Enabled',
    IdData: [{ Name: 'PIN', Value: '1234' }],
  })
})

test('the number of a card may be copied with what separates its bytes', () => {
  expect(cardNumber(' 04:a1-b2 c3')).toBe('04A1B2C3')
})

test('it takes a name, and a card or a PIN', () => {
  expect(problems({ card: '04:a1' })).toEqual([])
  expect(problems({ pin: '1234' })).toEqual([])
  expect(problems({ name: '', pin: '1234' })).toEqual(['name validation.errorRequired'])
  expect(problems({})).toEqual(['card credentials.cardOrPin'])
  expect(problems({ card: 'none' })).toEqual(['card credentials.card.invalid'])
  expect(problems({ card: '4'.repeat(129) })).toEqual(['card validation.errorMaxCharacters'])
  expect(problems({ pin: '12a4' })).toEqual(['pin credentials.pin.invalid'])
})

test('a stored number or PIN is enough, unless it is removed', () => {
  const pinAlone = { ...ADA, IdData: [{ Name: 'PIN' as const, Value: '' }] }
  expect(problems({ card: '' }, ADA)).toEqual([])
  expect(problems({ card: '' }, pinAlone)).toEqual([])
  expect(problems({ card: '', removePin: true }, pinAlone)).toEqual(['card credentials.cardOrPin'])
})

test('nobody gets the card of somebody else', () => {
  expect(problems({ card: 'c0de' })).toEqual(['card credentials.card.taken'])
  expect(problems({ card: 'c0de' }, ADA)).toEqual([])
})
