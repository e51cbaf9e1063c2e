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

export type CredentialValues = {
  /** Who has it. */
  name: string
  /** The bits of the card in hexadecimal, as the reader sends them. */
  card: string
  /** Empty: the stored one stays. */
  pin: string
  removePin: boolean
  enabled: boolean
}

export const newCredential: CredentialValues = {
  name: '',
  card: '',
  pin: '',
  removePin: false,
  enabled: true,
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

export const valuesOf = (one: Credential): CredentialValues => ({
  ...newCredential,
  name: one.Description,
  card: part(one, 'Card') ?? '',
  enabled: isEnabled(one),
})

/** Whether both give the same access; a PIN can't be read to compare it. */
export const sameCredential = (one: CredentialValues, other: CredentialValues): boolean =>
  one.name === other.name && one.card === other.card && one.enabled === other.enabled

/** Numbers are copied with colons or spaces between the bytes. */
export const cardNumber = (typed: string): string => typed.replaceAll(/[\s:-]/g, '').toUpperCase()

/**
 * The record to store.
 * @param stored what is stored now; for a new one, its token alone
 */
export function recordOf(
  { name, card, pin: typed, removePin, enabled }: CredentialValues,
  stored: Credential | Pick<Credential, 'token'>,
): Credential {
  // A PIN that was typed before its removal was chosen stays in the disabled field.
  const pin = removePin ? '' : typed
  const before = 'IdData' in stored ? stored : undefined
  const keepsPin = before !== undefined && takesPin(before) && !removePin
  const number = before && part(before, 'CardNr')
  return {
    UserToken: '',
    ...stored,
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
const digits: Rule = (value) =>
  /^\d*$/.test(value) ? undefined : problem('credentials.pin.invalid')

/**
 * @param all all credentials
 * @param own the edited one; undefined for a new one
 */
export function checkCredential(
  values: CredentialValues,
  all: readonly Credential[],
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
  return found({
    name: firstOf(required, atMost(DESCRIPTION_MAX), printable)(name),
    card: nothing
      ? problem('credentials.cardOrPin')
      : firstOf(hexadecimal, atMost(ID_DATA_MAX), free)(card),
    pin: firstOf(digits, atMost(ID_DATA_MAX))(pin),
  })
}
