/** That keys and passwords of the card reader come out of the device nowhere. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '@lintel/contract/call'
import { deviceCalls } from '@lintel/contract/calls/all'
import type { PresentedCard } from '@lintel/contract/cards'
import { PATH_MEMBER } from '@lintel/contract/path'
import { productCalled } from '@lintel/contract/products/products'
import { expect, onTestFinished, test } from 'vitest'
import { definitionsOf } from '../../products/definitions.ts'
import { secretsOf } from '../../state/card-reader-secrets.ts'
import { finishRestore, planRestore } from '../../state/reset.ts'
import { classic, desfire, server, ultralight } from '../testing/card-reader.ts'
import { openTestDevice } from '../testing/test-device.ts'
import { servicesOf } from '../services.ts'

const PASSWORD = 'open-sesame'
const KEYS = [
  'd00fd00fd00fd00fd00fd00fd00fd00f',
  'c1a551ca0001',
  'c1a551cb0002',
  '0a0b0c0d1a1b1c1d',
]

/** Each secret as text, and in the other ways in which it could be written. */
const FORMS = [PASSWORD, ...KEYS].flatMap((secret) => [
  secret,
  secret.toUpperCase(),
  Buffer.from(secret).toString('base64').replaceAll('=', ''),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret, 'hex').toString('base64').replaceAll('=', ''),
])
/** Six bytes of a key and more; shorter forms are found in anything. */
const SECRETS = FORMS.filter((form) => form.length >= 8)

const secretsIn = (texts: readonly string[]) =>
  SECRETS.filter((secret) => texts.some((text) => text.includes(secret)))

const CARD: PresentedCard = {
  type: 'MIFARE_DESFire',
  uid: '04A1B2C3',
  contents: [
    {
      kind: 'desfire',
      AID: 'F48120',
      fileNbr: 0,
      keyNbr: 1,
      keyType: 'EV1_AES',
      commMode: 'Encrypted',
      key: KEYS[0] ?? '',
      data: 'C0DE',
    },
  ],
}

async function openDevice() {
  const product = productCalled('A8207-VE')
  const device = await openTestDevice(servicesOf(product), undefined, product)
  onTestFinished(() => device.close())
  device.makeAccounts()
  Object.assign(device.log, { level: 'trace' })
  const events: string[] = []
  device.events.subscribe((event) => void events.push(JSON.stringify(event)))
  const write = async (CardReaderConfiguration: object) => {
    const input = { UpdateConfiguration: { Configuration: { CardReaderConfiguration } } }
    return device.fetch('/vapix/axdsapi', {
      as: 'root',
      method: 'POST',
      body: JSON.stringify(input),
    })
  }
  const CardDataConfigs = [
    desfire({}, { required: true }),
    classic({ keyB: KEYS[2] }),
    ultralight(KEYS[3] ?? ''),
  ]
  const answer = await write({ IPAccessConfiguration: server(), CardDataConfigs })
  expect(answer.status).toBe(200)
  return { device, events, write, CardDataConfigs }
}

/** Returns a picture, which the test's device has nothing to draw with. */
const PICTURE = 'image'

/** How to make a call that reads with as little as it needs; undefined if it has no end. */
function requestFor(call: Call): [path: string, init: RequestInit] | undefined {
  if (call.id === PICTURE) return undefined
  if (call.effect !== 'read' || call.kind === 'stream' || call.kind === 'socket') return undefined
  let path = call.path.replaceAll(PATH_MEMBER, 'any')
  const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) })
  if (call.kind === 'action') return [path, post({ [call.operation]: {} })]
  if (call.kind === 'json')
    return [path, post({ apiVersion: call.apiVersion, method: call.method })]
  if (call.kind === 'text' && call.action !== undefined) path += `?action=${call.action}`
  if ('selectedBy' in call) path += `?${call.selectedBy}=`
  return call.kind === 'soap' || call.kind === 'upload' ? undefined : [path, {}]
}

test('no call that reads returns a key or password (DEVICE-57, EXPECT-26, EXPECT-27)', async () => {
  const { device } = await openDevice()
  const asked: string[] = []
  const found: string[] = []
  for (const call of deviceCalls) {
    const request = requestFor(call)
    if (!request) continue
    const [path, init] = request
    const answer = await device.fetch(path, { as: 'root', ...init })
    const headers = Array.from(answer.headers, ([name, value]) => `${name}: ${value}`)
    const secrets = secretsIn([await answer.text(), ...headers])
    if (answer.status === 200) asked.push(call.id)
    if (secrets.length > 0) found.push(call.id)
  }
  expect(found).toEqual([])
  const reports = [
    'serverreport',
    'systemlog',
    'log.follow',
    'crashreport',
    'param.list',
    'intercom.GetConfiguration',
  ]
  expect(asked).toEqual(expect.arrayContaining(reports))
})

test('nothing that goes wrong reports one: refused and failed writes, wrong cards, a probe (EXPECT-26)', async () => {
  const { device, events, write, CardDataConfigs } = await openDevice()
  const texts: string[] = []
  const keep = async (answer: Promise<Response>) => texts.push(await (await answer).text())
  for (const [name, value] of Object.entries({
    name: 7,
    key: { a: KEYS[0] },
    keyB: `${KEYS[1]}zz`,
  })) {
    await keep(write({ CardDataConfigs: [...CardDataConfigs, { ...desfire(), [name]: value }] }))
    await keep(write({ CardDataConfigs: [classic({ [name]: value }), desfire({ [name]: value })] }))
  }
  await keep(write({ IPAccessConfiguration: server({ Address: PASSWORD, Password: [PASSWORD] }) }))
  device.fillDisk(true)
  await keep(write({ CardDataConfigs: CardDataConfigs.toReversed() }))
  device.fillDisk(false)
  const given = server({ Scheme: 'http', Address: '127.0.0.1:9' })
  const probe = { ProbeIPAccessConfiguration: { IPAccessConfiguration: given } }
  await keep(
    device.fetch('/vapix/axdsapi', { as: 'root', method: 'POST', body: JSON.stringify(probe) }),
  )
  expect(texts.at(-1)).toContain('ConnectionError')
  device.reader?.present(CARD)
  device.reader?.present({ ...CARD, contents: [] })
  expect(device.benchLog.map(([id]) => id)).toEqual(
    expect.arrayContaining(['card.accepted', 'card.refused']),
  )
  const sent = device.sent.map((message) => JSON.stringify(message))
  expect(events.length).toBeGreaterThan(0)
  expect(device.logged.length).toBeGreaterThan(0)
  expect(secretsIn([...texts, ...events, ...sent, ...device.logged])).toEqual([])
})

test('no file has one, nor has a snapshot, and factory values leave not even what was sealed', async () => {
  const { device } = await openDevice()
  const folder = device.plugged.dataFolder
  const files = () =>
    readdirSync(folder, { withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ name }) => readFileSync(join(folder, name), 'latin1'))
  const sealed = secretsOf(device.cardReader.stored()).flatMap(({ secret }) => secret || [])
  expect(sealed).toHaveLength(5)
  expect(sealed.filter((text) => files().some((file) => file.includes(text)))).toEqual(sealed)
  const snapshot = join(folder, 'snapshot.db')
  device.database.save(snapshot)
  expect(secretsIn(files())).toEqual([])
  rmSync(snapshot)
  planRestore(device.database)
  finishRestore(device.database, definitionsOf(device.product))
  expect(sealed.filter((text) => files().some((file) => file.includes(text)))).toEqual([])
  expect(device.cardReader.get()).toMatchObject({
    CardDataConfigs: [],
    IPAccessConfiguration: { Address: '', Password: '' },
  })
})
