import { EventEmitter, once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { oneAtATime } from './one-at-a-time.mjs'

const lockFile = () => join(mkdtempSync(join(tmpdir(), 'lintel-lock-')), 'inside', 'lock')

test('work under one lock is done in turns, and failed work frees it', async () => {
  const lock = lockFile()
  /** @type {string[]} */
  const done = []
  const gate = new EventEmitter()
  const first = oneAtATime(
    lock,
    async () => {
      await once(gate, 'open')
      done.push('first')
      throw new Error('failed')
    },
    () => {},
  )
  const waiting = vi.fn(() => gate.emit('open'))
  const second = oneAtATime(lock, async () => void done.push('second'), waiting)
  await expect(first).rejects.toThrow('failed')
  await second
  expect(done).toEqual(['first', 'second'])
  expect(waiting).toHaveBeenCalledOnce()
})

test('the lock of a process that no longer runs does not count', async () => {
  const lock = join(mkdtempSync(join(tmpdir(), 'lintel-lock-')), 'lock')
  // No process has so high an id.
  writeFileSync(lock, '4194305')
  expect(
    await oneAtATime(
      lock,
      async () => 'done',
      () => {},
    ),
  ).toBe('done')
})
