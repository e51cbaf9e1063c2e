import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hostTime } from './host-time.ts'
import { endLeftOver, LeftOverDevice, recordDevice } from './left-over.ts'
import { fakeTime } from './testing/fake-time.ts'
import { tempFolder } from './testing/temp-folder.ts'

/** A process that runs a main module and ends by itself only when it is killed. */
function leftOver() {
  const folder = tempFolder()
  const entry = join(folder, 'device.mjs')
  writeFileSync(entry, 'setInterval(() => {}, 1000)')
  const child = spawn(process.execPath, [entry])
  const { pid } = child
  if (pid === undefined) throw new Error('nothing was started')
  onTestFinished(() => void child.kill('SIGKILL'))
  return { folder, entry, child, pid }
}

const recordIn = (folder: string) => join(folder, 'device.process')

test('the recorded device is killed, even when it is stopped', async () => {
  const { folder, entry, child, pid } = leftOver()
  recordDevice(folder, pid, entry)
  child.kill('SIGSTOP')
  const ended = once(child, 'exit')
  expect(await endLeftOver(folder, hostTime)).toBe(pid)
  expect(await ended).toEqual([null, 'SIGKILL'])
  expect(await endLeftOver(folder, hostTime)).toBeUndefined()
})

test('another process with its id is left alone: one started later, or with another main module', async () => {
  const { folder, entry, child, pid } = leftOver()
  recordDevice(folder, pid, join(folder, 'other.mjs'))
  expect(await endLeftOver(folder, hostTime)).toBeUndefined()
  recordDevice(folder, pid, entry)
  const record = JSON.parse(readFileSync(recordIn(folder), 'utf8')) as { started: string }
  expect(record.started).not.toBe('')
  for (const started of [`${record.started}0`, '']) {
    writeFileSync(recordIn(folder), JSON.stringify({ ...record, started }))
    expect(await endLeftOver(folder, hostTime)).toBeUndefined()
  }
  expect(child.exitCode ?? child.signalCode).toBeNull()
})

test('without a record, or with a damaged one, nothing is ended', async () => {
  const folder = tempFolder()
  for (const damaged of ['', '{', '{}', '{"pid":1,"started":"a"}']) {
    if (damaged) writeFileSync(recordIn(folder), damaged)
    expect(await endLeftOver(folder, hostTime)).toBeUndefined()
  }
})

test('a device that can’t be recorded starts all the same', () => {
  const folder = tempFolder()
  mkdirSync(recordIn(folder))
  recordDevice(folder, process.pid, 'device.mjs')
  expect(existsSync(recordIn(folder))).toBe(true)
})

test('a device that does not end in 5 s is reported', async () => {
  const { folder, entry, pid } = leftOver()
  recordDevice(folder, pid, entry)
  const time = fakeTime()
  // The kill is not possible, as with a process of another user.
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
  onTestFinished(() => kill.mockRestore())
  const ending = expect(endLeftOver(folder, time)).rejects.toBeInstanceOf(LeftOverDevice)
  for (let step = 0; step < 260; step += 1) {
    time.pass(20)
    await Promise.resolve()
  }
  await ending
})
