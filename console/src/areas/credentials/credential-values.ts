/** A credential as its form holds it, and as it is stored. Own design. */
import { DESCRIPTION_MAX, ID_DATA_MAX } from '@lintel/contract/calls/access-control'
import type { Credential } from '@lintel/contract/calls/access-control'
import {
  atMost,
  firstOf,
  found,
  printable,
  problem,
  required,
} from '@lintel/contract/rules/problem'
import type { Errors, Rule } from '@lintel/contract/rules/problem'
import { utcAt } from '../../app/clock/device-clock.ts'
import type { DeviceTime } from '../../app/clock/device-clock.ts'
import { localMinute, utcOfMinute } from '../../time/local-time.ts'

/** All credentials, and the clock that their dates are meant by. */
export interface Credentials {
  list: readonly Credential[]
  clock: DeviceTime
}

export type CredentialValues = {
  /** Who has it. */
  name: string
  /** The bits of the card in hexadecimal, as the reader sends them. */
  card: string
  /** Empty: the stored one stays. */
  pin: string
  removePin: boolean
  enabled: boolean
  /** DD/MM/YYYY HH:mm by the device's clock; empty without a limit. */
  from: string
  until: string
}

export const newCredential: CredentialValues = {
  name: '',
  card: '',
  pin: '',
  removePin: false,
  enabled: true,
  from: '',
  until: '',
}

type IdName = Credential['IdData'][number]['Name']

const part = ({ IdData }: Pick<Credential, 'IdData'>, name: IdName): string | undefined =>
  IdData.find(({ Name }) => Name === name)?.Value

/** The number of the card; undefined if it takes none. */
export const cardOf = (one: Credential): string | undefined =>
  part(one, 'Card') ?? part(one, 'CardNr')

/** Whether it takes a PIN. The device never tells which. */
export const takesPin = (one: Pick<Credential, 'IdData'>): boolean => part(one, 'PIN') !== undefined

export const isEnabled = ({ Enabled, Status }: Credential): boolean =>
  Enabled && Status === 'Enabled'

const minuteOf = (clock: DeviceTime, instant: string | undefined): string =>
  instant === undefined ? '' : localMinute(clock, Date.parse(instant))

export const valuesOf = (one: Credential, clock: DeviceTime): CredentialValues => ({
  ...newCredential,
  name: one.Description,
  card: part(one, 'Card') ?? '',
  enabled: isEnabled(one),
  from: minuteOf(clock, one.ValidFrom),
  until: minuteOf(clock, one.ValidTo),
})

/** Whether both give the same access; a PIN can't be read to compare it. */
export const sameCredential = (one: CredentialValues, other: CredentialValues): boolean =>
  (['name', 'card', 'enabled', 'from', 'until'] as const).every((key) => one[key] === other[key])

/** Numbers are copied with colons or spaces between the bytes. */
export const cardNumber = (typed: string): string => typed.replaceAll(/[\s:-]/g, '').toUpperCase()

/** A limit of the validity to store. The stored one may have seconds, which the form does not show. */
function limit(clock: DeviceTime, typed: string, stored: string | undefined): string | undefined {
  if (typed === minuteOf(clock, stored)) return stored
  const utc = utcOfMinute(clock, typed)
  return utc === undefined ? undefined : new Date(utc).toISOString().replace('.000Z', 'Z')
}

/**
 * The record to store.
 * @param stored what is stored now; for a new one, its token alone
 */
export function recordOf(
  { name, card, pin: typed, removePin, enabled, from, until }: CredentialValues,
  stored: Credential | Pick<Credential, 'token'>,
  clock: DeviceTime,
): Credential {
  // A PIN that was typed before its removal was chosen stays in the disabled field.
  const pin = removePin ? '' : typed
  const before = 'IdData' in stored ? stored : undefined
  const keepsPin = before !== undefined && takesPin(before) && !removePin
  const number = before && part(before, 'CardNr')
  return {
    UserToken: '',
    ...stored,
    ValidFrom: limit(clock, from, before?.ValidFrom),
    ValidTo: limit(clock, until, before?.ValidTo),
    Description: name,
    Enabled: enabled,
    Status: enabled ? 'Enabled' : 'Disabled',
    IdData: [
      ...(card === '' ? [] : [{ Name: 'Card' as const, Value: cardNumber(card) }]),
      ...(number === undefined ? [] : [{ Name: 'CardNr' as const, Value: number }]),
      ...(pin !== '' || keepsPin ? [{ Name: 'PIN' as const, Value: pin }] : []),
    ],
  }
}

const hexadecimal: Rule = (value) =>
  /^[0-9A-F]*$/.test(value) ? undefined : problem('credentials.card.invalid')
/** A shorter PIN is too easy to find by trying. Own design: other clients may store one. */
const digits: Rule = (value) =>
  /^(?:\d{4,})?$/.test(value) ? undefined : problem('credentials.pin.invalid')

/** What the device makes of a credential's dates now. */
export function validity(one: Credential, now: number): 'valid' | 'notYet' | 'expired' {
  if (one.ValidFrom !== undefined && now < Date.parse(one.ValidFrom)) return 'notYet'
  return one.ValidTo !== undefined && now > Date.parse(one.ValidTo) ? 'expired' : 'valid'
}

/** What may be stored, but is hardly meant. */
export function warningsOf(
  { until }: CredentialValues,
  clock: DeviceTime,
): Errors<CredentialValues> {
  const end = utcOfMinute(clock, until)
  const now = utcAt(clock, performance.now())
  return found({
    until: end !== undefined && end <= now ? problem('credentials.validUntil.past') : undefined,
  })
}

/**
 * @param own the edited one; undefined for a new one
 */
export function checkCredential(
  values: CredentialValues,
  { list: all, clock }: Credentials,
  own?: Credential,
): Errors<CredentialValues> {
  const { name, removePin } = values
  const pin = removePin ? '' : values.pin
  const card = cardNumber(values.card)
  const owner = all.find((one) => one.token !== own?.token && cardOf(one)?.toUpperCase() === card)
  const free: Rule = () =>
    card !== '' && owner
      ? problem('credentials.card.taken', { name: owner.Description })
      : undefined
  const nothing =
    card === '' && (own === undefined || part(own, 'CardNr') === undefined) && pin === ''
      ? own === undefined || !takesPin(own) || removePin
      : false
  const minute: Rule = (typed) =>
    typed === '' || utcOfMinute(clock, typed) !== undefined
      ? undefined
      : problem('credentials.validity.invalid')
  const start = utcOfMinute(clock, values.from)
  const afterStart: Rule = (typed) =>
    start !== undefined && (utcOfMinute(clock, typed) ?? Infinity) <= start
      ? problem('credentials.validUntil.early')
      : undefined
  return found({
    name: firstOf(required, atMost(DESCRIPTION_MAX), printable)(name),
    card: nothing
      ? problem('credentials.cardOrPin')
      : firstOf(hexadecimal, atMost(ID_DATA_MAX), free)(card),
    pin: firstOf(digits, atMost(ID_DATA_MAX))(pin),
    from: minute(values.from),
    until: firstOf(minute, afterStart)(values.until),
  })
}
