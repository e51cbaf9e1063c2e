import type { Credential } from '@lintel/contract/calls/access-control'
import { expect, test } from 'vitest'
import type { DeviceTime } from '../../app/clock/device-clock.ts'
import {
  cardNumber,
  checkCredential,
  newCredential,
  recordOf,
  validity,
  valuesOf,
  warningsOf,
} from './credential-values.ts'
import type { CredentialValues } from './credential-values.ts'

const ADA: Credential = {
  token: 'ada',
  UserToken: 'somebody',
  Description: 'Ada',
  Enabled: true,
  Status: 'Enabled',
  ValidTo: '2038-01-01T00:00:59Z',
  IdData: [
    { Name: 'Card', Value: 'C0DE' },
    { Name: 'CardNr', Value: '7' },
    { Name: 'PIN', Value: '' },
  ],
}

/** A device in Stockholm, an hour ahead of UTC in winter. */
const CLOCK: DeviceTime = { utc: 0, at: 0, offset: 60, zone: 'Europe/Stockholm' }

const problems = (values: Partial<CredentialValues>, own?: Credential) =>
  Object.entries(
    checkCredential(
      { ...newCredential, name: 'Grace', ...values },
      { list: [ADA], clock: CLOCK },
      own,
    ),
  ).map(([field, { id }]) => `${field} ${id}`)

test('a change keeps what the form does not show', () => {
  expect(
    recordOf({ ...valuesOf(ADA, CLOCK), name: 'Ada Byron', enabled: false }, ADA, CLOCK),
  ).toEqual({
    ...ADA,
    Description: 'Ada Byron',
    Enabled: false,
    Status: 'Disabled',
  })
})

test('a PIN is kept, replaced or removed', () => {
  const parts = (values: Partial<CredentialValues>) =>
    recordOf({ ...valuesOf(ADA, CLOCK), ...values }, ADA, CLOCK).IdData.slice(2)
  expect(parts({})).toEqual([{ Name: 'PIN', Value: '' }])
  expect(parts({ pin: '1234' })).toEqual([{ Name: 'PIN', Value: '1234' }])
  expect(parts({ removePin: true })).toEqual([])
  expect(parts({ pin: '1234', removePin: true })).toEqual([])
})

test('a new one has what was typed and nothing else', () => {
  expect(
    recordOf({ ...newCredential, name: 'Grace', pin: '1234' }, { token: 'one' }, CLOCK),
  ).toEqual({
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
  expect(problems({ pin: '123' })).toEqual(['pin credentials.pin.invalid'])
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

test('its dates are those of the device’s clock, in summer as in winter', () => {
  const typed = { ...newCredential, from: '01/07/2026 08:00', until: '24/12/2026 18:30' }
  const stored = recordOf(typed, { token: 'one' }, CLOCK)
  expect(stored).toMatchObject({
    ValidFrom: '2026-07-01T06:00:00Z',
    ValidTo: '2026-12-24T17:30:00Z',
  })
  expect(valuesOf(stored, CLOCK)).toMatchObject({ from: typed.from, until: typed.until })
})

test('a date is kept to its second, changed or removed', () => {
  const until = (typed?: string) => {
    const values = valuesOf(ADA, CLOCK)
    return recordOf({ ...values, until: typed ?? values.until }, ADA, CLOCK).ValidTo
  }
  expect(until()).toBe('2038-01-01T00:00:59Z')
  expect(until('31/12/2026 00:00')).toBe('2026-12-30T23:00:00Z')
  expect(until('')).toBeUndefined()
})

test('it ends after it starts', () => {
  const dates = (from: string, until: string) => problems({ pin: '1234', from, until })
  expect(dates('', '')).toEqual([])
  expect(dates('24/12/2026 08:00', '24/12/2026 08:01')).toEqual([])
  expect(dates('24/12/2026 08:00', '24/12/2026 08:00')).toEqual([
    'until credentials.validUntil.early',
  ])
  expect(dates('tomorrow', '24/12/2026')).toEqual([
    'from credentials.validity.invalid',
    'until credentials.validity.invalid',
  ])
})

test('an end in the past is stored, with a warning', () => {
  const warned = (until: string) => warningsOf({ ...newCredential, until }, CLOCK).until?.id
  // The device's clock is at the beginning of 1970.
  expect(warned('31/12/1969 18:00')).toBe('credentials.validUntil.past')
  expect(warned('02/01/1970 18:00')).toBeUndefined()
  expect(warned('')).toBeUndefined()
})

test('it is valid from its first moment to its last', () => {
  const limited = { ...ADA, ValidFrom: '2037-01-01T00:00:00Z' }
  const at = (instant: string) => validity(limited, Date.parse(instant))
  expect(at('2036-12-31T23:59:59Z')).toBe('notYet')
  expect(at('2037-01-01T00:00:00Z')).toBe('valid')
  expect(at('2038-01-01T00:00:59Z')).toBe('valid')
  expect(at('2038-01-01T00:01:00Z')).toBe('expired')
  expect(validity({ ...ADA, ValidTo: undefined }, 0)).toBe('valid')
})
