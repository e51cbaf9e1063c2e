import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPing, PINGS_MAX } from './ping.ts'

const OWN = '192.0.2.7'
const DEVICE = { network: { place: () => ({ address: OWN }) } }
const UNUSED = '192.0.2.254'
const never = new AbortController().signal
const noPing = '/nonexistent/ping'

/** A program that behaves like `ping`. */
function program(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-ping-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'ping')
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  return file
}

const pinging = (script: string) => openPing(DEVICE, { program: program(script) })

describe('with the system’s program', () => {
  test('an answer means taken, none means free (DEVICE-48)', async () => {
    const statistics = (received: number) => `echo '1 packets transmitted, ${received} received'`
    const taken = pinging(statistics(1))
    expect(await taken.answers(UNUSED, never)).toBe(true)
    expect(taken.method()).toBe('ping')
    expect(await pinging(`${statistics(0)}; exit 1`).answers('127.0.0.1', never)).toBe(false)
  })

  test('it sends one echo request, with numeric output and the address as its last argument', async () => {
    const ping = pinging(
      'test "$1 $2 $3" = "-n -c 1" && test "$6" = 127.0.0.9 && test $# = 6 || exit 2; echo 1 packets transmitted',
    )
    expect(await ping.answers('127.0.0.9', never)).toBe(true)
    expect(ping.method()).toBe('ping')
  })

  test.skipIf(spawnSync('ping', ['-V']).error)('the real program finds this computer', async () => {
    const ping = openPing(DEVICE)
    expect(await ping.answers('127.0.0.1', never)).toBe(true)
  })

  test('aborting ends it', async () => {
    const ping = pinging('exec sleep 30')
    const gone = new AbortController()
    const answer = ping.answers(UNUSED, gone.signal)
    gone.abort(new Error('gone'))
    await expect(answer).rejects.toThrow('gone')
  })

  test('requests beyond the limit are refused until others finish', async () => {
    const ping = pinging('exec sleep 30')
    const gone = new AbortController()
    const waiting = Array.from({ length: PINGS_MAX }, () => ping.answers(UNUSED, gone.signal))
    await expect(ping.answers(UNUSED, never)).rejects.toThrow('Too many')
    gone.abort(new Error('gone'))
    await Promise.allSettled(waiting)
    const later = new AbortController()
    const again = ping.answers(UNUSED, later.signal)
    later.abort(new Error('gone later'))
    await expect(again).rejects.toThrow('gone later')
  })
})

describe('without a usable program', () => {
  test.each([noPing, undefined])('a refused connection is an answer', async (missing) => {
    const file = missing ?? program('echo "socket: Operation not permitted" >&2; exit 2')
    const ping = openPing(DEVICE, { program: file })
    expect(await ping.answers('127.0.0.1', never)).toBe(true)
    expect(ping.method()).toBe('probe')
  })

  test('so is an open port', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    expect(await openPing(DEVICE, { program: noPing }).answers('127.0.0.1', never)).toBe(true)
  })

  test('silence is not an answer, and aborting doesn’t wait for it', async () => {
    const ping = openPing(DEVICE, { program: noPing })
    expect(await ping.answers(UNUSED, never)).toBe(false)
    const gone = new AbortController()
    const answer = ping.answers(UNUSED, gone.signal)
    setImmediate(() => gone.abort(new Error('gone')))
    await expect(answer).rejects.toThrow('gone')
  })
})

test('the device’s own address is taken, without a request', async () => {
  const ping = openPing(DEVICE, { program: program('exit 2') })
  expect(await ping.answers(OWN, never)).toBe(true)
  expect(ping.method()).toBeUndefined()
})

test.each([
  '',
  'localhost',
  '1.2.3',
  '1.2.3.4.5',
  '256.1.1.1',
  '1.1.1.1 -f',
  '-h',
  '::1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
])('%j is refused', async (address) => {
  const ping = openPing({ network: { place: () => ({ address }) } }, { program: noPing })
  await expect(ping.answers(address, never)).rejects.toThrow('The address is not')
})
