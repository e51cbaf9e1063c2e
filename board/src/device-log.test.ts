import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDeviceLog } from './device-log.ts'
import { tempFolder } from './testing/temp-folder.ts'

const bytes = (text: string) => Buffer.from(text)

test('the log is appended to, and rotated between lines, keeping one old file', () => {
  const folder = join(tempFolder(), 'log')
  const file = join(folder, 'device.log')
  const first = openDeviceLog(file, 20)
  first.write(bytes('one\n'))
  first.close()
  const log = openDeviceLog(file, 20)
  log.write(bytes('two, which is long en'))
  // Full, but in the middle of a line.
  log.write(bytes('ough\n'))
  log.write(bytes('three\n'))
  expect(readFileSync(`${file}.1`, 'utf8')).toBe('one\ntwo, which is long enough\n')
  expect(readFileSync(file, 'utf8')).toBe('three\n')
  log.write(bytes(`${'four'.repeat(10)}\n`))
  expect(readFileSync(`${file}.1`, 'utf8')).toMatch(/^three\nfour/)
  log.close()
  expect(readdirSync(folder).toSorted()).toEqual(['device.log', 'device.log.1'])
})

test('a log that cannot be rotated stays in its file until it can', () => {
  const file = join(tempFolder(), 'device.log')
  const inTheWay = `${file}.1`
  mkdirSync(inTheWay)
  const log = openDeviceLog(file, 5)
  log.write(bytes('one\n'))
  log.write(bytes('two\n'))
  log.write(bytes('three\n'))
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\nthree\n')
  rmSync(inTheWay, { recursive: true })
  log.write(bytes('four\n'))
  log.write(bytes('5\n'))
  log.close()
  expect(readFileSync(inTheWay, 'utf8')).toBe('one\ntwo\nthree\nfour\n')
  expect(readFileSync(file, 'utf8')).toBe('5\n')
})

test("the board's lines stay whole, also after half a line of a killed device", () => {
  const file = join(tempFolder(), 'device.log')
  const log = openDeviceLog(file)
  log.note(1, 'info', 'power on')
  log.write(bytes('{"half":'))
  log.note(2, 'error', 'the device crashed', { code: null, signal: 'SIGKILL' })
  log.close()
  expect(readFileSync(file, 'utf8').split('\n')).toEqual([
    '{"level":30,"time":1,"app":"board","msg":"power on"}',
    '{"half":',
    '{"level":50,"time":2,"app":"board","code":null,"signal":"SIGKILL","msg":"the device crashed"}',
    '',
  ])
})

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test('only its owner can read a new log', () => {
  const folder = join(tempFolder(), 'log')
  const file = join(folder, 'device.log')
  openDeviceLog(file).close()
  expect([folder, file].map(modeOf)).toEqual(['700', '600'])
})

test('only its owner can read the log that older software has left', () => {
  const folder = join(tempFolder(), 'log')
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  const files = ['device.log', 'device.log.1'].map((name) => join(folder, name))
  for (const file of files) writeFileSync(file, 'old\n', { mode: 0o644 })
  const modes = () => [folder, ...files].map(modeOf)
  const log = openDeviceLog(join(folder, 'device.log'), 10)
  expect(modes()).toEqual(['700', '600', '600'])
  log.write(bytes('a line that rotates\n'))
  expect(modes()).toEqual(['700', '600', '600'])
  log.close()
})
