import { expect, onTestFinished, test, vi } from 'vitest'
import { LONGEST_STACK, LONGEST_TEXT, openLog, WAIT_MS, openLineWriter } from './log.ts'

function written(write: (log: ReturnType<typeof openLog>) => void): Record<string, unknown> {
  const lines: string[] = []
  write(openLog('info', () => 1, { write: (line) => void lines.push(line) }))
  return JSON.parse(lines.join('')) as Record<string, unknown>
}

test('cuts every text to a length, and the stack of an error', () => {
  const long = 'x'.repeat(100_000)
  const line = written((log) =>
    log.info({ path: long, inner: { name: long }, status: 404, err: new Error(long) }, 'request'),
  )
  expect(String(line['path'])).toHaveLength(LONGEST_TEXT)
  expect(JSON.stringify(line).length).toBeLessThan(4 * LONGEST_TEXT + LONGEST_STACK)
  expect(line).toMatchObject({ status: 404, msg: 'request', err: { type: 'Error' } })
})

test('leaves secrets out, at the top level and one below, also of an error', () => {
  const line = written((log) =>
    log.info(
      { password: 'p', inner: { token: 't', at: new Date(0) }, err: withKey('k'), list: ['l'] },
      'request',
    ),
  )
  expect(line).toMatchObject({
    password: '[redacted]',
    inner: { token: '[redacted]', at: '1970-01-01T00:00:00.000Z' },
    err: { key: '[redacted]', message: 'failed' },
    list: ['l'],
  })
})

const withKey = (key: string) => Object.assign(new Error('failed'), { key })

test('writes the lines of a moment together, and a warning at once with those before it', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const writes: string[][] = []
  const writer = openLineWriter((lines) => {
    writes.push(lines.trim().split('\n'))
  })
  const log = openLog('info', () => 1, writer)
  log.info({}, 'one')
  log.info({}, 'two')
  expect(writes).toEqual([])
  vi.advanceTimersByTime(WAIT_MS)
  expect(writes.map(({ length }) => length)).toEqual([2])
  log.info({}, 'three')
  log.warn({}, 'four')
  expect(writes.map(({ length }) => length)).toEqual([2, 2])
  log.info({}, 'five')
  writer.flush()
  writer.flush()
  expect(writes.map(({ length }) => length)).toEqual([2, 2, 1])
})
