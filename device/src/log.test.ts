import { expect, test } from 'vitest'
import { LONGEST_STACK, LONGEST_TEXT, openLog } from './log.ts'

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

test('leaves secrets out', () => {
  const line = written((log) => log.info({ password: 'p', inner: { token: 't' } }, 'request'))
  expect(line).toMatchObject({ password: '[redacted]', inner: { token: '[redacted]' } })
})
