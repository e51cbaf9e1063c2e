/**
 * What the settings of the card reader may be, for the forms and the device. Forms have numbers as
 * texts. Source: specification B §5, A §5. `SECRET_SET` counts as a secret that is right.
 */
import type { Capabilities } from '../capabilities.ts'
import { SECRET_SET } from '../card-reader.ts'
import type {
  CardFormat,
  IPAccessConfiguration,
  KeypressFormat,
  OutputFormat,
  OverrideMode,
  Parity,
  PinConfiguration,
  WiegandConfiguration,
} from '../card-reader.ts'
import { isAddressWithPort } from './address.ts'
import { atMost, firstOf, found, printable, problem, required, wholeFrom } from './problem.ts'
import type { Errors, Rule } from './problem.ts'

/** What the product says of its numbers; without it the limits are the specification's. */
export type Validators = Pick<Capabilities, 'IntegerValidators'> | undefined

export interface Limits {
  min: number
  max: number
}

/** The limits of numbers that are always the same. Classic cards have 40 sectors of up to 16 blocks. */
const LIMITS = {
  pinLength: { min: 1, max: 32 },
  pinTimeout: { min: 3, max: 50 },
  OSDPAddress: { min: 0, max: 126 },
  nbrOfLEDPins: { min: 0, max: 2 },
  facilityCodeSize: { min: 0, max: 64 },
  cardNumberSize: { min: 0, max: 64 },
  startParityBits: { min: 0, max: 64 },
  stopParityBits: { min: 0, max: 64 },
  keyNbr: { min: 0, max: 13 },
  fileNbr: { min: 0, max: 13 },
  offsetBits: { min: 0, max: 127 },
  countBits: { min: 1, max: 128 },
  startSector: { min: 0, max: 39 },
} as const satisfies Record<string, Limits>

export type ReaderNumber = keyof typeof LIMITS

/** Limits of the product in place of others (OPEN-97). */
function limitsIn(validators: Validators, name: string, others: Limits): Limits {
  const own = validators?.IntegerValidators.find(({ Name }) => Name === name)
  return own ? { min: own.Min, max: own.Max } : others
}

/** The smallest and largest value of a number. */
export const readerLimits = (name: ReaderNumber, validators?: Validators): Limits =>
  limitsIn(validators, name, LIMITS[name])

const wholeWithin = ({ min, max }: Limits): Rule => wholeFrom(min, max)

/** A number that has to be filled in. */
export const readerNumber = (name: ReaderNumber, validators?: Validators): Rule =>
  wholeWithin(readerLimits(name, validators))

/** The fields of PINs. */
export type PinFields = Record<keyof PinConfiguration, string>

export const checkPin = (fields: PinFields, validators?: Validators): Errors<PinFields> =>
  found<PinFields>({
    pinLength: readerNumber('pinLength', validators)(fields.pinLength),
    pinTimeout: readerNumber('pinTimeout', validators)(fields.pinTimeout),
  })

/** Whether keys in this format have a facility code. */
export const keypressHasFacilityCode = (format: KeypressFormat): boolean =>
  ['Wiegand26', 'Wiegand34', 'Wiegand37FacilityCode'].includes(format)

const codeLimits = (format: KeypressFormat | CardFormat): Limits => ({
  min: 0,
  max: format === 'Wiegand26' ? 255 : format === 'Custom' ? 2_147_483_647 : 65_535,
})

/** The facility code of keys, in a format that has one. */
export const keypressFacilityCode = (format: KeypressFormat, validators?: Validators): Rule =>
  wholeWithin(limitsIn(validators, 'keypressFacilityCode', codeLimits(format)))

/** The fields of a wired reader that can be wrong. */
export interface WiegandFields
  extends
    Record<'nbrOfLEDPins' | 'keypressFacilityCode', string>,
    Pick<WiegandConfiguration, 'LED1Pin' | 'LED2Pin' | 'beeper' | 'beeperPin' | 'keypressFormat'> {}

export function checkWiegand(
  fields: WiegandFields,
  validators?: Validators,
): Errors<WiegandFields> {
  const { nbrOfLEDPins, LED1Pin, LED2Pin, beeper, beeperPin, keypressFormat } = fields
  const pins = Number(nbrOfLEDPins)
  return found<WiegandFields>({
    nbrOfLEDPins: readerNumber('nbrOfLEDPins', validators)(nbrOfLEDPins),
    LED1Pin: pins >= 1 ? required(LED1Pin) : undefined,
    LED2Pin: pins >= 2 ? required(LED2Pin) : undefined,
    beeperPin: beeper ? required(beeperPin) : undefined,
    keypressFacilityCode: keypressHasFacilityCode(keypressFormat)
      ? keypressFacilityCode(keypressFormat, validators)(fields.keypressFacilityCode)
      : undefined,
  })
}

/** The device's address on the bus of OSDP. */
export const osdpAddress = (validators?: Validators): Rule =>
  readerNumber('OSDPAddress', validators)

/** The fields of the output format, those of its custom layout beside the others. */
export interface OutputFormatFields {
  cardFormat: CardFormat
  cardFacilityCodeOverrideMode: OverrideMode
  cardFacilityCode: string
  facilityCodeSize: string
  cardNumberSize: string
  startParity: Parity
  startParityBits: string
  stopParity: Parity
  stopParityBits: string
}

export const outputFormatFields = ({ Custom, ...format }: OutputFormat): OutputFormatFields => ({
  ...format,
  cardFacilityCode: String(format.cardFacilityCode),
  facilityCodeSize: String(Custom.facilityCodeSize),
  cardNumberSize: String(Custom.cardNumberSize),
  startParity: Custom.startParity,
  startParityBits: String(Custom.startParityBits),
  stopParity: Custom.stopParity,
  stopParityBits: String(Custom.stopParityBits),
})

/** Whether a format of cards has a place for a facility code. */
export const formatHasFacilityCode = ({ cardFormat }: Pick<OutputFormat, 'cardFormat'>): boolean =>
  !['Raw', 'Wiegand37'].includes(cardFormat)

/** Whether the facility code of cards is asked for. */
export const cardHasFacilityCode = (
  fields: Pick<OutputFormat, 'cardFormat' | 'cardFacilityCodeOverrideMode'>,
): boolean => fields.cardFacilityCodeOverrideMode !== 'Auto' && formatHasFacilityCode(fields)

/** Whether a parity has a number of bits. */
export const parityHasBits = (parity: Parity): boolean => parity === 'Even' || parity === 'Odd'

/** The facility code of cards, where it is asked for. */
export const cardFacilityCode = (format: CardFormat, validators?: Validators): Rule =>
  wholeWithin(limitsIn(validators, 'cardFacilityCode', codeLimits(format)))

/** The problems of the output format; fields that are not asked for have none. */
export function checkOutputFormat(
  fields: OutputFormatFields,
  validators?: Validators,
): Errors<OutputFormatFields> {
  const custom = fields.cardFormat === 'Custom'
  const size = (
    name: 'facilityCodeSize' | 'cardNumberSize' | 'startParityBits' | 'stopParityBits',
    asked = true,
  ) => (custom && asked ? readerNumber(name, validators)(fields[name]) : undefined)
  return found<OutputFormatFields>({
    cardFacilityCode: cardHasFacilityCode(fields)
      ? cardFacilityCode(fields.cardFormat, validators)(fields.cardFacilityCode)
      : undefined,
    facilityCodeSize: size('facilityCodeSize'),
    cardNumberSize: size('cardNumberSize'),
    startParityBits: size('startParityBits', parityHasBits(fields.startParity)),
    stopParityBits: size('stopParityBits', parityHasBits(fields.stopParity)),
  })
}

/** The fields of the remote access server; forms ask for the password twice. */
export interface RemoteServerFields extends Pick<
  IPAccessConfiguration,
  'Address' | 'Username' | 'Password'
> {
  passwordRepeat: string
}

type Server = Pick<IPAccessConfiguration, 'Address' | 'Username'>

/** Whether it is the same server, for the same user. */
export const sameServer = (one: Server, other: Server): boolean =>
  one.Address.toLowerCase() === other.Address.toLowerCase() && one.Username === other.Username

type Connection = Server & Pick<IPAccessConfiguration, 'Scheme' | 'VerifyCertificate'>

/** How well a connection keeps the password from others: not, from who listens, from all. */
const safety = ({ Scheme, VerifyCertificate }: Connection): number =>
  Scheme === 'http' ? 0 : VerifyCertificate ? 2 : 1

/**
 * Whether a stored password may be sent with other settings: only to the server, and for the user,
 * that it is of, and no less safely, or somebody could have it sent to themselves.
 */
export const mayKeepPassword = (now: Connection, before: Connection): boolean =>
  sameServer(now, before) && safety(now) >= safety(before)

const login: Rule = firstOf(required, atMost(256), printable)

/**
 * The problems of a remote access server that is to be connected.
 * @param keeps whether `SECRET_SET` can stand for the stored password
 */
export function checkRemoteServer(
  fields: RemoteServerFields,
  keeps = true,
): Errors<RemoteServerFields> {
  const { Address, Username, Password, passwordRepeat } = fields
  const lost = Password === SECRET_SET && !keeps
  return found<RemoteServerFields>({
    Address: firstOf(required, atMost(256), (value) =>
      isAddressWithPort(value) ? undefined : problem('validation.invalidIPAddressOrHostName'),
    )(Address),
    Username: login(Username),
    Password: login(lost ? '' : Password),
    passwordRepeat:
      Password === SECRET_SET || passwordRepeat === Password
        ? undefined
        : problem('validation.passwordsDontMatch'),
  })
}
