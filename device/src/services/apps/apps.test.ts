import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appPackage } from '../../engines/apps/testing/make-package.ts'
import { openAppDevice } from '../testing/app-device.ts'
import type { AppDevice } from '../testing/app-device.ts'

let open: AppDevice
beforeEach(async () => {
  open = await openAppDevice()
})
afterEach(() => open.device.close())

const ownFolder = () => join(open.folder, open.stored()[0] ?? '')
/** What the script of the application writes. */
const fileOf = (name: string) => join(ownFolder(), 'localdata', name)
const textOf = (name: string) =>
  existsSync(fileOf(name)) ? readFileSync(fileOf(name), 'utf8') : ''

function runs(pid: string): boolean {
  try {
    process.kill(Number(pid), 0)
    // One that has ended, but of which nobody has heard yet, is no longer running.
    return !readFileSync(`/proc/${pid.trim()}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

/** Sleeps, with a child, and writes both processes down. */
const FAMILY = 'sleep 600 & echo $! > localdata/child; echo $$ > localdata/parent; wait'

describe('an application', () => {
  test('is installed stopped, and listed with what it says of itself (APPS-03, DEVICE-135, DEVICE-136)', async () => {
    expect(await open.list()).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<reply xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" result="ok"></reply>\n',
    )
    expect(await open.install({ configuration: { settingPage: 'index.html' } })).toBe('OK\n')
    expect(await open.list()).toContain(
      '<application Name="bell" ApplicationID="4711" NiceName="Bell" Vendor="Example Ltd" Version="2.1.0" Bundled="No" Status="Stopped" License="None" ConfigurationPage="local/bell/index.html" VendorHomePage="https://example.com/bell" SignatureStatus="Unsigned"/>',
    )
  })

  test('is started, stopped and removed, and says by a code what can’t be (APPS-04, APPS-05, DEVICE-134)', async () => {
    expect(await open.control('start')).toMatch(/^Error: 4\n/)
    await open.install()
    expect(await open.control('stop')).toMatch(/^Error: 7\n/)
    expect(await open.control('start')).toBe('OK\n')
    expect(await open.status()).toBe('Running')
    expect(await open.control('start')).toMatch(/^Error: 6\n/)
    expect(await open.control('restart')).toBe('OK\n')
    expect(await open.control('stop')).toBe('OK\n')
    expect(await open.status()).toBe('Stopped')
    expect(await open.control('remove')).toBe('OK\n')
    expect(await open.list()).not.toContain('<application')
    expect(open.stored()).toEqual([])
  })

  test('runs in its own folder, with nothing of the device’s environment', async () => {
    process.env['LINTEL_TEST_SECRET'] = 'sesame'
    await open.install({ script: 'env > localdata/env; pwd > localdata/place; exec sleep 600' })
    await open.control('start')
    await expect.poll(() => textOf('place')).not.toBe('')
    delete process.env['LINTEL_TEST_SECRET']
    expect(textOf('place').trim()).toBe(ownFolder())
    const names = textOf('env')
      .split('\n')
      .flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? [])
    expect(
      names.filter((name) => name !== 'PWD').toSorted((one, other) => one.localeCompare(other)),
    ).toEqual([
      'HOME',
      'LANG',
      'LINTEL_PASSWORD',
      'LINTEL_RUN',
      'LINTEL_URL',
      'LINTEL_USER',
      'PATH',
      'TMPDIR',
    ])
  })

  test('has limits of memory, files and cores', async () => {
    await open.install({
      script: '(ulimit -c; ulimit -n; ulimit -f) > localdata/limits; exec sleep 600',
    })
    await open.control('start')
    await expect.poll(() => textOf('limits')).toBe('0\n256\n131072\n')
  })

  test('stops with all that it has started', async () => {
    await open.install({ script: FAMILY })
    await open.control('start')
    await expect.poll(() => textOf('parent')).not.toBe('')
    const pids = [textOf('child'), textOf('parent')]
    expect(pids.map(runs)).toEqual([true, true])
    await open.control('stop')
    await expect.poll(() => pids.map(runs)).toEqual([false, false])
  })

  test('says what it prints in the system log, under its name (APPS-15)', async () => {
    ;(open.device.log as unknown as { level: string }).level = 'info'
    await open.install({ script: 'echo hello; echo trouble >&2; exec sleep 600' })
    await open.control('start')
    const lines = () =>
      open.device.logged.map((line) => JSON.parse(line) as Record<string, unknown>)
    await expect
      .poll(() =>
        lines()
          .filter(({ app }) => app === 'bell')
          .map(({ level, msg }) => [level, msg]),
      )
      .toEqual(
        expect.arrayContaining([
          [30, 'hello'],
          [40, 'trouble'],
        ]),
      )
    expect(open.device.logged.join('')).not.toMatch(/LINTEL_PASSWORD/)
  })
})

describe('run modes', () => {
  const ends = 'echo run >> localdata/runs; exit 3'
  const count = () => textOf('runs').split('\n').length - 1
  const setup = (runMode: string) => ({ setup: { runMode }, script: ends })

  test('respawn: it starts again, after 1 s, then 2 s', async () => {
    await open.install(setup('respawn'))
    await open.control('start')
    await expect.poll(count).toBe(1)
    // The wait begins when the device has heard of the end.
    await expect.poll(async () => (await open.device.clock.advance(500), count())).toBe(2)
    expect(await open.status()).toBe('Running')
    await expect.poll(async () => (await open.device.clock.advance(500), count())).toBe(3)
  })

  test.each(['once', 'never'])('%s: it doesn’t', async (mode) => {
    await open.install(setup(mode))
    await open.control('start')
    await expect.poll(open.status).toBe('Stopped')
    await open.device.clock.advance(3_600_000)
    expect(count()).toBe(1)
  })
})

describe('after a start of the device', () => {
  test('what the last one has left running is gone', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'lintel-left-'))
    const folder = join(dataFolder, 'apps', 'one')
    const left = spawn('sleep', ['600'], { env: { LINTEL_RUN: folder }, stdio: 'ignore' })
    const next = await openAppDevice({ dataFolder })
    await next.device.apps.start?.()
    expect(await once(left, 'exit')).toEqual([null, 'SIGKILL'])
    await next.device.close()
    rmSync(dataFolder, { recursive: true })
  })

  let dataFolder: string
  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'lintel-apps-'))
  })
  afterEach(() => rmSync(dataFolder, { recursive: true, force: true }))

  test.each([
    ['respawn', 'Running'],
    ['once', 'Running'],
    ['never', 'Stopped'],
  ])('what ran with the mode %s is %s, as it was before', async (runMode, after) => {
    const board = { dataFolder }
    const before = await openAppDevice(board)
    await before.upload(appPackage({ setup: { runMode } }))
    await before.control('start')
    await before.device.close()
    const next = await openAppDevice(board)
    await next.device.apps.start?.()
    expect(await next.list()).toContain(`Status="${after}"`)
    await next.device.close()
  })

  test('what a power cut has left of a package is gone', async () => {
    const board = { dataFolder }
    const before = await openAppDevice(board)
    await before.upload(appPackage())
    await before.device.close()
    writeFileSync(join(dataFolder, 'apps', 'half'), 'x')
    const next = await openAppDevice(board)
    expect(next.stored()).toHaveLength(1)
    expect(next.stored()).not.toContain('half')
    await next.device.close()
  })
})

describe('a package', () => {
  test('of another version keeps data and licence, and goes on running', async () => {
    await open.install({ script: FAMILY })
    await open.control('start')
    writeFileSync(fileOf('count'), '7')
    const [old] = open.stored()
    expect(await open.install({ setup: { version: '2.2.0' }, script: FAMILY })).toBe('OK\n')
    expect(open.stored()).toHaveLength(1)
    expect(open.stored()).not.toContain(old)
    expect([textOf('count'), await open.status()]).toEqual(['7', 'Running'])
    expect(await open.list()).toContain('Version="2.2.0"')
  })

  test('of another version is installed whatever the old one has made of its data', async () => {
    await open.install()
    rmSync(join(ownFolder(), 'localdata'), { recursive: true })
    symlinkSync('/etc', join(ownFolder(), 'localdata'))
    expect(await open.install({ setup: { version: '2.2.0' } })).toBe('OK\n')
    expect(readdirSync(join(ownFolder(), 'localdata'))).toEqual([])
  })

  test('that is refused leaves nothing, and the installed version as it was (APPS-16)', async () => {
    await open.install()
    const [own] = open.stored()
    await open.control('start')
    expect(await open.upload(Buffer.from('none'))).toMatch(/^Error: 1\n/)
    expect(await open.install({ setup: { runMode: 'always' } })).toMatch(/^Error: 29\n/)
    expect(open.stored()).toEqual([own])
    expect(readdirSync(ownFolder()).toSorted((one, other) => one.localeCompare(other))).toEqual([
      'bell',
      'localdata',
      'manifest.json',
    ])
    expect(await open.status()).toBe('Running')
  })

  test('finds no room on a full disk', async () => {
    open.device.fillDisk(true)
    expect(await open.install()).toMatch(/^Error: 3\n/)
    expect(open.stored()).toEqual([])
  })

  test('is refused with a reason if the device may not run programs', async () => {
    const closed = await openAppDevice({ allowApps: false })
    expect(await closed.upload(appPackage())).toBe(
      'Error: 10\nThis device was not started with --allow-apps, so it runs no programs.\n',
    )
    expect(closed.stored()).toEqual([])
    const conditions = await closed.device.text('/lintel/applications', { as: 'root' })
    expect(JSON.parse(conditions)).toMatchObject({ allowed: false, licenceKit: '' })
    await closed.device.close()
  })
})

test('a snapshot has the applications with their data, and a restore brings them back', async () => {
  await open.install({ setup: { runMode: 'respawn' } })
  await open.control('start')
  writeFileSync(fileOf('count'), '1')
  const folder = mkdtempSync(join(tmpdir(), 'lintel-saved-'))
  const file = join(folder, 'state.db')
  const done = (ask: number) =>
    expect
      .poll(() => open.device.sent.some((one) => one.type === 'done' && one.ask === ask))
      .toBe(true)
  open.device.receive({ type: 'save', ask: 1, file })
  await done(1)
  writeFileSync(fileOf('count'), '2')
  await open.control('remove')
  open.device.receive({ type: 'restore', ask: 2, file, clockOffset: 0 })
  await done(2)
  expect([await open.status(), textOf('count')]).toEqual(['Running', '1'])
  rmSync(folder, { recursive: true })
})

test('a running application has an account of its own, a viewer’s, which ends with it', async () => {
  await open.install({
    script: 'echo "$LINTEL_USER:$LINTEL_PASSWORD" > localdata/me; exec sleep 600',
  })
  await open.control('start')
  await expect.poll(() => textOf('me')).toContain('\n')
  const authorization = `Basic ${Buffer.from(textOf('me').trim()).toString('base64')}`
  const ask = (path: string) => fetch(open.device.url + path, { headers: { authorization } })
  const found = [await ask('/axis-cgi/applications/list.cgi'), await ask('/local/bell/')]
  expect([textOf('me').split(':')[0], ...found.map((one) => one.status)]).toEqual([
    'app.bell',
    403,
    403,
  ])
  await open.control('stop')
  expect((await ask('/axis-cgi/applications/list.cgi')).status).toBe(401)
})
