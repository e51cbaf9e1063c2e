/** The sample application, packed by its script, on a device. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TOPICS } from '@lintel/contract/events'
import { gunzipSync } from 'node:zlib'
import { bytesOf, entriesIn } from '../device/src/archive/read-tar.ts'
import { readManifest, readPackageConf } from '../device/src/engines/apps/settings.ts'
import { arriving } from '../device/src/engines/apps/testing/make-package.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAppDevice } from '../device/src/services/testing/app-device.ts'
import type { AppDevice } from '../device/src/services/testing/app-device.ts'
import { packSample } from './app.mjs'

let folder: string
let open: AppDevice
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-sample-'))
  await packSample(join(folder, 'ring-counter.eap'))
  open = await openAppDevice()
  open.device.parameters.set({ 'root.Network.HTTP.AuthenticationPolicy': 'basic_digest' })
})
afterAll(async () => {
  await open.device.close()
  rmSync(folder, { recursive: true })
})

const callState = (CallState: string) =>
  open.device.events.publish(
    { topic: TOPICS.callState, source: { Source: 'SIP' }, data: { CallState } },
    'state',
  )

const rings = async (): Promise<unknown> => {
  const answer = await open.local('ring_counter/rings', 'view')
  return answer.status === 200 ? ((await answer.json()) as { rings: number }).rings : -answer.status
}

test('it is a package in the public form: its manifest first, then the older form of the same', async () => {
  const eap = readFileSync(join(folder, 'ring-counter.eap'))
  const texts = new Map<string, string>()
  for await (const { path, bytes } of entriesIn(arriving(gunzipSync(eap)), { anybodys: true })) {
    texts.set(path, (await bytesOf(bytes)).toString())
  }
  expect(Array.from(texts.keys()).slice(0, 3)).toEqual([
    'manifest.json',
    'package.conf',
    'ring_counter',
  ])
  const { settings } = readManifest(texts.get('manifest.json') ?? '')
  const older = readPackageConf(texts.get('package.conf') ?? '').settings
  // The older form has no word of endpoints, nor of who may see pages.
  expect(older).toEqual({ ...settings, endpoints: [], pagesAccess: 'admin' })
})

test(
  'it counts how often the door rings, and keeps the number over a stop',
  { timeout: 30_000 },
  async () => {
    const eap = readFileSync(join(folder, 'ring-counter.eap'))
    expect(await open.upload(eap)).toBe('OK\n')
    callState('Idle')
    expect(await open.control('start', 'ring_counter')).toBe('OK\n')
    // It may ring before the application listens; it then counts the next ring.
    await expect
      .poll(async () => {
        for (const state of ['Calling', 'Active', 'Idle']) callState(state)
        return rings()
      })
      .toBeGreaterThan(0)
    const before = await rings()
    for (const state of ['Calling', 'Idle', 'Active', 'Idle', 'Calling', 'Idle']) callState(state)
    await expect.poll(rings).toBe(Number(before) + 2)
    await open.control('stop', 'ring_counter')
    expect(await rings()).toBe(-503)
    await open.control('start', 'ring_counter')
    await expect.poll(rings).toBe(Number(before) + 2)
    const reset = (as: string) =>
      open.device.fetch('/local/ring_counter/reset', { method: 'POST', as })
    expect((await reset('view')).status).toBe(403)
    expect((await reset('oper')).status).toBe(200)
    expect(await rings()).toBe(0)
    expect((await open.local('ring_counter/', 'view')).status).toBe(200)
  },
)
