import { expect, test } from 'vitest'
import { ALL_LEVELS, addLines, filtered, isRequest } from './log-lines.ts'

const line = (text: string, app = 'device') => ({
  time: '2026-11-20T14:07:32.123+01:00',
  level: 'info' as const,
  app,
  text,
})
const request = (status: number, more = '') =>
  line(
    `request request=4f method=GET path=/axis-cgi/param.cgi status=${status} ms=1.2${more} address=127.0.0.1 user=root`,
  )

test.each([
  ['a request', request(200), true],
  ['a socket', line('socket request=4g method=GET path=/vapix/axevws status=101'), true],
  ['a redirect', request(304), true],
  ['a refused request', request(401), false],
  // Whoever goes to another page ends what it still reads.
  ['an answer that was cut off', request(200, ' cut=true'), true],
  ['a line of an application', { ...request(200), app: 'probe' }, false],
  ['another line', line('request refused status=200'), false],
])('%s can or can’t be hidden as a successful request', (_what, shown, expected) => {
  expect(isRequest(shown)).toBe(expected)
})

test('successful requests are counted and shown apart from the levels', () => {
  const lines = addLines([], [line('running'), request(200), request(500), request(204)], false)
  const hidden = filtered(lines, { levels: ALL_LEVELS, requests: false, text: '' })
  expect(hidden.shown.map(({ id }) => id)).toEqual([1, 3])
  expect([hidden.counts.info, hidden.requests]).toEqual([2, 2])
  const shown = filtered(lines, { levels: new Set(), requests: true, text: 'status=204' })
  expect(shown.shown.map(({ id }) => id)).toEqual([4])
  expect([shown.counts.info, shown.requests]).toEqual([0, 1])
})

test('lines of several programs are in the order of their times, unless the clock was set back', () => {
  const at = (time: string) => ({ ...line(time), time: `2026-11-20T14:${time}+01:00` })
  const times = ['07:32.120', '07:32.100', '07:32.110', '07:33.000', '05:00.000', '05:00.500']
  const lines = addLines([], times.map(at), false)
  expect(lines.map(({ text }) => text)).toEqual([
    '07:32.100',
    '07:32.110',
    '07:32.120',
    '07:33.000',
    '05:00.000',
    '05:00.500',
  ])
  expect(lines.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6])
})
