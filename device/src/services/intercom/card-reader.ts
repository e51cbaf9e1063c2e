import { getDefaultTagTypes, getSupportedTagTypes } from '@lintel/contract/calls/card-reader'
import type { CardReaderWrite } from '@lintel/contract/calls/intercom'
import type { Capabilities } from '@lintel/contract/capabilities'
import type { CardDataConfig, CardReaderConfiguration } from '@lintel/contract/card-reader'
import { Refusal } from '@lintel/contract/fault'
import { cardDataFields, checkCardData, encryptionFor } from '@lintel/contract/rules/card-data'
import {
  checkOutputFormat,
  checkPin,
  checkRemoteServer,
  checkWiegand,
  osdpAddress,
  outputFormatFields,
} from '@lintel/contract/rules/card-reader'
import { serve } from '@lintel/front-door/serve'
import type { ServedCall } from '@lintel/front-door/serve'
import type { Device } from '../../device.ts'
import { factoryCardTypes } from '../../state/card-reader-settings.ts'

/** The card types that a product can read; products without a reader lack the calls. */
export function cardTypeCalls(capabilities: Capabilities): ServedCall[] {
  if (!capabilities.reader) return []
  return [
    serve(getDefaultTagTypes, () => ({ CardTypes: factoryCardTypes(capabilities) })),
    serve(getSupportedTagTypes, () => ({
      CardTypes: capabilities.SupportedCards.map(({ DataSources, ...card }) => ({
        ...card,
        DataSources: Array.from(DataSources),
      })),
    })),
  ]
}

/**
 * A write of the card reader's settings with the secrets that it keeps.
 * @throws Refusal `invalid` naming the first member that the product can't have
 */
export function acceptedReader(
  write: CardReaderWrite,
  { cardReader }: Pick<Device, 'cardReader'>,
  capabilities: Capabilities,
): CardReaderWrite {
  if (!capabilities.reader) throw new Refusal('invalid', 'This product has no card reader.')
  const root = 'Configuration.CardReaderConfiguration.'
  const accepted = cardReader.keepingSecrets(write, root)
  const [wrong] = wrongMembers(accepted, capabilities)
  if (wrong !== undefined) throw new Refusal('invalid', `Parameter '${root}${wrong}' is not valid.`)
  return accepted
}

/** The paths of the wrong members. */
function* wrongMembers(written: CardReaderWrite, capabilities: Capabilities): Generator<string> {
  const { Protocol, CardTypes, OSDPConfiguration, PinConfiguration: pin } = written
  const protocols = capabilities.AccesscontrolIntegrationProtocols
  if (Protocol !== undefined && !protocols.includes(Protocol)) yield 'Protocol'
  if (CardTypes && !areDistinct(CardTypes, supportedTypes(capabilities))) yield 'CardTypes'
  if (OSDPConfiguration && osdpAddress(capabilities)(String(OSDPConfiguration.OSDPAddress))) {
    yield 'OSDPConfiguration.OSDPAddress'
  }
  if (pin) {
    const fields = { pinLength: String(pin.pinLength), pinTimeout: String(pin.pinTimeout) }
    yield* keysOf('PinConfiguration', checkPin(fields, capabilities))
  }
  yield* wrongInCompatibility(written.CompatibilityConfiguration, capabilities)
  yield* wrongInWiegand(written.WiegandConfiguration, capabilities)
  yield* wrongInServer(written.IPAccessConfiguration)
  yield* wrongInOutput(written.OutputFormat, capabilities)
  yield* wrongInData(written.CardDataConfigs ?? [], capabilities)
}

const supportedTypes = ({ SupportedCards }: Capabilities) => SupportedCards.map(({ Name }) => Name)

/** Whether each of the values is one of those that there are, and none is there twice. */
const areDistinct = (values: readonly string[], all: readonly string[]): boolean =>
  new Set(values).size === values.length && values.every((value) => all.includes(value))

const keysOf = (member: string, errors: object): string[] =>
  Object.keys(errors).map((key) => `${member}.${key}`)

function* wrongInCompatibility(
  configuration: CardReaderConfiguration['CompatibilityConfiguration'] | undefined,
  { CompatibilityConfigs: known }: Capabilities,
): Generator<string> {
  const member = 'CompatibilityConfiguration.CompatibilityConfigs'
  const configs = configuration?.CompatibilityConfigs ?? []
  const names = configs.map(({ Name }) => Name)
  const all = known.map(({ Name }) => Name)
  if (configuration && !(areDistinct(names, all) && names.length === all.length)) yield member
  for (const [at, { Name, Value }] of configs.entries()) {
    const isBool = known.some((one) => one.Name === Name && one.Type === 'bool')
    if (isBool && Value !== 'true' && Value !== 'false') yield `${member}.${at}.Value`
  }
}

const PINS = ['LED1Pin', 'LED2Pin', 'beeperPin'] as const
const COLORS = [
  'LEDColorDefault',
  'LEDColor0',
  'LEDColor1',
  'LEDColor00',
  'LEDColor01',
  'LEDColor10',
  'LEDColor11',
] as const

function* wrongInWiegand(
  wiegand: CardReaderConfiguration['WiegandConfiguration'] | undefined,
  capabilities: Capabilities,
): Generator<string> {
  if (!wiegand) return
  const member = 'WiegandConfiguration'
  const { SupportedIOPins: pins, SupportedColorNames: colors } = capabilities
  const formats = capabilities.SupportedKeypressOutputFormatWiegand
  if (!formats.includes(wiegand.keypressFormat)) yield `${member}.keypressFormat`
  for (const name of PINS) {
    if (wiegand[name] !== '' && !pins.includes(wiegand[name])) yield `${member}.${name}`
  }
  for (const name of COLORS) if (!colors.includes(wiegand[name])) yield `${member}.${name}`
  const fields = {
    ...wiegand,
    nbrOfLEDPins: String(wiegand.nbrOfLEDPins),
    keypressFacilityCode: String(wiegand.keypressFacilityCode),
  }
  yield* keysOf(member, checkWiegand(fields, capabilities))
}

function* wrongInServer(
  server: CardReaderConfiguration['IPAccessConfiguration'] | undefined,
): Generator<string> {
  if (!server) return
  const member = 'IPAccessConfiguration'
  if (server.Address !== '') {
    yield* keysOf(member, checkRemoteServer({ ...server, passwordRepeat: server.Password }))
  } else if (server.Password !== '') yield `${member}.Address`
}

function* wrongInOutput(
  format: CardReaderConfiguration['OutputFormat'] | undefined,
  capabilities: Capabilities,
): Generator<string> {
  if (!format) return
  const member = 'OutputFormat'
  const { cardFormat, cardFacilityCodeOverrideMode: mode, Custom } = format
  const { SupportedCardOutputFormat, SupportedFacilityCodeOverrideMode } = capabilities
  const parities = capabilities.SupportedParityType
  if (!SupportedCardOutputFormat.includes(cardFormat)) yield `${member}.cardFormat`
  if (!SupportedFacilityCodeOverrideMode.includes(mode)) {
    yield `${member}.cardFacilityCodeOverrideMode`
  }
  if (!parities.includes(Custom.startParity)) yield `${member}.Custom.startParity`
  if (!parities.includes(Custom.stopParity)) yield `${member}.Custom.stopParity`
  for (const field of Object.keys(checkOutputFormat(outputFormatFields(format), capabilities))) {
    yield field in Custom ? `${member}.Custom.${field}` : `${member}.${field}`
  }
}

/** The members with keys, and the card types that have them. */
const ENCRYPTIONS = {
  DESFireEncryption: 'MIFARE_DESFire',
  MifareClassicEncryption: 'MIFARE_Classic',
  MifareULEncryption: 'MIFARE_Ultralight',
} as const

function* wrongInData(
  configs: readonly CardDataConfig[],
  capabilities: Capabilities,
): Generator<string> {
  for (const [at, config] of configs.entries()) {
    const member = `CardDataConfigs.${at}`
    const { cardType, dataSource } = config
    const card = capabilities.SupportedCards.find(({ Name }) => Name === cardType)
    if (!card) yield `${member}.cardType`
    else if (!card.DataSources.includes(dataSource)) yield `${member}.dataSource`
    for (const [name, type] of Object.entries(ENCRYPTIONS)) {
      if (type !== cardType && name in config) yield `${member}.${name}`
    }
    const encryption = encryptionFor(cardType, dataSource)
    const needed = encryption !== undefined && encryption !== 'MifareULEncryption'
    if (needed && !config[encryption]) yield `${member}.${encryption}`
    const others = configs.flatMap(({ name }, place) => (place < at ? [name.trim()] : []))
    for (const field of Object.keys(checkCardData(cardDataFields(config), others, capabilities))) {
      const inside = field in config || encryption === undefined ? '' : `${encryption}.`
      yield `${member}.${inside}${field}`
    }
  }
}
