import { hostAddress } from '@lintel/front-door/host-addresses'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { finishRestore } from '../../state/reset.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { systemService } from './system.ts'

/** Another address of the host; only Linux has it. */
const OTHER = '127.0.0.81'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([systemService])
})
afterEach(() => device.close())

const PATH = '/axis-cgi/systemready.cgi'
const query = { apiVersion: '1.2', method: 'systemready', params: { timeout: 20 } }

const BOOT_ID = 'a537b0cb-558a-4efd-bdce-e4be6bd22c9a'
/** The recorded response; ours has its own boot id and no blanks. */
const recorded =
  '{"apiVersion": "1.5", "method": "systemready", "data": {"systemready": "yes", "needsetup": "no", "uptime": "1020", "bootid": "a537b0cb-558a-4efd-bdce-e4be6bd22c9a", "passphrasepolicy": "none"}}'

test('anyone can read the readiness, as recorded, with all values as text (DEVICE-47)', async () => {
  device.makeAccounts()
  await device.clock.advance(1_020_900)
  const text = await device.text(PATH, { method: 'POST', body: JSON.stringify(query) })
  expect(text).toBe(JSON.stringify(JSON.parse(recorded.replace(BOOT_ID, device.bootId))))
})

test('readiness refuses JSON that is none in the recorded words and code', async () => {
  const answer = await device.text(PATH, { method: 'POST', body: '{' })
  expect(JSON.parse(answer)).toEqual({
    apiVersion: '1.5',
    error: { code: 1000, message: 'Invalid JSON input' },
  })
  expect(await device.json(PATH, { method: 'getSupportedVersions' })).toMatchObject({
    data: { apiVersions: ['1.5'] },
  })
})

test('before set-up it says so, and echoes the context', async () => {
  expect(await device.json(PATH, { ...query, context: 'c' })).toMatchObject({
    context: 'c',
    data: { systemready: 'yes', needsetup: 'yes', uptime: '0' },
  })
})

test('a restart answers with a page and then shuts down; until then the device is not ready (DEVICE-41)', async () => {
  device.makeAccounts()
  const answer = await device.fetch('/axis-cgi/restart.cgi', { as: 'root' })
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await answer.text()).toBe(
    '<html><head><title>Restart</title></head><body>The device restarts now.</body></html>\n',
  )
  expect(device.restarts()).toBe(1)
  expect(await device.json(PATH, query)).toMatchObject({ data: { systemready: 'no' } })
})

test('only administrators can restart the device', async () => {
  device.makeAccounts()
  expect((await device.fetch('/axis-cgi/restart.cgi')).status).toBe(401)
  expect((await device.fetch('/axis-cgi/restart.cgi', { as: 'oper' })).status).toBe(403)
  expect(device.restarts()).toBe(0)
})

test('a restore is stored, answered, and carried out by the next start (DEVICE-42)', async () => {
  device.makeAccounts()
  expect(await device.text('/axis-cgi/factorydefault.cgi', { as: 'root' })).toBe(
    '<html><head><title>Restore</title></head><body>The device restarts now with factory values. Its IP settings stay.</body></html>\n',
  )
  expect(device.restarts()).toBe(1)
  expect(finishRestore(device.database, [])).toBe(true)
})

test('the board does a factory default: the response follows once the order is on its disk (MAINT-04, DEVICE-43)', async () => {
  device.makeAccounts()
  const answer = device.fetch('/axis-cgi/hardfactorydefault.cgi', { as: 'root' })
  await expect
    .poll(() => device.sent.find(({ type }) => type === 'order'))
    .toEqual({ type: 'order', ask: 1, order: { do: 'factoryDefault' } })
  expect(device.restarts()).toBe(0)
  device.receive({ type: 'ordered', to: 1 })
  expect((await answer).status).toBe(200)
  expect(device.restarts()).toBe(1)
})

test('a factory default that the board can’t store is an error, and the device stays up', async () => {
  device.makeAccounts()
  const answer = device.fetch('/axis-cgi/hardfactorydefault.cgi', { as: 'root' })
  await expect.poll(() => device.sent.some(({ type }) => type === 'order')).toBe(true)
  device.receive({ type: 'ordered', to: 1, error: 'storage' })
  expect(await (await answer).text()).toContain('Error: The device has no storage left.')
  expect(device.restarts()).toBe(0)
  expect(await device.json(PATH, query)).toMatchObject({ data: { systemready: 'yes' } })
})

test.each(['/axis-cgi/factorydefault.cgi', '/axis-cgi/hardfactorydefault.cgi'])(
  'only administrators can reset the device by %s',
  async (path) => {
    device.makeAccounts()
    expect((await device.fetch(path)).status).toBe(401)
    expect((await device.fetch(path, { as: 'oper' })).status).toBe(403)
    expect(device.restarts()).toBe(0)
    expect(finishRestore(device.database, [])).toBe(false)
  },
)

test.runIf(hostAddress(OTHER) !== undefined)(
  'after a factory default the device is at the address of its lease',
  async () => {
    device.makeAccounts()
    const { port } = new URL(device.url)
    const lease = `http://127.0.0.1:${port}`
    const askAt = async (at: string) => {
      const authorization = `Basic ${Buffer.from('root:pass-root').toString('base64')}`
      const path = '/lintel/system/address-after-reset'
      return (await fetch(`${at}${path}`, { headers: { authorization } })).json()
    }
    expect(await askAt(lease)).toEqual({ moves: false, addresses: { http: lease } })
    device.parameters.set({ 'root.Network.BootProto': 'none', 'root.Network.IPAddress': OTHER })
    await device.network.settled()
    expect(await askAt(`http://${OTHER}:${port}`)).toEqual({
      moves: true,
      addresses: { http: lease },
    })
  },
)
