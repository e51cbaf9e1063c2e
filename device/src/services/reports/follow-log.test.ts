import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { followSystemLog } from '@lintel/contract/calls/log'
import type { ShownLogLine } from '@lintel/contract/calls/log'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { reportService } from './reports.ts'

const AT = Date.UTC(2026, 10, 20, 13, 7, 32)

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([reportService], AT)
  device.makeAccounts()
  device.parameters.set({ 'root.Time.TimeZone': 'Europe/Stockholm' })
})
afterEach(() => device.close())

interface Part {
  cursor: string
  lines: ShownLogLine[]
  missed: boolean
  more: boolean
}

async function follow(after?: string): Promise<Part> {
  const query = after === undefined ? '' : `?${new URLSearchParams({ after }).toString()}`
  return JSON.parse(await device.text(followSystemLog.path + query, { as: 'root' })) as Part
}

const texts = ({ lines }: Part) => lines.map(({ text }) => text)

const file = () => device.plugged.logFile
const written = (...messages: string[]) =>
  messages.map((msg) => `${JSON.stringify({ level: 30, time: AT, msg })}\n`).join('')
const log = (...messages: string[]) => appendFileSync(file(), written(...messages))

/** What the board does with a full file. */
function rotate(): void {
  renameSync(file(), `${file()}.1`)
  writeFileSync(file(), '')
}

test('a line has its local time, level, source and text', async () => {
  const line = { level: 40, time: AT, app: 'board', msg: 'it is warm', degrees: 61 }
  writeFileSync(file(), `${JSON.stringify(line)}\n    at nowhere\n`)
  expect((await follow()).lines).toEqual([
    {
      time: '2026-11-20T14:07:32.000+01:00',
      level: 'warning',
      app: 'board',
      text: 'it is warm degrees=61',
    },
    { time: '', level: 'error', app: 'device', text: '    at nowhere' },
  ])
})

test('each answer has the lines since the one before', async () => {
  log('one', 'two')
  const first = await follow()
  expect(first).toMatchObject({ missed: false, more: false })
  expect(texts(first)).toEqual(['one', 'two'])
  expect(texts(await follow(first.cursor))).toEqual([])
  log('three')
  const next = await follow(first.cursor)
  expect(texts(next)).toEqual(['three'])
  expect(texts(await follow(next.cursor))).toEqual([])
})

test('a line is returned once it is complete', async () => {
  log('one')
  const { cursor } = await follow()
  const line = written('two')
  appendFileSync(file(), line.slice(0, 20))
  const half = await follow(cursor)
  expect(texts(half)).toEqual([])
  appendFileSync(file(), line.slice(20))
  expect(texts(await follow(half.cursor))).toEqual(['two'])
})

test('a log that does not exist yet can be followed from its first line', async () => {
  const { cursor, lines } = await follow()
  expect(lines).toEqual([])
  log('one')
  expect(texts(await follow(cursor))).toEqual(['one'])
})

test('no line is lost or repeated when the board starts a new file', async () => {
  log('one')
  const { cursor } = await follow()
  log('two')
  rotate()
  const before = await follow(cursor)
  expect(texts(before)).toEqual(['two'])
  expect(before.more).toBe(true)
  log('three')
  expect(texts(await follow(before.cursor))).toEqual(['three'])
  // A client that asks only now gets both.
  const late = await follow(cursor)
  expect([...texts(late), ...texts(await follow(late.cursor))]).toEqual(['two', 'three'])
})

test('a client that was away for too long gets the latest lines, and is told', async () => {
  log('one')
  const { cursor } = await follow()
  rotate()
  log('two')
  rotate()
  log('three')
  const part = await follow(cursor)
  expect(part.missed).toBe(true)
  expect(texts(part)).toEqual(['two', 'three'])
  expect((await follow(part.cursor)).missed).toBe(false)
})

test.each(['', 'x', 'none', '0-1e9', '../etc/passwd-0', `${'a'.repeat(16)}-99999999`])(
  'a cursor that is not one of ours, such as %j, returns the latest lines',
  async (cursor) => {
    log('one')
    expect(await follow(cursor)).toMatchObject({ missed: true, lines: [{ text: 'one' }] })
  },
)

test('a truncated log is read anew', async () => {
  log('one', 'two')
  const { cursor } = await follow()
  writeFileSync(file(), written('one'))
  expect(await follow(cursor)).toMatchObject({ missed: true, lines: [{ text: 'one' }] })
  rmSync(file())
  expect(await follow(cursor)).toMatchObject({ missed: true, lines: [] })
})

test('ten thousand new lines are read in several answers', async () => {
  log('first')
  const { cursor } = await follow()
  log(...Array.from({ length: 10_000 }, (_, at) => `line ${at}`))
  const got: string[] = []
  let part: Part = { cursor, lines: [], missed: false, more: true }
  let answers = 0
  while (part.more) {
    part = await follow(part.cursor)
    got.push(...texts(part))
    answers += 1
  }
  expect(got).toEqual(Array.from({ length: 10_000 }, (_, at) => `line ${at}`))
  expect(answers).toBeGreaterThan(4)
})

test('only administrators may follow the log', async () => {
  expect((await device.fetch(followSystemLog.path, { as: 'oper' })).status).toBe(403)
  expect((await device.fetch(followSystemLog.path, { as: 'view' })).status).toBe(403)
  expect((await device.fetch(followSystemLog.path)).status).toBe(401)
})
