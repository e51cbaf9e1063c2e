import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FirmwareOrder, SlotSettings } from '@lintel/contract/wire'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeImage, PUBLIC_KEY } from '../../engines/firmware/testing/make-image.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { firmwareService } from './firmware.ts'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([firmwareService])
  device.makeAccounts()
  device.plugged.trustedKeys.push(PUBLIC_KEY)
})
afterEach(() => device.close())

const PATH = '/axis-cgi/firmwaremanagement.cgi'
const manage = (method: string, more: object = {}) =>
  device.json(PATH, { apiVersion: '1.0', method, ...more }, 'root')

/** The board's firmware orders, in the order of sending. */
const orders = (): FirmwareOrder[] =>
  device.sent.flatMap((message) => (message.type === 'order' ? [message.order] : []))

/** The board carries out every order from now on, or fails it with this error. */
function answerOrders(error?: 'storage' | 'internal'): () => void {
  let answered = device.sent.length
  const timer = setInterval(() => {
    for (const message of device.sent.slice(answered)) {
      answered += 1
      if (message.type === 'order') {
        device.receive({ type: 'ordered', to: message.ask, ...(error ? { error } : {}) })
      }
    }
  }, 1)
  return () => clearInterval(timer)
}

function withOther(inactiveSettings?: SlotSettings): void {
  device.receive({
    type: 'firmware',
    firmware: {
      running: { slot: 'B', version: '9.80.4', buildDate: 'Nov 20 2026 09:12' },
      inactive: { slot: 'A', version: '9.80.3', buildDate: 'Nov 20 2026 09:12' },
      inactiveSettings,
      committed: false,
      upgradedAt: Date.UTC(2026, 10, 20, 13, 7, 32),
    },
  })
}

const upload = async (image: Buffer, query = '') => {
  const form = new FormData()
  form.append('fileData', new Blob([image], { type: 'application/octet-stream' }), 'image.img')
  const path = `/axis-cgi/firmwareupgrade.cgi${query}`
  const response = await device.fetch(path, { method: 'POST', body: form, as: 'root' })
  return { status: response.status, text: await response.text() }
}

test('reports the running firmware in the recorded form (DEVICE-45)', async () => {
  const text = await device.text(PATH, {
    method: 'POST',
    body: '{"apiVersion":"1.0","method":"status"}',
    as: 'root',
  })
  expect(text).toMatch(
    /^\{"apiVersion":"1\.10","method":"status","data":\{"activeFirmwareVersion":"9\.80\.3","activeFirmwarePart":"\d{10}","isCommited":true\}\}$/,
  )
  withOther()
  expect(await manage('status', { context: 'c' })).toEqual({
    apiVersion: '1.10',
    context: 'c',
    method: 'status',
    data: {
      activeFirmwareVersion: '9.80.4',
      activeFirmwarePart: expect.stringMatching(/^\d{10}$/) as string,
      inactiveFirmwareVersion: '9.80.3',
      isCommited: false,
      lastUpgradeAt: '2026-11-20 14:07:32',
    },
  })
})

test('an unknown method is refused with the recorded bytes, an unknown version with its code', async () => {
  const body = '{"apiVersion":"1.10","method":"bogus"}'
  expect(await device.text(PATH, { method: 'POST', body, as: 'root' })).toBe(
    '{"apiVersion":"1.10","method":"bogus","error":{"code":405,"message":"Unknown method in request."}}',
  )
  expect(await manage('status', { apiVersion: '2.0' })).toMatchObject({ error: { code: 417 } })
  expect(await manage('factoryDefault')).toMatchObject({ error: { code: 400 } })
  expect(await manage('getSupportedVersions')).toMatchObject({ data: { apiVersions: ['1.10'] } })
})

test('says with which settings a rollback starts', async () => {
  const path = '/lintel/firmware/rollback-settings'
  const read = async () => (await device.fetch(path, { as: 'root' })).json()
  expect((await device.fetch(path, { as: 'root' })).status).toBe(404)
  for (const settings of [undefined, 'own', 'copy', 'open'] as const) {
    withOther(settings)
    expect(await read()).toEqual({ settings: settings ?? 'own' })
  }
})

test('rolls back if there is an older firmware, and answers first (DEVICE-46)', async () => {
  for (const method of ['rollback', 'purge']) {
    expect(await manage(method, { apiVersion: '1.4' })).toMatchObject({
      error: { code: 404, message: 'No old firmware exists.' },
    })
  }
  expect(orders()).toEqual([])
  withOther()
  const stop = answerOrders()
  expect(await manage('commit')).toMatchObject({ data: {} })
  expect(await manage('purge')).toMatchObject({ data: {} })
  expect(device.restarts()).toBe(0)
  expect(await manage('rollback', { apiVersion: '1.4' })).toEqual({
    apiVersion: '1.10',
    method: 'rollback',
    data: {},
  })
  stop()
  expect(orders()).toEqual([{ do: 'commit' }, { do: 'purge' }, { do: 'rollback' }])
  expect(device.restarts()).toBe(1)
  // A device that shuts down refuses further requests.
  expect(await manage('reboot')).toMatchObject({ error: { code: 423 } })
})

test('reboots, and resets softly or hard', async () => {
  expect(await manage('reboot')).toMatchObject({ data: {} })
  expect(device.restarts()).toBe(1)
  await device.close()
  device = await openTestDevice([firmwareService])
  device.makeAccounts()
  const stop = answerOrders()
  expect(await manage('factoryDefault', { params: { factoryDefaultMode: 'hard' } })).toMatchObject({
    data: {},
  })
  stop()
  expect([orders(), device.restarts()]).toEqual([[{ do: 'factoryDefault' }], 1])
})

test('accepts older firmware, too, and says that it is older', async () => {
  const stop = answerOrders()
  const { text } = await upload(await makeImage({ version: '9.80.2' }))
  stop()
  expect(text).toContain(
    'Firmware 9.80.2 is installed. It is older than 9.80.3. The device restarts now.',
  )
  expect(device.restarts()).toBe(1)
})

test('accepts an image, answers, and restarts into it (DEVICE-44, MAINT-13)', async () => {
  const stop = answerOrders()
  const result = await upload(await makeImage(), '?type=factorydefault')
  stop()
  expect(result).toEqual({
    status: 200,
    text: '<html><head><title>Firmware upgrade</title></head><body>Firmware 9.80.4 is installed. The device restarts now.</body></html>\n',
  })
  const folder = join(device.plugged.dataFolder, 'upload')
  expect(orders()).toEqual([{ do: 'install', folder, factoryDefault: true }])
  expect(device.restarts()).toBe(1)
  expect(device.benchLog).toContainEqual(['firmware.uploaded', { version: '9.80.4' }])
})

test('refuses a file that is not one of our images with Error, and changes nothing (DEVICE-44, MAINT-16)', async () => {
  const image = await makeImage()
  const cases: [Buffer, string][] = [
    [image.subarray(0, image.length / 2), 'Error: The firmware image is incomplete.'],
    [Buffer.from('not an image'), 'Error: This is not a firmware image.'],
    [await makeImage({ products: ['C1410'] }), 'Error: The firmware image is for C1410'],
  ]
  for (const [bytes, text] of cases) {
    const result = await upload(bytes)
    expect([result.status, result.text]).toEqual([200, expect.stringContaining(text)])
  }
  const reason = 'This is not a firmware image.'
  expect(device.benchLog).toContainEqual(['firmware.refused', { reason }])
  expect((await upload(image, '?type=odd')).text).toContain('Error: ')
  device.fillDisk(true)
  const full = await upload(image)
  expect([full.status, full.text]).toEqual([
    507,
    expect.stringContaining('Error: The device has no'),
  ])
  device.fillDisk(false)
  const stop = answerOrders('storage')
  const noRoom = await upload(image)
  stop()
  expect([noRoom.status, noRoom.text]).toEqual([507, expect.stringContaining('no storage left')])
  expect([device.restarts(), orders().length]).toEqual([0, 1])
  expect(existsSync(join(device.plugged.dataFolder, 'upload'))).toBe(false)
  // A valid one is accepted after all these.
  const stopAgain = answerOrders()
  expect((await upload(image)).text).toContain('is installed')
  stopAgain()
})

test('the next start removes an upload interrupted by a power cut', async () => {
  const folder = join(device.plugged.dataFolder, 'upload')
  mkdirSync(folder)
  writeFileSync(join(folder, 'manifest.json'), '{')
  firmwareService(device)
  await expect.poll(() => existsSync(folder)).toBe(false)
})

test('a second upload at the same time is refused as busy', async () => {
  const image = await makeImage()
  let finish: () => void = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(image.subarray(0, 300))
      finish = () => {
        controller.enqueue(image.subarray(300))
        controller.close()
      }
    },
  })
  const stop = answerOrders()
  const options = { method: 'POST', body, as: 'root', duplex: 'half' }
  const first = device.text('/axis-cgi/firmwareupgrade.cgi', options as RequestInit)
  await expect
    .poll(async () => manage('commit'))
    .toMatchObject({ error: { code: 423, message: 'A firmware image is being uploaded.' } })
  const second = await upload(image)
  expect([second.status, second.text]).toEqual([409, expect.stringContaining('Error: ')])
  finish()
  expect(await first).toContain('Firmware 9.80.4 is installed.')
  stop()
})
