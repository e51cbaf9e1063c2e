import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { getDefaultTagTypes, getSupportedTagTypes } from '@lintel/contract/calls/card-reader'
import { PRODUCTS, productCalled } from '@lintel/contract/products/products'
import { expect, test } from 'vitest'
import {
  classic,
  data,
  desfire,
  openReader,
  output,
  server,
  ultralight,
  wiegand,
} from '../testing/card-reader.ts'

test('every member is stored, and read as it was written but for the secrets (READER-09, READER-30, READER-65)', async () => {
  const { write, read } = await openReader()
  const written = {
    Protocol: 'IPAccess',
    CardTypes: ['UID/CSN', 'MIFARE_DESFire'],
    CompatibilityConfiguration: {
      CompatibilityConfigs: [{ Name: 'ByteReversal', Value: 'true' }],
    },
    WiegandConfiguration: wiegand({ beeper: true, beeperPin: 'I1' }),
    OSDPConfiguration: { OSDPAddress: 126 },
    IPAccessConfiguration: server(),
    PinConfiguration: { pinLength: 32, pinTimeout: 50 },
    OutputFormat: output(),
    CardDataConfigs: [
      desfire(
        {},
        { enabled: false, required: true, useAsUid: true, offsetBits: 8, countBits: 128 },
      ),
    ],
  }
  const answer = await write(written)
  expect([answer.status, await answer.text()]).toEqual([200, '{}'])
  const key = '********'
  expect(await read()).toEqual({
    ...written,
    IPAccessConfiguration: server({ Password: key }),
    CardDataConfigs: [
      desfire(
        { key },
        { enabled: false, required: true, useAsUid: true, offsetBits: 8, countBits: 128 },
      ),
    ],
  })
})

test('a reset forgets the settings, and a snapshot brings them back with their secrets (DEVICE-59)', async () => {
  const { device, write, read, post } = await openReader()
  const file = join(device.plugged.dataFolder, 'snapshot.db')
  await write({ CardDataConfigs: [desfire()], IPAccessConfiguration: server() })
  const before = device.cardReader.get()
  device.database.save(file)
  await post('SetConfiguration', { Configuration: { PresenceTimeout: 30 } })
  expect(await read()).toMatchObject({
    CardDataConfigs: [],
    IPAccessConfiguration: { Address: '' },
  })
  device.database.restore(file)
  expect(device.cardReader.get()).toEqual(before)
  expect(before.IPAccessConfiguration.Password).toBe('open-sesame')
})

test('what was read can be written back by either call, secrets included (DEVICE-58, EXPECT-25)', async () => {
  const { device, write, read } = await openReader()
  await write({
    IPAccessConfiguration: server(),
    CardDataConfigs: [desfire(), classic({ keyB: 'c1a551cb0002' }), ultralight('0a0b')],
  })
  const before = device.cardReader.get()
  for (const operation of ['UpdateConfiguration', 'SetConfiguration']) {
    const answer = await write((await read()) ?? {}, operation)
    expect([answer.status, await answer.text()]).toEqual([200, '{}'])
    expect(device.cardReader.get()).toEqual(before)
  }
})

test('the public name of the number of bits is taken, and the specification’s returned (READER-40)', async () => {
  const { write, read } = await openReader()
  await write({ CardDataConfigs: [data({ lengthInBits: 26 })] })
  expect((await read())?.CardDataConfigs).toEqual([
    data({ enabled: true, required: false, useAsUid: false, countBits: 26 }),
  ])
  await write({ CardDataConfigs: [data({ lengthInBits: 26, countBits: 32 })] })
  expect((await read())?.CardDataConfigs[0]).toHaveProperty('countBits', 32)
})

test('asterisks where nothing is stored, and unknown members, are refused as well', async () => {
  const { write } = await openReader()
  const message = async (configuration: object) => {
    const answer = await write(configuration)
    return ((await answer.json()) as { FaultMsg: string }).FaultMsg
  }
  const root = 'Configuration.CardReaderConfiguration'
  expect(await message({ CardDataConfigs: [desfire({ key: '********' })] })).toBe(
    `Parameter '${root}.CardDataConfigs.0.DESFireEncryption.key' is not valid: no value is stored for it.`,
  )
  expect(await message({ Colour: 'red' })).toContain(`Unhandled field: '${root}.Colour'`)
  expect(await message({ CardDataConfigs: [desfire({ salt: '' })] })).toContain(
    `Unhandled field: '${root}.CardDataConfigs.0.DESFireEncryption.salt'`,
  )
})

test('a facility code that is not asked for may be anything (READER-72, READER-73)', async () => {
  const { write } = await openReader()
  const far = { cardFacilityCode: 2_147_483_647 }
  const answers = await Promise.all([
    write({ OutputFormat: output({ cardFormat: 'Raw', ...far }) }),
    write({
      OutputFormat: output({
        cardFormat: 'Wiegand26',
        cardFacilityCodeOverrideMode: 'Auto',
        ...far,
      }),
    }),
    write({
      WiegandConfiguration: wiegand({ keypressFormat: 'FourBit', keypressFacilityCode: 65_535 }),
    }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
})

test('the remote access server can be cleared (READER-26, READER-27, READER-28)', async () => {
  const { write, read } = await openReader()
  await write({ Protocol: 'IPAccess', IPAccessConfiguration: server() })
  const cleared = server({
    Address: '',
    Username: '',
    Password: '',
    IPProtocol: 'None',
    RequestAccessConfiguration: [],
  })
  expect((await write({ Protocol: 'None', IPAccessConfiguration: cleared })).status).toBe(200)
  expect(await read()).toMatchObject({ Protocol: 'None', IPAccessConfiguration: cleared })
})

test('no secret is in the clear in a file, a log, an answer or a message to the board (EXPECT-26, EXPECT-27)', async () => {
  const { device, write, post } = await openReader()
  Object.assign(device.log, { level: 'trace' })
  const secrets = ['open-sesame', 'd00fd00f', 'c1a551ca0001', 'c1a551cb0002', '0a0b0c0d']
  const CardDataConfigs = [desfire(), classic({ keyB: 'c1a551cb0002' }), ultralight('0a0b0c0d')]
  const answers = [
    await write({ IPAccessConfiguration: server(), CardDataConfigs }),
    await write({ CardDataConfigs: [...CardDataConfigs, desfire({ key: 'd00fd00f' })] }),
    await post('GetConfiguration'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 200])
  expect(device.logged.length).toBeGreaterThan(0)
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  const etags = answers.map(({ headers }) => headers.get('etag') ?? '')
  const folder = device.plugged.dataFolder
  const files = readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile())
  expect(files).toContain('secrets.key')
  const seen = [
    ...files.map((name) => readFileSync(join(folder, name), 'latin1')),
    ...device.logged,
    ...texts,
    ...etags,
    JSON.stringify(device.sent),
  ]
  expect(secrets.filter((secret) => seen.some((text) => text.includes(secret)))).toEqual([])
  expect(statSync(join(folder, 'secrets.key')).mode & 0o777).toBe(0o600)
  expect(device.cardReader.get().IPAccessConfiguration.Password).toBe('open-sesame')
})

test('a write with an old version is refused, and consoles are told of changes (EXPECT-21)', async () => {
  const { device, post, write } = await openReader()
  const changes: unknown[] = []
  device.events.subscribe(({ topic, data: what }) => {
    if (topic === 'Device/Lintel/Changed') changes.push(what)
  })
  const version = (await post('GetConfiguration')).headers.get('etag') ?? ''
  expect((await write({ CardDataConfigs: [desfire()] })).status).toBe(200)
  const late = { Configuration: { CardReaderConfiguration: { Protocol: 'OSDP' } } }
  const answer = await post('UpdateConfiguration', late, { 'if-match': version })
  expect(answer.status).toBe(412)
  expect(device.cardReader.get().Protocol).toBe('None')
  expect(changes).toEqual([{ Area: 'intercom' }])
})

test('the card types of the factory and those that can be read (DEVICE-61, READER-46)', async () => {
  const { post, client } = await openReader()
  expect(await (await post('GetDefaultTagTypes')).text()).toBe(
    '{"CardTypes":["MIFARE_DESFire","MIFARE_Plus","MIFARE_Classic","MIFARE_Ultralight","UID/CSN"]}',
  )
  expect(await client.call(getDefaultTagTypes, {})).toHaveProperty('CardTypes.0', 'MIFARE_DESFire')
  const { CardTypes } = await client.call(getSupportedTagTypes, {})
  expect(CardTypes).toEqual(productCalled('A8207-VE').capabilities?.SupportedCards)
})

test.each(PRODUCTS.filter(({ capabilities }) => capabilities).map(({ number }) => number))(
  'the %s has settings of a card reader if it has a reader (DEVICE-57)',
  async (number) => {
    const { write, read, post } = await openReader(number)
    const has = productCalled(number).capabilities?.reader === true
    expect((await read()) !== undefined).toBe(has)
    const answer = await write({ PinConfiguration: { pinLength: 6, pinTimeout: 20 } })
    expect(answer.status).toBe(has ? 200 : 400)
    if (!has) {
      expect(await answer.json()).toMatchObject({ FaultMsg: 'This product has no card reader.' })
    }
    for (const { operation } of [getDefaultTagTypes, getSupportedTagTypes]) {
      expect((await post(operation)).status).toBe(has ? 200 : 400)
    }
  },
)
