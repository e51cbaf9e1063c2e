import { execFile, spawn } from 'node:child_process'
import { createHash, sign } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { promisify } from 'node:util'
import { createClient } from '@lintel/contract/client'
import { firmwareStatus, rollbackFirmware, rollbackSettings } from '@lintel/contract/calls/firmware'
import { listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import { factoryDefault, restoreSettings, systemReady } from '@lintel/contract/calls/system'
import { addUser, getUsers } from '@lintel/contract/calls/users'
import { FIRMWARE_VERSION } from '@lintel/contract/firmware'
import { digestFetch } from '@lintel/front-door/digest-client'
import { beforeAll, expect, test } from 'vitest'
import type { HostTime } from './host-time.ts'
import { trustCheckout } from './slots/trusted-keys.ts'
import { builtDevice } from './testing/built.ts'
import { fakeTime } from './testing/fake-time.ts'
import { boardRig } from './testing/rig.ts'
import { tempFolder } from './testing/temp-folder.ts'

const run = promisify(execFile)
const CHECKOUT = join(import.meta.dirname, '..', '..')
const KEY = join(CHECKOUT, '.firmware', 'signing-key')
const OWN_VERSION = '9.80.3'
const ROOT = { user: 'root', password: 'pass word 1' }
const SETUP = { user: 'root', pwd: ROOT.password, grp: 'root', sgrp: 'admin:operator:viewer:ptz' }

/** The bytes of an image packed by `npm run firmware`. */
let image: Buffer
beforeAll(async () => {
  const file = join(CHECKOUT, '.firmware', `test-${process.pid}.img`)
  const tool = join(CHECKOUT, 'tools', 'firmware.mjs')
  await run(process.execPath, [tool, '--version', '9.80.4', '--product', 'A8307-E', '--out', file])
  image = readFileSync(file)
  await run('rm', [file])
}, 120_000)

/** A signed image of nothing but a main module of the device. */
async function imageOf(code: string): Promise<Buffer> {
  const folder = tempFolder()
  mkdirSync(join(folder, 'device'))
  writeFileSync(join(folder, 'device', 'main.js'), code)
  const sha256 = createHash('sha256').update(code).digest('hex')
  const manifest = Buffer.from(
    JSON.stringify({
      format: 1,
      version: '9.80.5',
      buildDate: 'Nov 20 2026 09:12',
      products: [],
      files: { 'device/main.js': { size: code.length, sha256 } },
    }),
  )
  writeFileSync(join(folder, 'manifest.json'), manifest)
  writeFileSync(join(folder, 'manifest.sig'), sign(null, manifest, readFileSync(`${KEY}.pem`)))
  const packed = join(folder, 'image')
  const paths = ['manifest.json', 'manifest.sig', 'device/main.js']
  await run('tar', ['czf', packed, '--format=ustar', '-C', folder, ...paths])
  return readFileSync(packed)
}

/** The real device with its first administrator, on a board that trusts this checkout. */
async function setUp(time?: HostTime) {
  const rig = await boardRig(await builtDevice(), time ? { time } : {})
  trustCheckout(rig.folder, `${KEY}.pub.pem`)
  await rig.board.setPower('on')
  const https = () => certificateOf(rig.board.state().addresses.https).catch(() => '')
  // Its first certificate closes earlier connections.
  await expect.poll(https).not.toBe('')
  const anyone = createClient({ base: rig.http })
  await anyone.call(addUser, SETUP)
  const device = createClient({ base: rig.http, fetch: digestFetch(ROOT) })

  const happened = () => rig.board.state().happened.map(({ id }) => id)
  const starts = () => happened().filter((id) => id === 'running').length
  return {
    ...rig,
    anyone,
    device,
    https,
    happened,
    bootId: async () => (await anyone.call(systemReady, {})).bootid,
    version: async () =>
      (await device.call(listParameters, { group: FIRMWARE_VERSION })).values.get(FIRMWARE_VERSION),
    users: async () => (await device.call(getUsers, {})).viewer,
    /** The answer to curl, and the progress that it shows. */
    upload: async (bytes: Buffer, query = '') => {
      const file = join(tempFolder(), 'image.img')
      writeFileSync(file, bytes)
      const url = `${rig.http}/axis-cgi/firmwareupgrade.cgi${query}`
      const user = ['--digest', '--user', `${ROOT.user}:${ROOT.password}`]
      const flags = ['--noproxy', '*', '--progress-bar', '--max-time', '20']
      const { stdout, stderr } = await run('curl', [...user, ...flags, '-F', `file=@${file}`, url])
      return { text: stdout, progress: stderr }
    },
    /** Waits until the device has started once more. */
    comeUp: async (work: () => Promise<unknown>) => {
      const before = starts()
      await work()
      await expect.poll(starts, { timeout: 10_000 }).toBeGreaterThan(before)
    },
  }
}

test('curl uploads an image, which then runs, and a rollback restores the old settings (DEVICE-44, DEVICE-45, DEVICE-46)', async () => {
  const { board, folder, device, http, comeUp, bootId, version, users, upload } = await setUp()
  await device.call(addUser, { user: 'before', pwd: 'secret', sgrp: 'viewer' })
  expect(await version()).toBe(OWN_VERSION)
  const first = await bootId()
  await comeUp(async () => {
    const { text, progress } = await upload(image)
    expect(text).toContain('Firmware 9.80.4 is installed. The device restarts now.')
    expect(progress).toContain('100.0%')
  })
  expect(await bootId()).not.toBe(first)
  expect([await version(), await users()]).toEqual(['9.80.4', expect.arrayContaining(['before'])])
  expect(board.state().firmware.running).toMatchObject({ slot: 'B', version: '9.80.4' })
  expect(await device.call(firmwareStatus, {})).toMatchObject({
    activeFirmwareVersion: '9.80.4',
    inactiveFirmwareVersion: OWN_VERSION,
  })
  // The console, and the picture: native code is found with the board.
  const assets = join(folder, 'slots', 'B', 'image', 'console', 'assets')
  const script = readdirSync(assets).find((name) => name.endsWith('.js')) ?? ''
  const served = await fetch(`${http}/webapp/hw/assets/${script}`)
  expect(await served.text()).toBe(readFileSync(join(assets, script), 'utf8'))
  const picture = await digestFetch(ROOT)(`${http}/axis-cgi/jpg/image.cgi`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])

  await device.call(addUser, { user: 'after', pwd: 'secret', sgrp: 'viewer' })
  await comeUp(() => device.call(rollbackFirmware, {}))
  expect(await version()).toBe(OWN_VERSION)
  expect(await users()).toContain('before')
  expect(await users()).not.toContain('after')
})

test('firmware that crashes on start is rolled back automatically (MAINT-12)', async () => {
  const { happened, comeUp, version, users, upload, device, bootId } = await setUp()
  await device.call(addUser, { user: 'before', pwd: 'secret', sgrp: 'viewer' })
  const first = await bootId()
  const broken = await imageOf('process.exit(7)')
  await comeUp(async () => expect((await upload(broken)).text).toContain('9.80.5 is installed'))
  expect(await version()).toBe(OWN_VERSION)
  expect(await bootId()).not.toBe(first)
  expect(await users()).toContain('before')
  expect(await device.call(firmwareStatus, {})).not.toHaveProperty('inactiveFirmwareVersion')
  expect(happened().slice(-5)).toEqual([
    'restart',
    'slots.installed',
    'crashed',
    'slots.wentBack',
    'running',
  ])
})

const BEAT = "process.send({ type: 'heartbeat' })"
const BEATS = `setInterval(() => ${BEAT}, 5)`

/**
 * Firmware that starts, says so, answers every request, and then behaves like this.
 * @param asked what it does before each answer
 */
const firmwareThat = (behaviour: string, first = BEAT, asked = '') => `
import { createServer } from 'node:http'
process.on('disconnect', () => process.exit())
process.on('message', ({ type, plugged }) => {
  if (type !== 'plugged') return
  const { address, ports } = plugged
  const server = createServer((_request, response) => { ${asked}; response.end() })
  server.listen(ports.http, address, () => {
    const http = 'http://' + address + ':' + ports.http
    process.send({ type: 'running', http, https: '' }, () => { ${behaviour} })
  })
})
process.send({ type: 'hello' })
${first}`

test.each([
  ['hangs', firmwareThat('for (;;) {}'), 'silent'],
  ['beats and answers nobody', firmwareThat(`${BEATS}; server.close()`), 'unproved'],
  ['answers and never beats', firmwareThat('', ''), 'unproved'],
])(
  'firmware that %s is rolled back automatically (MAINT-12)',
  async (_name, code, why) => {
    const time = fakeTime()
    const { happened, comeUp, version, upload } = await setUp(time)
    const bad = await imageOf(code)
    await comeUp(async () => expect((await upload(bad)).text).toContain('9.80.5 is installed'))
    await comeUp(() =>
      expect
        .poll(
          () => {
            time.pass(1_000)
            return happened()
          },
          { timeout: 20_000 },
        )
        .toContain('slots.wentBack'),
    )
    expect(await version()).toBe(OWN_VERSION)
    expect(happened().slice(-4)).toEqual([why, 'crashed', 'slots.wentBack', 'running'])
    expect(happened()).not.toContain('slots.committed')
  },
  60_000,
)

test('firmware that beats and answers is kept, but not without a network cable', async () => {
  const time = fakeTime()
  const { board, http, happened, comeUp, upload } = await setUp(time)
  // Its heart beats in the time of the test: whenever it is asked.
  const good = await imageOf(firmwareThat('', BEAT, BEAT))
  await comeUp(() => upload(good))
  board.setWorld({ cable: false })
  const pass = async () => {
    await fetch(http)
    time.pass(1_000)
    return happened()
  }
  for (let second = 0; second < 100; second += 1) {
    expect(await pass()).not.toContain('slots.committed')
  }
  board.setWorld({ cable: true })
  await expect.poll(pass, { timeout: 10_000 }).toContain('slots.committed')
})

test('a refused image changes nothing, not even the boot id (MAINT-12, MAINT-16)', async () => {
  const { version, bootId, upload, folder, happened } = await setUp()
  const first = await bootId()
  const bent = Buffer.from(image)
  bent.fill(0, image.length - 5000, image.length - 4000)
  for (const bytes of [image.subarray(0, -1000), bent, Buffer.from('something else')]) {
    expect((await upload(bytes)).text).toContain('<body>Error: ')
  }
  expect([await version(), await bootId()]).toEqual([OWN_VERSION, first])
  expect(readdirSync(folder)).not.toContain('slots')
  expect(happened().filter((id) => id === 'firmware.refused')).toHaveLength(3)
})

test('the power may fail at any moment of an upgrade: the device starts, with its accounts', async () => {
  const { board, folder, http, happened, version, users, upload, device } = await setUp()
  await device.call(addUser, { user: 'before', pwd: 'secret', sgrp: 'viewer' })

  // During the upload.
  const sender = spawn('curl', [
    '--digest',
    '--user',
    `${ROOT.user}:${ROOT.password}`,
    '--noproxy',
    '*',
    '--silent',
    '--limit-rate',
    '500k',
    '-F',
    'file=@-;filename=image.img',
    `${http}/axis-cgi/firmwareupgrade.cgi`,
  ])
  sender.stdin.on('error', () => {})
  sender.stdin.end(image)
  const coming = join(folder, 'device', 'upload')
  await expect.poll(() => existsSync(join(coming, 'device'))).toBe(true)
  await board.setPower('cycle')
  sender.kill()
  expect([await version(), await users()]).toEqual([
    OWN_VERSION,
    expect.arrayContaining(['before']),
  ])
  await expect.poll(() => existsSync(coming)).toBe(false)

  // Between the answer and the start of the new firmware, and during that start.
  await upload(image)
  await board.setPower('off')
  const booting = board.power.on().catch(() => {})
  await new Promise((resolve) => {
    setTimeout(resolve, 60)
  })
  await board.setPower('off')
  await booting
  await board.setPower('on')
  expect([await version(), await users()]).toEqual(['9.80.4', expect.arrayContaining(['before'])])
  expect(happened()).not.toContain('crashed')
})

/** The certificate that https presents. */
function certificateOf(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connectTls({ host: hostname, port: Number(port), rejectUnauthorized: false })
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      resolve(socket.getPeerCertificate().fingerprint256)
      socket.destroy()
    })
  })
}

test('a restore keeps the address and the certificate, a factory default only the hardware (MAINT-03, MAINT-04)', async () => {
  const { board, device, anyone, https, comeUp } = await setUp()
  const [own, { serial }] = [await https(), board.state()]
  await device.call(updateParameters, {
    'root.Network.IPAddress': '192.168.7.7',
    'root.Network.HostName': 'gate',
  })
  const settings = async () => {
    const { values } = await device.call(listParameters, { group: 'root.Network' })
    return [values.get('root.Network.IPAddress'), values.get('root.Network.HostName')]
  }
  const needsSetup = async () => (await anyone.call(systemReady, {})).needsetup

  await comeUp(() => device.call(restoreSettings, {}))
  expect(await needsSetup()).toBe('yes')
  await anyone.call(addUser, SETUP)
  const [address, name] = await settings()
  expect([address, name?.endsWith(serial.toLowerCase())]).toEqual(['192.168.7.7', true])
  expect(await https()).toBe(own)

  await comeUp(() => device.call(factoryDefault, {}))
  await expect.poll(async () => (await https()) || own).not.toBe(own)
  expect(await needsSetup()).toBe('yes')
  await anyone.call(addUser, SETUP)
  expect((await settings())[0]).toBe('192.168.0.90')
  expect(board.state().serial).toBe(serial)
})

test('after a factory default, a rollback keeps what was set up since, instead of an open set-up', async () => {
  const { board, device, anyone, comeUp, upload, version, users } = await setUp()
  await comeUp(() => upload(image))
  await comeUp(() => device.call(factoryDefault, {}))
  await anyone.call(addUser, SETUP)
  await device.call(addUser, { user: 'since', pwd: 'secret', sgrp: 'viewer' })
  expect(await device.call(rollbackSettings, {})).toEqual({ settings: 'copy' })
  await comeUp(() => device.call(rollbackFirmware, {}))
  expect([await version(), board.state().firmware.running.slot]).toEqual([OWN_VERSION, 'A'])
  expect(await users()).toContain('since')
  expect(await device.call(rollbackSettings, {})).toEqual({ settings: 'own' })
})

test('a factory default interrupted by a power cut leaves the old state or the new one (DEVICE-43)', async () => {
  const { board, device, anyone } = await setUp()
  await device.call(factoryDefault, {})
  await board.setPower('off')
  const booting = board.power.on().catch(() => {})
  await board.setPower('off')
  await booting
  await board.setPower('on')
  expect((await anyone.call(systemReady, {})).needsetup).toBe('yes')
})
