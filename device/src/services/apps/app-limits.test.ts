/** Applications at their limits: many at once, cut off, too large, oddly named. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { request } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { DISK_INTERVAL, DISK_LIMITS } from '../../engines/apps/disk-use.ts'
import { processesOf } from '../../engines/apps/strays.ts'
import { appPackage } from '../../engines/apps/testing/make-package.ts'
import type { AppOptions } from '../../engines/apps/testing/make-package.ts'
import { openAppDevice } from '../testing/app-device.ts'
import type { AppDevice } from '../testing/app-device.ts'
import { authorization } from '../testing/test-device.ts'

let open: AppDevice
beforeEach(async () => {
  open = await openAppDevice()
})
afterEach(() => open.device.close())

const BOUNDARY = 'cut'
const PART_HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="packfil"; filename="bell.eap"\r\n\r\n`

/** Sleeps, with a child. */
const FAMILY = 'sleep 600 & wait'

describe('when several things happen at once', () => {
  test('one who starts an application and one who deletes it leave nothing behind', async () => {
    await open.install({ script: FAMILY })
    const answers = await Promise.all([open.control('start'), open.control('remove')])
    expect(answers[1]).toBe('OK\n')
    expect([open.stored(), await open.status()]).toEqual([[], undefined])
    // A process that was killed takes a moment to end.
    await expect.poll(() => processesOf(open.folder)).toEqual([])
  })

  /** Sends a package but for the end of the form, and waits until all of it is on the disk. */
  async function send(eap: Buffer): Promise<ClientRequest> {
    const before = open.stored()
    const sent = request(`${open.device.url}/axis-cgi/applications/upload.cgi`, {
      method: 'POST',
      headers: {
        authorization: authorization('root'),
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      },
    })
    sent.on('error', () => undefined)
    sent.write(PART_HEAD)
    sent.write(eap)
    await expect
      .poll(() =>
        open
          .stored()
          .some((id) => !before.includes(id) && existsSync(join(open.folder, id, 'last'))),
      )
      .toBe(true)
    return sent
  }
  const withLast = (options: AppOptions = {}) =>
    appPackage({
      ...options,
      more: [{ name: 'last' }, { name: 'noise', content: randomBytes(1000) }],
    })

  test('an upload that is cut off leaves nothing behind', async () => {
    const sent = await send(withLast())
    sent.destroy()
    await expect.poll(() => open.stored()).toEqual([])
    expect(await open.install()).toBe('OK\n')
  })

  test('a third upload has to wait', async () => {
    const sent = [await send(withLast()), await send(withLast())]
    expect(await open.install()).toMatch(/^Error: 10\nToo many/)
    for (const one of sent) one.destroy()
    await expect.poll(() => open.stored()).toEqual([])
  })

  test('a version for which the disk is full in the end lets the old one go on', async () => {
    await open.install()
    await open.control('start')
    const sent = await send(withLast({ setup: { version: '9.0.0' } }))
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>
    open.device.fillDisk(true)
    sent.end(`\r\n--${BOUNDARY}--\r\n`)
    const [answer] = await answered
    answer.setEncoding('utf8')
    expect((await answer.toArray()).join('')).toMatch(/^Error: 3\n/)
    open.device.fillDisk(false)
    expect(await open.list()).toMatch(/Version="2.1.0".*Status="Running"/)
    expect(open.stored()).toHaveLength(1)
  })

  test('nothing starts on a device that shuts down', async () => {
    await open.install({ script: FAMILY })
    await open.device.apps.close?.()
    await open.device.apps.control('bell', 'start')
    expect(processesOf(open.folder)).toEqual([])
  })
})

test(
  'an application that fills its share of the disk is stopped, and stays so',
  {
    timeout: 120_000,
  },
  async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const full = await openAppDevice()
    ;(full.device.log as unknown as { level: string }).level = 'info'
    await full.upload(appPackage({ setup: { runMode: 'respawn' } }))
    await full.control('start')
    const data = join(full.folder, full.stored()[0] ?? '', 'localdata')
    for (let at = 0; at < DISK_LIMITS.entries; at += 1) mkdirSync(join(data, String(at)))
    vi.advanceTimersByTime(DISK_INTERVAL)
    await expect.poll(() => full.list()).toContain('Status="Stopped"')
    expect(full.device.logged.join('')).toContain('its share of the disk')
    await full.device.close()
  },
)

test.each(['__proto__', 'constructor'])('an application may be called %s', async (name) => {
  const setup = { appName: name, friendlyName: 'Odd' }
  expect(await open.control('start', name)).toMatch(/^Error: 4\n/)
  expect(await open.install({ setup })).toBe('OK\n')
  expect(await open.control('start', name)).toBe('OK\n')
  expect(await open.list()).toMatch(new RegExp(`Name="${name}".*Status="Running"`))
  expect((await open.local(`${name}/`, 'root')).status).toBe(404)
  expect(await open.control('remove', name)).toBe('OK\n')
  expect(await open.list()).not.toContain('<application')
})

test('at most 20 applications are installed, and 8 run, also after a start of the device', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `app_${String.fromCodePoint(97 + at)}`)
  const setup = (appName: string) => ({ setup: { appName, runMode: 'once' } })
  for (const name of names) {
    // The first ones have done their work soon.
    const script = name < 'app_c' ? 'exit 0' : 'exec sleep 600'
    expect(await open.install({ ...setup(name), script })).toBe('OK\n')
  }
  expect(await open.install(setup('bell'))).toMatch(/^Error: 3\n/)
  const running = async () => (await open.list()).split('Status="Running"').length - 1
  for (const name of names.slice(0, 10)) {
    await expect.poll(running).toBeLessThan(8)
    expect(await open.control('start', name)).toBe('OK\n')
    if (name < 'app_c') await expect.poll(running).toBe(0)
  }
  expect(await open.control('start', names[10])).toMatch(/^Error: 9\n/)
  for (const name of names.slice(0, 2))
    await open.install({ ...setup(name), script: 'exec sleep 600' })
  await open.device.apps.stateRestored?.()
  expect(await running()).toBe(8)
})
