import { expect, test } from 'vitest'
import { readRecordCommandLine } from './command-line.ts'

const WHOLE = ['--device', 'https://192.168.0.90', '--user', 'root', '--out', 'folder']

test('device, account and folder are needed', () => {
  expect(readRecordCommandLine(WHOLE)).toEqual({
    url: new URL('https://192.168.0.90'),
    user: 'root',
    out: 'folder',
  })
  for (const [at, id] of [
    [0, 'record.noDevice'],
    [2, 'record.noUser'],
    [4, 'record.noFolder'],
  ] as const) {
    expect(() => readRecordCommandLine(WHOLE.toSpliced(at, 2))).toThrow(id)
  }
})

test('a certificate may be known by its fingerprint or its authority', () => {
  const fingerprint = 'ab'.repeat(32)
  const read = readRecordCommandLine([...WHOLE, '--fingerprint', fingerprint])
  expect(read?.fingerprint).toBe(Array.from({ length: 32 }, () => 'AB').join(':'))
  expect(() => readRecordCommandLine([...WHOLE, '--fingerprint', 'ab'])).toThrow('notAFingerprint')
  expect(() => readRecordCommandLine([...WHOLE, '--ca', '/no/such/file'])).toThrow('gateway.noFile')
  expect(readRecordCommandLine([...WHOLE, '--ca', import.meta.filename])?.ca).toContain('import')
})

test('a password is no flag', () => {
  expect(() => readRecordCommandLine([...WHOLE, '--password', 'x'])).toThrow('gateway.flags')
})

test('addresses of other things than devices are refused', () => {
  for (const device of ['https://user@host', 'ftp://host', 'https://host/path', 'https://']) {
    const args = ['--device', device, ...WHOLE.slice(2)]
    expect(() => readRecordCommandLine(args), device).toThrow('gateway.notADevice')
  }
  expect(readRecordCommandLine(['--device', 'door.example', ...WHOLE.slice(2)])?.url.href).toBe(
    'https://door.example/',
  )
})

test('help needs nothing else', () => {
  expect(readRecordCommandLine(['--help'])).toBeUndefined()
})
