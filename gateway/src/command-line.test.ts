import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCommandLine, UsageProblem } from './command-line.ts'
import { readFingerprint } from './trust.ts'

const FINGERPRINT = Array(32).fill('AB').join(':')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-flags-'))
})
afterAll(() => rm(folder, { recursive: true }))

const problemOf = (...args: string[]) => {
  try {
    readCommandLine(args)
  } catch (error) {
    return error instanceof UsageProblem ? error.id : String(error)
  }
  return undefined
}

test('one device, with what else is usual', () => {
  expect(readCommandLine(['--device', 'https://192.168.0.90'])).toEqual({
    devices: [{ name: '192-168-0-90', url: new URL('https://192.168.0.90') }],
    bind: '127.0.0.1',
    port: 8080,
    json: false,
    help: false,
  })
})

test.each([
  ['192.168.0.90', 'https://192.168.0.90', '192-168-0-90'],
  ['http://192.168.0.90:8080/', 'http://192.168.0.90:8080', '192-168-0-90-8080'],
  ['door=Front-Gate.local', 'https://front-gate.local', 'door'],
  ['[fe80::1]', 'https://[fe80::1]', 'fe80-1'],
])('the device %s', (text, origin, name) => {
  const [device] = readCommandLine(['--device', text]).devices
  expect([device?.url.origin, device?.name]).toEqual([origin, name])
})

test('devices from a file, with comments and fingerprints', async () => {
  const file = join(folder, 'devices.txt')
  await writeFile(
    file,
    `# Doors\n\nfront=https://192.168.0.90 ${FINGERPRINT}\r\n192.168.0.91 # back\n`,
  )
  const { devices } = readCommandLine(['--devices', file, '--device', 'gate=192.168.0.92'])
  expect(devices.map(({ name, fingerprint }) => [name, fingerprint])).toEqual([
    ['gate', undefined],
    ['front', FINGERPRINT],
    ['192-168-0-91', undefined],
  ])
})

test.each([
  ['gateway.noDevice', []],
  ['gateway.notADevice', ['--device', 'ftp://192.168.0.90']],
  ['gateway.notADevice', ['--device', 'https://192.168.0.90/path']],
  ['gateway.notADevice', ['--device', 'https://root:pass@192.168.0.90']],
  ['gateway.notADevice', ['--device', '']],
  ['gateway.notAFingerprint', ['--device', 'a', '--fingerprint', 'AB']],
  ['gateway.notAnAddress', ['--device', 'a', '--bind', 'everywhere']],
  ['gateway.notAPort', ['--device', 'a', '--port', '65536']],
  ['gateway.noFile', ['--device', 'a', '--ca', '/none']],
  ['gateway.noFile', ['--devices', '/none']],
  ['gateway.twice', ['--device', 'a', '--device', 'https://a']],
  ['gateway.flags', ['--device', 'a', '--product', 'A8307-E']],
])('%s: %j', (id, args) => {
  expect(problemOf(...args)).toBe(id)
})

test.each([
  [`${'ab:'.repeat(31)}ab`, 'AB'],
  ['AB'.repeat(32), 'AB'],
  [` ${'AB '.repeat(32)}`, 'AB'],
])('reads the fingerprint %s', (text, pair) => {
  expect(readFingerprint(text)).toBe(Array(32).fill(pair).join(':'))
})

test.each(['', 'AB', 'AB'.repeat(33), 'XY'.repeat(32), 'sha256'])(
  '%j is no fingerprint',
  (text) => {
    expect(readFingerprint(text)).toBeUndefined()
  },
)
