/** The settings of the card reader at their limits, and with input that makes no sense. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  classic,
  data,
  desfire,
  openReader,
  output,
  startReader,
  ultralight,
  wiegand,
} from '../testing/card-reader.ts'

const ROOT = 'Configuration.CardReaderConfiguration'

/** One device for all tests that don't open their own. */
let reader: Awaited<ReturnType<typeof startReader>>
beforeAll(async () => {
  reader = await startReader()
})
afterAll(() => reader.device.close())

/** What is wrong with a write; undefined if it is accepted. A refused one must change nothing. */
async function problemOf(configuration: object): Promise<string | undefined> {
  const before = reader.device.cardReader.stored()
  const answer = await reader.write(configuration)
  if (answer.status === 200) return undefined
  expect(answer.status).toBe(400)
  expect(reader.device.cardReader.stored()).toEqual(before)
  return ((await answer.json()) as { FaultMsg: string }).FaultMsg
}

const bits = (entry: object, member: object) => ({ CardDataConfigs: [{ ...entry, ...member }] })

const place = (startSector: unknown, startBlock: unknown) => ({
  CardDataConfigs: [classic({ startSector, startBlock })],
})

const code = (keypressFormat: string) => (keypressFacilityCode: unknown) => ({
  WiegandConfiguration: wiegand({ keypressFormat, keypressFacilityCode }),
})

const facility = (cardFormat: string) => (cardFacilityCode: unknown) => ({
  OutputFormat: output({ cardFormat, cardFacilityCode }),
})

const size = (name: string) => (value: unknown) => ({ OutputFormat: output({}, { [name]: value }) })

const CSN = data()
const FILE = desfire()
const PAGES = ultralight('ab')
const encrypted = (name: string) => (value: unknown) => ({
  CardDataConfigs: [desfire({ [name]: value })],
})

test.each<[ids: string, path: string, min: number, max: number, write: (value: unknown) => object]>(
  [
    [
      'READER-78',
      'PinConfiguration.pinLength',
      1,
      32,
      (value) => ({ PinConfiguration: { pinLength: value, pinTimeout: 10 } }),
    ],
    [
      'READER-79',
      'PinConfiguration.pinTimeout',
      3,
      50,
      (value) => ({ PinConfiguration: { pinLength: 4, pinTimeout: value } }),
    ],
    [
      'READER-21, OPEN-70',
      'OSDPConfiguration.OSDPAddress',
      0,
      126,
      (value) => ({ OSDPConfiguration: { OSDPAddress: value } }),
    ],
    [
      'READER-12',
      'WiegandConfiguration.nbrOfLEDPins',
      0,
      2,
      (value) => ({ WiegandConfiguration: wiegand({ nbrOfLEDPins: value }) }),
    ],
    ['READER-19', 'WiegandConfiguration.keypressFacilityCode', 0, 255, code('Wiegand26')],
    ['READER-20', 'WiegandConfiguration.keypressFacilityCode', 0, 65_535, code('Wiegand34')],
    [
      'READER-20',
      'WiegandConfiguration.keypressFacilityCode',
      0,
      65_535,
      code('Wiegand37FacilityCode'),
    ],
    ['READER-69', 'OutputFormat.cardFacilityCode', 0, 255, facility('Wiegand26')],
    ['READER-71', 'OutputFormat.cardFacilityCode', 0, 65_535, facility('Wiegand34')],
    ['READER-71', 'OutputFormat.cardFacilityCode', 0, 65_535, facility('Wiegand37FacilityCode')],
    ['READER-70', 'OutputFormat.cardFacilityCode', 0, 2_147_483_647, facility('Custom')],
    ['READER-75', 'OutputFormat.Custom.facilityCodeSize', 0, 64, size('facilityCodeSize')],
    ['READER-75', 'OutputFormat.Custom.cardNumberSize', 0, 64, size('cardNumberSize')],
    ['READER-75', 'OutputFormat.Custom.startParityBits', 0, 64, size('startParityBits')],
    [
      'READER-75',
      'OutputFormat.Custom.stopParityBits',
      0,
      64,
      (value) => ({ OutputFormat: output({}, { stopParity: 'Odd', stopParityBits: value }) }),
    ],
    [
      'READER-50',
      'CardDataConfigs.0.offsetBits',
      0,
      127,
      (offsetBits) => bits(CSN, { offsetBits }),
    ],
    ['READER-51', 'CardDataConfigs.0.countBits', 1, 128, (countBits) => bits(CSN, { countBits })],
    ['OPEN-94', 'CardDataConfigs.0.offsetBits', 0, 127, (offsetBits) => bits(FILE, { offsetBits })],
    ['OPEN-94', 'CardDataConfigs.0.countBits', 1, 128, (countBits) => bits(FILE, { countBits })],
    [
      'READER-62',
      'CardDataConfigs.0.offsetBits',
      0,
      127,
      (offsetBits) => bits(PAGES, { offsetBits }),
    ],
    ['READER-62', 'CardDataConfigs.0.countBits', 1, 128, (countBits) => bits(PAGES, { countBits })],
    ['READER-53', 'CardDataConfigs.0.DESFireEncryption.keyNbr', 0, 13, encrypted('keyNbr')],
    ['READER-54', 'CardDataConfigs.0.DESFireEncryption.fileNbr', 0, 13, encrypted('fileNbr')],
    [
      'READER-44',
      'CardDataConfigs.0.MifareClassicEncryption.startSector',
      0,
      39,
      (value) => place(value, 0),
    ],
    [
      'READER-44',
      'CardDataConfigs.0.MifareClassicEncryption.startBlock',
      0,
      3,
      (value) => place(31, value),
    ],
    [
      'READER-44',
      'CardDataConfigs.0.MifareClassicEncryption.startBlock',
      0,
      15,
      (value) => place(32, value),
    ],
  ],
)('%s: %s is a whole number from %d to %d', async (_ids, path, min, max, write) => {
  expect(await problemOf(write(min))).toBeUndefined()
  expect(await problemOf(write(max))).toBeUndefined()
  const wrong = [min - 1, max + 1, min + 0.5, -1e300, 1e300, String(max), '', true, null, [max], {}]
  for (const value of wrong) {
    expect([value, await problemOf(write(value))]).toEqual([
      value,
      `Parameter '${ROOT}.${path}' is not valid.`,
    ])
  }
})

const key = (keyType: string) => (digits: number) => ({
  CardDataConfigs: [desfire({ keyType, key: 'a'.repeat(digits) })],
})

test.each<[ids: string, path: string, digits: number, write: (digits: number) => object]>([
  ['READER-55', 'DESFireEncryption.key', 32, key('EV1_AES')],
  ['READER-55', 'DESFireEncryption.key', 32, key('Compatible_3DES')],
  ['READER-55', 'DESFireEncryption.key', 32, key('EV1_3DES')],
  ['READER-56', 'DESFireEncryption.key', 48, key('EV1_3K3DES')],
  [
    'READER-57',
    'DESFireEncryption.AID',
    6,
    (digits) => ({ CardDataConfigs: [desfire({ AID: 'a'.repeat(digits) })] }),
  ],
  [
    'READER-60',
    'MifareClassicEncryption.keyA',
    12,
    (digits) => ({ CardDataConfigs: [classic({ keyA: 'a'.repeat(digits) })] }),
  ],
  [
    'READER-60',
    'MifareClassicEncryption.keyB',
    12,
    (digits) => ({ CardDataConfigs: [classic({ keyA: '', keyB: 'a'.repeat(digits) })] }),
  ],
])('%s: %s has %d digits', async (_ids, path, digits, write) => {
  expect(await problemOf(write(digits))).toBeUndefined()
  for (const wrong of [0, 1, digits - 2, digits - 1, digits + 1, digits + 2, 256, 257]) {
    expect([wrong, await problemOf(write(wrong))]).toEqual([
      wrong,
      expect.stringMatching(/^Parameter '.*' is not valid\.$/),
    ])
  }
  expect(await problemOf(write(digits - 1))).toContain(`${ROOT}.CardDataConfigs.0.${path}'`)
})

test('the names of data are compared without blanks around them, and have at most 64 characters (READER-49, READER-52)', async () => {
  const named = (...names: string[]) => ({ CardDataConfigs: names.map((name) => data({ name })) })
  const wrong = (at: number) => `Parameter '${ROOT}.CardDataConfigs.${at}.name' is not valid.`
  expect(await problemOf(named('x'.repeat(64), 'Ä', 'a', 'A'))).toBeUndefined()
  expect(await problemOf(named('x'.repeat(65)))).toBe(wrong(0))
  expect(await problemOf(named(''))).toBe(wrong(0))
  expect(await problemOf(named('a\nb'))).toBe(wrong(0))
  expect(await problemOf(named('a', 'b', ' a '))).toBe(wrong(2))
})

test.each([
  ['text', 'x'],
  ['a number', 1],
  ['nothing', null],
  ['a list', [[]]],
])('%s in place of a member is refused by its name', async (_what, value) => {
  const members = Object.keys(reader.device.cardReader.get())
  expect(members).toHaveLength(9)
  for (const member of members) {
    expect(await problemOf({ [member]: value })).toContain(`Parameter '${ROOT}.${member}`)
  }
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'KEY'])(
  'an unknown field called “%s” is refused wherever it is',
  async (name) => {
    const field = JSON.parse(`{"${name}":{"key":""}}`) as object
    const places: [string, object][] = [
      ['', field],
      ['.WiegandConfiguration', { WiegandConfiguration: { ...wiegand(), ...field } }],
      ['.OutputFormat.Custom', { OutputFormat: output({}, field) }],
      ['.CardDataConfigs.0', { CardDataConfigs: [{ ...data(), ...field }] }],
      ['.CardDataConfigs.0.DESFireEncryption', { CardDataConfigs: [desfire(field)] }],
    ]
    for (const [path, write] of places) {
      expect(await problemOf(write)).toContain(`Unhandled field: '${ROOT}${path}.${name}'`)
    }
  },
)

test('a list in place of an object is refused, and resets nothing (DEVICE-59)', async () => {
  const { device, post, write } = await openReader()
  await write({ Protocol: 'OSDP' })
  const before = device.cardReader.stored()
  for (const Configuration of [[], { CardReaderConfiguration: [] }]) {
    const answer = await post('SetConfiguration', { Configuration })
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringMatching(/Parameter 'Configuration(\.CardReaderConfiguration)?' is not valid/),
    ])
  }
  expect((await post('SetConfiguration', [])).status).toBe(400)
  expect(device.cardReader.stored()).toEqual(before)
})

test('data may be called like members of objects, and keep their keys', async () => {
  const { device, write, read } = await openReader()
  const names = ['__proto__', 'constructor', 'toString', '0', 'Zażółć 🔑']
  const CardDataConfigs = names.map((name, at) =>
    desfire({ key: String(at).repeat(32) }, { name, cardType: 'MIFARE_DESFire' }),
  )
  expect((await write({ CardDataConfigs })).status).toBe(200)
  const shown = (await read())?.CardDataConfigs.toReversed()
  expect((await write({ CardDataConfigs: shown })).status).toBe(200)
  expect(
    device.cardReader
      .get()
      .CardDataConfigs.map((one) => [one.name, one.DESFireEncryption?.key.at(0)]),
  ).toEqual(names.map((name, at) => [name, String(at)]).toReversed())
})

test('there are at most 100 data, and more of them are refused at once', async () => {
  const many = (count: number) => ({
    CardDataConfigs: Array.from({ length: count }, (_, at) => data({ name: `Data ${at}` })),
  })
  expect(await problemOf(many(100))).toBeUndefined()
  const wrong = `Parameter '${ROOT}.CardDataConfigs' is not valid.`
  expect(await problemOf(many(101))).toBe(wrong)
  expect(await problemOf(many(10_000))).toBe(wrong)
})

test('deep nesting, broken JSON and a body that is too large are refused, and the device runs on', async () => {
  const { device } = reader
  const before = device.cardReader.stored()
  const write = (value: string) =>
    device.fetch('/vapix/axdsapi', {
      as: 'root',
      method: 'POST',
      body: `{"UpdateConfiguration":{"Configuration":{"CardReaderConfiguration":{"CardDataConfigs":${value}}}}}`,
    })
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  const objects = '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)
  const statuses: number[] = []
  for (const body of [deep, `[${objects}]`, '[{', `["${'x'.repeat(2_000_000)}"]`]) {
    statuses.push((await write(body)).status)
  }
  expect(statuses).toEqual([400, 400, 400, 413])
  expect(device.cardReader.stored()).toEqual(before)
  expect((await reader.post('GetConfiguration')).status).toBe(200)
})
