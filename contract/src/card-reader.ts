/**
 * The settings of the card reader: how it reads cards and keys, and how it passes them on. Source:
 * console specification B §3 "Card reader configuration"; device-api.md #31.
 *
 * Secrets (keys of cards, the password of the remote access server) are set and never returned: a
 * read has `SECRET_SET` in their place, which a write keeps.
 */
import * as v from 'valibot'

/** Stands for a secret that is set, where the device would have to return it. */
export const SECRET_SET = '********'

/** How the reader passes cards on. `IPAccess` is the VAPIX reader. */
export const PROTOCOLS = ['None', 'IPAccess', 'OSDP', 'Wiegand'] as const
export type ReaderProtocol = (typeof PROTOCOLS)[number]

export const CARD_TYPES = [
  'MIFARE_DESFire',
  'MIFARE_Plus',
  'MIFARE_Classic',
  'MIFARE_Ultralight',
  'UID/CSN',
] as const
export type CardType = (typeof CARD_TYPES)[number]

/** Where on a card the bits are: its serial number, or a file or block. */
export const DATA_SOURCES = ['CSN', 'Data', 'SecureId'] as const
export type DataSource = (typeof DATA_SOURCES)[number]

export const CARD_FORMATS = [
  'Raw',
  'Wiegand26',
  'Wiegand34',
  'Wiegand37',
  'Wiegand37FacilityCode',
  'Custom',
] as const
export type CardFormat = (typeof CARD_FORMATS)[number]

export const KEYPRESS_FORMATS = [
  'FourBit',
  'EightBitZeroPadded',
  'EightBitInvertPadded',
  'Wiegand26',
  'Wiegand34',
  'Wiegand37',
  'Wiegand37FacilityCode',
] as const
export type KeypressFormat = (typeof KEYPRESS_FORMATS)[number]

/** Auto: what the card has. Optional: ours where it has none. Override: always ours. */
export const OVERRIDE_MODES = ['Auto', 'Optional', 'Override'] as const
export type OverrideMode = (typeof OVERRIDE_MODES)[number]

export const PARITIES = ['None', 'Even', 'Odd', 'Fix0', 'Fix1'] as const
export type Parity = (typeof PARITIES)[number]

export const COMM_MODES = ['Auto', 'Plain', 'Plain_MACed', 'Encrypted'] as const
export const KEY_TYPES = ['Compatible_3DES', 'EV1_3DES', 'EV1_3K3DES', 'EV1_AES'] as const
export type KeyType = (typeof KEY_TYPES)[number]

/** How cards and PINs get to the remote access server. */
export const IP_PROTOCOLS = ['None', 'RequestAccess', 'RemoteActivity'] as const

const whole = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
const short = v.pipe(v.string(), v.maxLength(256))

/** Bits of a card: from where, and how many. */
const dataConfigMembers = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  cardType: v.picklist(CARD_TYPES),
  dataSource: v.picklist(DATA_SOURCES),
  enabled: v.optional(v.boolean(), true),
  /** Without these data the card is not accepted. */
  required: v.optional(v.boolean(), false),
  /** They identify the card in place of its serial number. */
  useAsUid: v.optional(v.boolean(), false),
  offsetBits: v.optional(whole(0, 127)),
  /** All that follow if absent. */
  countBits: v.optional(whole(1, 128)),
  /** The public name of `countBits`, in writes alone. */
  lengthInBits: v.optional(whole(1, 128)),
  DESFireEncryption: v.optional(
    v.strictObject({
      /** Application id: 3 bytes in hexadecimal. */
      AID: short,
      fileNbr: whole(0, 13),
      commMode: v.picklist(COMM_MODES),
      keyType: v.picklist(KEY_TYPES),
      keyNbr: whole(0, 13),
      key: short,
    }),
  ),
  MifareClassicEncryption: v.optional(
    v.strictObject({
      keyA: v.optional(short, ''),
      keyB: v.optional(short, ''),
      startSector: whole(0, 39),
      startBlock: whole(0, 15),
      skipLastBlockInSector: v.boolean(),
    }),
  ),
  MifareULEncryption: v.optional(v.strictObject({ key: short })),
})

const dataConfig = v.pipe(
  dataConfigMembers,
  v.transform(({ lengthInBits, ...config }) =>
    lengthInBits === undefined || config.countBits !== undefined
      ? config
      : { ...config, countBits: lengthInBits },
  ),
)
export type CardDataConfig = v.InferOutput<typeof dataConfig>

const wiegand = v.strictObject({
  nbrOfLEDPins: whole(0, 2),
  LED1Pin: v.optional(short, ''),
  LED2Pin: v.optional(short, ''),
  beeper: v.boolean(),
  beeperPin: v.optional(short, ''),
  LEDColorDefault: short,
  LEDColor0: short,
  LEDColor1: short,
  LEDColor00: short,
  LEDColor01: short,
  LEDColor10: short,
  LEDColor11: short,
  keypressFormat: v.picklist(KEYPRESS_FORMATS),
  keypressFacilityCode: whole(0, 65_535),
})
export type WiegandConfiguration = v.InferOutput<typeof wiegand>

/**
 * An access point of the remote access server: what is requested there, under whose name. The server
 * made the tokens. Source: public intercom documentation, RequestAccessConfiguration.
 */
const requestAccess = v.strictObject({
  Id: short,
  Name: v.optional(short, ''),
  /** Of the server. */
  Address: v.optional(short),
  AccessControllerToken: v.optional(short),
  /** Of the reader there (IdPoint). */
  SourceToken: v.optional(short),
  /** Of the door. */
  TargetToken: v.optional(short),
  AccessPointToken: v.optional(short),
})
export type RequestAccessConfiguration = v.InferOutput<typeof requestAccess>

const ipAccess = v.strictObject({
  Scheme: v.picklist(['http', 'https']),
  Address: short,
  Username: short,
  Password: short,
  VerifyCertificate: v.boolean(),
  IPProtocol: v.picklist(IP_PROTOCOLS),
  RequestAccessConfiguration: v.pipe(v.array(requestAccess), v.maxLength(100), v.readonly()),
})
export type IPAccessConfiguration = v.InferOutput<typeof ipAccess>

const outputFormat = v.strictObject({
  cardFormat: v.picklist(CARD_FORMATS),
  cardFacilityCodeOverrideMode: v.picklist(OVERRIDE_MODES),
  cardFacilityCode: whole(0, 2_147_483_647),
  Custom: v.strictObject({
    facilityCodeSize: whole(0, 64),
    cardNumberSize: whole(0, 64),
    startParity: v.picklist(PARITIES),
    startParityBits: whole(0, 64),
    stopParity: v.picklist(PARITIES),
    stopParityBits: whole(0, 64),
  }),
})
export type OutputFormat = v.InferOutput<typeof outputFormat>

const pin = v.strictObject({
  /** Digits of a PIN; with 0 there are none. Source: public documentation of the intercom service. */
  pinLength: whole(0, 32),
  /** Seconds after the last key until a PIN is discarded. */
  pinTimeout: whole(1, 60),
})
export type PinConfiguration = v.InferOutput<typeof pin>

/** The members of the configuration; a write may leave out any of them. */
export const cardReaderMembers = {
  Protocol: v.picklist(PROTOCOLS),
  /** The types that are read, in the order in which the reader tries them. */
  CardTypes: v.pipe(v.array(v.picklist(CARD_TYPES)), v.maxLength(CARD_TYPES.length), v.readonly()),
  CompatibilityConfiguration: v.strictObject({
    CompatibilityConfigs: v.pipe(
      v.array(v.strictObject({ Name: short, Value: short })),
      v.maxLength(100),
      v.readonly(),
    ),
  }),
  WiegandConfiguration: wiegand,
  OSDPConfiguration: v.strictObject({ OSDPAddress: whole(0, 126) }),
  IPAccessConfiguration: ipAccess,
  PinConfiguration: pin,
  OutputFormat: outputFormat,
  CardDataConfigs: v.pipe(v.array(dataConfig), v.maxLength(100), v.readonly()),
}

export interface CardReaderConfiguration {
  Protocol: ReaderProtocol
  CardTypes: readonly CardType[]
  CompatibilityConfiguration: { CompatibilityConfigs: readonly { Name: string; Value: string }[] }
  WiegandConfiguration: WiegandConfiguration
  OSDPConfiguration: { OSDPAddress: number }
  IPAccessConfiguration: IPAccessConfiguration
  PinConfiguration: PinConfiguration
  OutputFormat: OutputFormat
  CardDataConfigs: readonly CardDataConfig[]
}
