import { expect, test } from 'vitest'
import { startClock } from '../../clock/clock.ts'
import type { NewLogEntry } from '../../state/action-log.ts'
import { openLogWriter } from './log-writer.ts'

const ENTRY = {
  ruleId: '1',
  rule: 'Ring',
  topic: '',
  template: '',
  reason: undefined,
  detail: '',
}
const DONE = { ...ENTRY, at: '2026-11-27T21:00:00.000Z', result: 'done', count: 1 } as const

function open() {
  const clock = startClock({ host: { now: () => 0, monotonic: () => 0 } })
  const commits: NewLogEntry[][] = []
  const actionLog = { add: (entries: readonly NewLogEntry[]) => void commits.push([...entries]) }
  const writer = openLogWriter({ actionLog, clock, log: { error: () => {} } })
  return { clock, commits, writer }
}

test('many entries at once are written in few commits, as what they are', async () => {
  const { clock, commits, writer } = open()
  for (let times = 0; times < 450; times += 1) writer.write(DONE)
  expect(commits.map(({ length }) => length)).toEqual([200, 200])
  await clock.advance(250)
  expect(commits.map(({ length }) => length)).toEqual([200, 200, 50])
  expect(commits.flat().every(({ result }) => result === 'done')).toBe(true)
})

test('starts that came to nothing are told in one entry for each rule', async () => {
  const { clock, commits, writer } = open()
  for (let times = 0; times < 1000; times += 1) writer.dropped(ENTRY)
  writer.dropped({ ...ENTRY, ruleId: '2' })
  await clock.advance(249)
  expect(commits).toEqual([])
  await clock.advance(1)
  expect(commits).toEqual([
    [
      expect.objectContaining({ ruleId: '1', result: 'dropped', count: 1000 }),
      expect.objectContaining({ ruleId: '2', result: 'dropped', count: 1 }),
    ],
  ])
})

test('what waits is written when the device closes', () => {
  const { commits, writer } = open()
  writer.write(DONE)
  writer.close()
  expect(commits).toEqual([[DONE]])
})
