import { execFileSync, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { productCalled } from '@lintel/contract/products/products'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makeOwnCertificate } from '../../certificates/make.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { crashesIn } from './report.ts'
import { reportServiceWith } from './reports.ts'

const SOURCE = new URL('../../engines/video/worker.ts', import.meta.url).href

/** Runs the worker from source; the device runs the built one. */
function startWorker(): Worker {
  const source = `import('tsx/esm/api').then(({ tsImport }) => tsImport('${SOURCE}', '${SOURCE}'))`
  const worker = new Worker(source, { eval: true })
  drawing += 1
  worker.once('exit', () => (drawing -= 1))
  return worker
}
/** The number of workers running. */
let drawing = 0

const REPORT = '/axis-cgi/serverreport.cgi'
const LOG = '/axis-cgi/systemlog.cgi'
const AT = Date.UTC(2026, 10, 20, 13, 7, 32)

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([reportServiceWith(startWorker)], AT)
  device.makeAccounts()
  device.parameters.set({ 'root.Time.TimeZone': 'Europe/Stockholm' })
})
afterEach(() => device.close())

const text = (path: string) => device.text(path, { as: 'root' })

/** The log as the board writes it. */
function logged(lines: readonly (object | string)[], file = device.plugged.logFile): void {
  const written = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  writeFileSync(file, written.map((line) => `${line}\n`).join(''))
}

const line = (msg: string, more: object = {}) => ({ level: 30, time: AT, msg, ...more })

const lacks = (program: string) => spawnSync(program, ['--help']).error !== undefined

/** The files of an archive, extracted with unzip or tar. */
async function unpacked(path: string, program: string, ...options: string[]) {
  const at = mkdtempSync(join(tmpdir(), 'lintel-report-'))
  onTestFinished(() => rmSync(at, { recursive: true, force: true }))
  const response = await device.fetch(path, { as: 'root' })
  writeFileSync(join(at, 'archive'), Buffer.from(await response.arrayBuffer()))
  mkdirSync(join(at, 'out'))
  execFileSync(program, [...options, '../archive'], { cwd: join(at, 'out') })
  const names = readdirSync(join(at, 'out')).toSorted()
  return {
    headers: response.headers,
    names,
    file: (name: string) => readFileSync(join(at, 'out', name)),
  }
}

describe('server report', () => {
  test('it describes the device and its state, in local time (DEVICE-53)', async () => {
    await device.clock.advance(90_061_000)
    const response = await device.fetch(REPORT, { as: 'root' })
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBeNull()
    const report = await response.text()
    const { running } = device.firmware.slots()
    for (const fact of [
      'Number: A8307-E',
      `Serial number: ${device.plugged.serial}`,
      `Firmware: ${running.version} (slot ${running.slot}, ${running.buildDate})`,
      `Boot: ${device.bootId}`,
      'Time: 2026-11-21T15:08:33.000+01:00',
      'Zone: Europe/Stockholm',
      'Started: 2026-11-20T14:07:32.000+01:00',
      'Up: 1 d 01:01:01',
      'Address: 127.0.0.1, mask 255.0.0.0, broadcast 127.255.255.255',
      'MAC address: AC:CC:8E:01:23:45',
      'Host name: axis-accc8e012345',
      `Node.js: ${process.version}`,
      'oper: operator viewer',
      'root.Network.BootProto=dhcp',
    ]) {
      expect(report).toContain(`${fact}\n`)
    }
    expect(report).toMatch(/^SD cards: images, by e2fsprogs, /m)
    expect(report).toMatch(/^Network share: (by smbclient|smbclient is not installed)$/m)
    expect(report).toMatch(/Database: \d+\.\d MiB\nDisk: [\d.]+ MiB of [\d.]+ MiB free\n/)
  })

  test('it is at its older path too', async () => {
    logged([line('hello')])
    const [title] = (await text(REPORT)).split('\n')
    expect(title).toContain('Server report')
    expect((await text('/axis-cgi/admin/serverreport.cgi')).split('\n')[0]).toBe(title)
  })

  test('it includes the latest changes', async () => {
    device.parameters.set({ 'root.Network.HostName': 'gate' })
    device.accounts.add({ name: 'late', comment: '', groups: ['viewer'] }, 'pass-late')
    logged([line('something happened', { value: 'a b' })])
    const report = await text(REPORT)
    expect(report).toContain('Host name: gate\n')
    expect(report).toContain('late: viewer\n')
    expect(report).toContain('something happened value="a b"')
  })

  test('it holds no secret, and certificates by fingerprint', async () => {
    device.parameters.set({
      'root.SNMP.InitialUserPasswd': 'sesame-1',
      'root.SNMP.V1ReadCommunity': 'sesame-2',
      'root.RemoteService.ProxyPassword': 'sesame-3',
    })
    device.onvifAccounts.add([{ name: 'vms', level: 'Administrator', password: 'sesame-4' }])
    const now = device.clock.now()
    const { cert, key } = await makeOwnCertificate({ hostName: 'gate', others: [], now })
    device.certificates.put([{ id: 'front', kind: 'own', cert, key, factory: false }])
    const report = await text(REPORT)
    expect(report).toContain('root.SNMP.V1ReadCommunity=*****\n')
    expect(report).toContain('vms: ONVIF Administrator\n')
    expect(report).not.toMatch(/sesame|pass-root|pass-oper|PRIVATE KEY/)
    const { fingerprint256 } = new X509Certificate(cert)
    expect(report).toContain(`front (own)\n  Subject: CN=gate\n`)
    expect(report).toContain(`  SHA-256: ${fingerprint256}\n`)
  })

  test.skipIf(lacks('unzip'))(
    'as zip it contains report and log (DEVICE-54, REPORTS-04)',
    async () => {
      logged([line('packed')])
      const { headers, names, file } = await unpacked(`${REPORT}?mode=zip`, 'unzip', '-q')
      expect(headers.get('content-type')).toBe('application/zip')
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="server-report_${device.plugged.serial}_2026-11-20.zip"`,
      )
      expect(names).toEqual(['server-report.txt', 'system-log.txt'])
      expect(file('server-report.txt').toString()).toContain('Number: A8307-E\n')
      expect(file('system-log.txt').toString()).toBe(
        '2026-11-20T14:07:32.000+01:00 axis-accc8e012345 [ INFO    ] device: packed\n',
      )
    },
  )

  test.skipIf(lacks('unzip'))(
    'with a picture it also contains the camera’s view (DEVICE-54)',
    async () => {
      const { names, file } = await unpacked(`${REPORT}?mode=zip_with_image`, 'unzip', '-q')
      expect(names).toEqual(['server-report.txt', 'snapshot.jpg', 'system-log.txt'])
      expect(file('snapshot.jpg').subarray(0, 3).toString('hex')).toBe('ffd8ff')
      await expect.poll(() => drawing).toBe(0)
    },
    20_000,
  )

  test.skipIf(lacks('tar'))(
    'tar_all contains all of it',
    async () => {
      const { names } = await unpacked(`${REPORT}?mode=tar_all`, 'tar', '-xf')
      expect(names).toEqual(['server-report.txt', 'snapshot.jpg', 'system-log.txt'])
    },
    20_000,
  )

  test('without a camera a picture is refused with a reason', async () => {
    const speaker = await openTestDevice(
      [reportServiceWith(startWorker)],
      AT,
      productCalled('C1410'),
    )
    onTestFinished(() => speaker.close())
    speaker.makeAccounts()
    const answer = await speaker.fetch(`${REPORT}?mode=zip_with_image`, { as: 'root' })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toBe('Error: The device has no camera.\n')
    expect((await speaker.fetch(`${REPORT}?mode=zip`, { as: 'root' })).status).toBe(200)
  })

  test('the mode may be posted as a form, but not as JSON', async () => {
    const post = (body: string | URLSearchParams) =>
      device.fetch(REPORT, { as: 'root', method: 'POST', body })
    const zip = await post(new URLSearchParams({ mode: 'zip' }))
    expect(zip.headers.get('content-type')).toBe('application/zip')
    expect((await post('{"mode":"zip"}')).status).toBe(400)
    expect(
      (await device.fetch('/axis-cgi/debug/debug.tgz', { as: 'root', method: 'POST' })).status,
    ).toBe(405)
  })

  test('an unknown mode is refused, and so is every caller but administrators', async () => {
    expect((await device.fetch(`${REPORT}?mode=pdf`, { as: 'root' })).status).toBe(400)
    for (const path of [REPORT, '/axis-cgi/debug/debug.tgz', LOG]) {
      expect((await device.fetch(path, { as: 'oper' })).status).toBe(403)
      expect((await device.fetch(path)).status).toBe(401)
    }
  })
})

describe('crash report', () => {
  test.skipIf(lacks('tar'))('it shows how the device crashed (DEVICE-55, REPORTS-05)', async () => {
    logged([
      line('before'),
      'TypeError: something is undefined',
      '    at nowhere',
      { level: 50, time: AT, app: 'board', msg: 'the device crashed', code: 1, signal: null },
      line('after'),
    ])
    const { headers, names, file } = await unpacked('/axis-cgi/debug/debug.tgz', 'tar', '-xzf')
    expect(headers.get('content-type')).toBe('application/x-gzip')
    expect(headers.get('content-disposition')).toContain('.tgz"')
    expect(names).toEqual(['crashes.txt', 'server-report.txt', 'system-log.txt'])
    const crashes = file('crashes.txt').toString()
    expect(crashes).toContain('TypeError: something is undefined\n')
    expect(crashes).toContain('[ ERROR   ] board: the device crashed code=1 signal=null\n')
    expect(crashes).not.toContain('after')
    expect(file('system-log.txt').toString()).toContain('after')
  })

  test('of many crashes it shows the latest ones', () => {
    const log = Array.from({ length: 7 }, (_, at) => ({
      at: AT,
      level: 50,
      app: 'board',
      text: `crash ${at}`,
    }))
    const ends = crashesIn(log, (lines) => `${lines.at(-1)?.text}\n`)
    expect(ends.split('\n').filter(Boolean)).toEqual([2, 3, 4, 5, 6].map((at) => `crash ${at}`))
  })

  test.skipIf(lacks('tar'))('without a crash it says so', async () => {
    logged([line('all is well')])
    const { file } = await unpacked('/axis-cgi/debug/debug.tgz', 'tar', '-xzf')
    expect(file('crashes.txt').toString()).toBe('The log knows of no crash.\n')
  })
})

describe('system log', () => {
  test('it returns the requested lines in order, at either address (DEVICE-147)', async () => {
    logged([line('older')], `${device.plugged.logFile}.1`)
    logged([
      line('door opened', { app: 'relay' }),
      line('door closed'),
      { level: 40, time: AT, msg: 'hm' },
    ])
    const head = '2026-11-20T14:07:32.000+01:00 axis-accc8e012345'
    const all = [
      `${head} [ INFO    ] device: older`,
      `${head} [ INFO    ] relay: door opened`,
      `${head} [ INFO    ] device: door closed`,
      `${head} [ WARNING ] device: hm`,
    ]
    const shown = (lines: readonly string[]) => lines.map((one) => `${one}\n`).join('')
    expect(await text(LOG)).toBe(shown(all))
    const admin = '/axis-cgi/admin/systemlog.cgi'
    expect(await text(`${admin}?appname=relay`)).toBe(shown(all.slice(1, 2)))
    expect(await text(`${LOG}?text=door`)).toBe(shown(all.slice(1, 3)))
    expect(await text(`${LOG}?appname=relay&text=closed`)).toBe('')
  })

  test('a device without log entries returns an empty log', async () => {
    expect(await text(LOG)).toBe('')
  })

  test('text from outside can neither forge a line nor control a terminal', async () => {
    logged([line('sign-in failed', { user: 'x\n2026 device: forged\u001b[2J' }), '\u001b[31mraw'])
    const lines = (await text(LOG)).trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    // oxlint-disable-next-line no-control-regex -- it is what must not be there
    expect(lines.join('')).not.toMatch(/[\u0000-\u001f]/)
  })

  test('of a long log it returns the end, without blocking other requests', async () => {
    const many = Array.from({ length: 30_000 }, (_, at) =>
      line('request', { request: `a-${at}`, path: '/axis-cgi/param.cgi', status: 200, ms: 1.5 }),
    )
    logged(many)
    let turns = 0
    let over = false
    const count = () => {
      turns += 1
      if (!over) setImmediate(count)
    }
    count()
    const lines = (await text(LOG)).trimEnd().split('\n')
    over = true
    expect(lines).toHaveLength(2000)
    expect(lines.at(-1)).toContain('request=a-29999 ')
    expect(turns).toBeGreaterThan(10)
  })
})
