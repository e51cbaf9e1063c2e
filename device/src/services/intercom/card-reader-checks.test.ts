import { BARE, READER } from '@lintel/contract/products/parts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  classic,
  data,
  desfire,
  output,
  server,
  startReader,
  ultralight,
  wiegand,
} from '../testing/card-reader.ts'
import { acceptedReader } from './card-reader.ts'

/** One device for all, because a refused write changes nothing. */
let reader: Awaited<ReturnType<typeof startReader>>
beforeAll(async () => {
  reader = await startReader()
})
afterAll(() => reader.device.close())

test.each<[ids: string, path: string, configuration: object]>([
  ['READER-08', 'Protocol', { Protocol: 'Smoke' }],
  ['READER-31', 'CardTypes.0', { CardTypes: ['Tessera'] }],
  ['READER-31', 'CardTypes', { CardTypes: ['UID/CSN', 'UID/CSN'] }],
  [
    'READER-10',
    'CompatibilityConfiguration.CompatibilityConfigs.0.Value',
    {
      CompatibilityConfiguration: {
        CompatibilityConfigs: [{ Name: 'ByteReversal', Value: 'yes' }],
      },
    },
  ],
  [
    'READER-10',
    'CompatibilityConfiguration.CompatibilityConfigs',
    { CompatibilityConfiguration: { CompatibilityConfigs: [] } },
  ],
  [
    'READER-10',
    'CompatibilityConfiguration.CompatibilityConfigs',
    { CompatibilityConfiguration: { CompatibilityConfigs: [{ Name: 'Other', Value: 'true' }] } },
  ],
  [
    'READER-12',
    'WiegandConfiguration.nbrOfLEDPins',
    { WiegandConfiguration: wiegand({ nbrOfLEDPins: 3 }) },
  ],
  ['READER-13', 'WiegandConfiguration.LED2Pin', { WiegandConfiguration: wiegand({ LED2Pin: '' }) }],
  [
    'READER-14',
    'WiegandConfiguration.LED1Pin',
    { WiegandConfiguration: wiegand({ LED1Pin: 'I9' }) },
  ],
  [
    'READER-14',
    'WiegandConfiguration.beeperPin',
    { WiegandConfiguration: wiegand({ beeper: true }) },
  ],
  [
    'READER-14',
    'WiegandConfiguration.LEDColor10',
    { WiegandConfiguration: wiegand({ LEDColor10: 'Pink' }) },
  ],
  [
    'READER-15',
    'WiegandConfiguration.keypressFormat',
    { WiegandConfiguration: wiegand({ keypressFormat: 'Morse' }) },
  ],
  [
    'READER-19',
    'WiegandConfiguration.keypressFacilityCode',
    { WiegandConfiguration: wiegand({ keypressFacilityCode: 256 }) },
  ],
  ['READER-21', 'OSDPConfiguration.OSDPAddress', { OSDPConfiguration: { OSDPAddress: 127 } }],
  [
    'READER-78',
    'PinConfiguration.pinLength',
    { PinConfiguration: { pinLength: 33, pinTimeout: 3 } },
  ],
  [
    'READER-79',
    'PinConfiguration.pinTimeout',
    { PinConfiguration: { pinLength: 4, pinTimeout: 0 } },
  ],
  [
    'READER-64',
    'IPAccessConfiguration.Address',
    { IPAccessConfiguration: server({ Address: 'a b' }) },
  ],
  [
    'READER-30',
    'IPAccessConfiguration.Address',
    { IPAccessConfiguration: server({ Address: '' }) },
  ],
  [
    'READER-30',
    'IPAccessConfiguration.Username',
    { IPAccessConfiguration: server({ Username: '' }) },
  ],
  [
    'READER-30',
    'IPAccessConfiguration.Password',
    { IPAccessConfiguration: server({ Password: '' }) },
  ],
  [
    'READER-30',
    'IPAccessConfiguration.Scheme',
    { IPAccessConfiguration: server({ Scheme: 'ftp' }) },
  ],
  [
    'READER-69',
    'OutputFormat.cardFacilityCode',
    { OutputFormat: output({ cardFormat: 'Wiegand26', cardFacilityCode: 256 }) },
  ],
  [
    'READER-71',
    'OutputFormat.cardFacilityCode',
    { OutputFormat: output({ cardFormat: 'Wiegand34', cardFacilityCode: 65_536 }) },
  ],
  [
    'READER-75',
    'OutputFormat.Custom.cardNumberSize',
    { OutputFormat: output({}, { cardNumberSize: 65 }) },
  ],
  [
    'READER-76',
    'OutputFormat.Custom.stopParity',
    { OutputFormat: output({}, { stopParity: 'Both' }) },
  ],
  ['READER-49', 'CardDataConfigs.1.name', { CardDataConfigs: [data(), data()] }],
  ['READER-49', 'CardDataConfigs.0.name', { CardDataConfigs: [data({ name: ' ' })] }],
  ['READER-50', 'CardDataConfigs.0.offsetBits', { CardDataConfigs: [data({ offsetBits: 128 })] }],
  ['READER-51', 'CardDataConfigs.0.countBits', { CardDataConfigs: [data({ countBits: 0 })] }],
  [
    'READER-47',
    'CardDataConfigs.0.dataSource',
    { CardDataConfigs: [data({ dataSource: 'Data' })] },
  ],
  ['READER-46', 'CardDataConfigs.0.cardType', { CardDataConfigs: [data({ cardType: 'Tessera' })] }],
  [
    'READER-53',
    'CardDataConfigs.0.DESFireEncryption.keyNbr',
    { CardDataConfigs: [desfire({ keyNbr: 14 })] },
  ],
  [
    'READER-55',
    'CardDataConfigs.0.DESFireEncryption.key',
    { CardDataConfigs: [desfire({ key: 'd00f' })] },
  ],
  [
    'READER-56',
    'CardDataConfigs.0.DESFireEncryption.key',
    { CardDataConfigs: [desfire({ keyType: 'EV1_3K3DES' })] },
  ],
  [
    'READER-57',
    'CardDataConfigs.0.DESFireEncryption.AID',
    { CardDataConfigs: [desfire({ AID: 'F481' })] },
  ],
  [
    'READER-41',
    'CardDataConfigs.0.DESFireEncryption',
    { CardDataConfigs: [data({ cardType: 'MIFARE_DESFire', dataSource: 'Data' })] },
  ],
  [
    'READER-45',
    'CardDataConfigs.0.MifareULEncryption',
    { CardDataConfigs: [desfire({}, { MifareULEncryption: { key: '' } })] },
  ],
  [
    'READER-59',
    'CardDataConfigs.0.MifareClassicEncryption.keyA',
    { CardDataConfigs: [classic({ keyA: '' })] },
  ],
  [
    'READER-60',
    'CardDataConfigs.0.MifareClassicEncryption.keyB',
    { CardDataConfigs: [classic({ keyB: 'c1' })] },
  ],
  [
    'READER-63',
    'CardDataConfigs.0.MifareULEncryption.key',
    { CardDataConfigs: [ultralight('abc')] },
  ],
])('a wrong value is refused by its name (%s): %s', async (_ids, path, configuration) => {
  const { write, read } = reader
  const before = await read()
  const answer = await write({ Protocol: 'OSDP', ...configuration })
  expect([answer.status, await answer.json()]).toEqual([
    400,
    {
      Fault: 'env:Sender',
      FaultCode: 'ter:InvalidArgVal',
      FaultSubCode: null,
      FaultReason: 'Argument value invalid',
      FaultMsg: `Parameter 'Configuration.CardReaderConfiguration.${path}' is not valid.`,
    },
  ])
  expect(await read()).toEqual(before)
})

/** A product that has less than the others. */
const LESS = {
  ...BARE,
  ...READER,
  AccesscontrolIntegrationProtocols: ['None', 'OSDP'],
  SupportedCards: [
    { Name: 'MIFARE_DESFire', DisplayName: '', Category: '', DataSources: ['CSN'] },
    { Name: 'UID/CSN', DisplayName: '', Category: '', DataSources: ['CSN'] },
  ],
  SupportedIOPins: ['I1'],
  SupportedColorNames: ['Off', 'Red', 'Green', 'Amber'],
  SupportedKeypressOutputFormatWiegand: ['FourBit'],
  SupportedCardOutputFormat: ['Raw', 'Custom'],
  SupportedFacilityCodeOverrideMode: ['Auto'],
  SupportedParityType: ['None', 'Even'],
  CompatibilityConfigs: [],
  IntegerValidators: [
    { Name: 'OSDPAddress', Min: 1, Max: 7 },
    { Name: 'cardNumberSize', Min: 8, Max: 32 },
    { Name: 'nbrOfLEDPins', Min: 0, Max: 1 },
    { Name: 'keyNbr', Min: 0, Max: 3 },
    { Name: 'countBits', Min: 8, Max: 64 },
    { Name: 'pinLength', Min: 4, Max: 8 },
  ],
}

const wired = (change: object = {}) =>
  wiegand({
    nbrOfLEDPins: 1,
    LED2Pin: '',
    beeperPin: '',
    keypressFormat: 'FourBit',
    ...change,
  })

const sent = (change: object = {}, Custom: object = {}) =>
  output(
    { cardFormat: 'Custom', cardFacilityCodeOverrideMode: 'Auto', ...change },
    { cardNumberSize: 32, stopParity: 'None', ...Custom },
  )

test.each<[ids: string, wrong: string, right: object, write: object]>([
  ['READER-08', 'Protocol', { Protocol: 'OSDP' }, { Protocol: 'Wiegand' }],
  [
    'READER-46',
    'CardTypes',
    { CardTypes: ['UID/CSN', 'MIFARE_DESFire'] },
    { CardTypes: ['UID/CSN', 'MIFARE_Classic'] },
  ],
  [
    'READER-46, READER-47',
    'CardDataConfigs.0.dataSource',
    { CardDataConfigs: [data({ cardType: 'MIFARE_DESFire' })] },
    { CardDataConfigs: [desfire()] },
  ],
  [
    'READER-10',
    'CompatibilityConfiguration.CompatibilityConfigs',
    { CompatibilityConfiguration: { CompatibilityConfigs: [] } },
    {
      CompatibilityConfiguration: {
        CompatibilityConfigs: [{ Name: 'ByteReversal', Value: 'true' }],
      },
    },
  ],
  [
    'READER-14',
    'WiegandConfiguration.LED1Pin',
    { WiegandConfiguration: wired() },
    { WiegandConfiguration: wired({ LED1Pin: 'I2' }) },
  ],
  [
    'READER-14',
    'WiegandConfiguration.LEDColorDefault',
    { WiegandConfiguration: wired({ LEDColorDefault: 'Amber' }) },
    { WiegandConfiguration: wired({ LEDColorDefault: 'White' }) },
  ],
  [
    'READER-15',
    'WiegandConfiguration.keypressFormat',
    { WiegandConfiguration: wired() },
    { WiegandConfiguration: wired({ keypressFormat: 'Wiegand34' }) },
  ],
  [
    'READER-66',
    'OutputFormat.cardFormat',
    { OutputFormat: sent({ cardFormat: 'Raw' }) },
    { OutputFormat: sent({ cardFormat: 'Wiegand26' }) },
  ],
  [
    'READER-67',
    'OutputFormat.cardFacilityCodeOverrideMode',
    { OutputFormat: sent() },
    { OutputFormat: sent({ cardFacilityCodeOverrideMode: 'Optional' }) },
  ],
  [
    'READER-76',
    'OutputFormat.Custom.startParity',
    { OutputFormat: sent() },
    { OutputFormat: sent({}, { startParity: 'Odd' }) },
  ],
  [
    'READER-76',
    'OutputFormat.Custom.stopParity',
    { OutputFormat: sent({}, { stopParity: 'Even', stopParityBits: 1 }) },
    { OutputFormat: sent({}, { stopParity: 'Fix1' }) },
  ],
  [
    'OPEN-97',
    'OSDPConfiguration.OSDPAddress',
    { OSDPConfiguration: { OSDPAddress: 7 } },
    { OSDPConfiguration: { OSDPAddress: 8 } },
  ],
  [
    'OPEN-97',
    'OutputFormat.Custom.cardNumberSize',
    { OutputFormat: sent() },
    { OutputFormat: sent({}, { cardNumberSize: 33 }) },
  ],
  [
    'OPEN-97',
    'WiegandConfiguration.nbrOfLEDPins',
    { WiegandConfiguration: wired({ nbrOfLEDPins: 0 }) },
    { WiegandConfiguration: wired({ nbrOfLEDPins: 2, LED2Pin: 'I1' }) },
  ],
  [
    'OPEN-97',
    'CardDataConfigs.0.countBits',
    { CardDataConfigs: [data({ countBits: 8 })] },
    { CardDataConfigs: [data({ countBits: 7 })] },
  ],
  [
    'OPEN-97',
    'PinConfiguration.pinLength',
    { PinConfiguration: { pinLength: 8, pinTimeout: 50 } },
    { PinConfiguration: { pinLength: 9, pinTimeout: 50 } },
  ],
])('what a product does not have is refused (%s): %s', (_ids, wrong, right, write) => {
  const accept = (configuration: object) => acceptedReader(configuration, reader.device, LESS)
  expect(accept(right)).toEqual(right)
  expect(() => accept(write)).toThrow(
    `Parameter 'Configuration.CardReaderConfiguration.${wrong}' is not valid.`,
  )
})
