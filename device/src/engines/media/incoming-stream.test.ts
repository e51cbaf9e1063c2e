import { expect, test } from 'vitest'
import { IncomingStream } from './incoming-stream.ts'

const START = 65_530
const wrap = (number: number): number => (START + number) % 65_536

/** Adds packets by number, 20 ms apart, and returns the numbers heard after each. */
function hear(stream: IncomingStream, numbers: number[], since = 0): number[] {
  return numbers.flatMap((number, place) => {
    const now = since + 20 * place
    stream.add(wrap(number), number * 160, Uint8Array.of(number), now)
    return stream.take(now).map(([first]) => first ?? -1)
  })
}

test('puts packets in order over a roll-over of the sequence number', () => {
  const stream = new IncomingStream(1, START)
  expect(hear(stream, [0, 2, 1, 3, 4, 7, 6, 5, 8])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(stream.received).toBe(9)
  expect(stream.expected).toBe(9)
  expect(stream.newest).toBe(65_538)
})

test('waits 60 ms for a packet, then goes on without it and counts it as lost', () => {
  const stream = new IncomingStream(1, START)
  expect(hear(stream, [0, 2, 3])).toEqual([0])
  expect(stream.take(79)).toEqual([])
  expect(stream.take(80).map(([first]) => first)).toEqual([2, 3])
  expect(stream.expected - stream.received).toBe(1)
  // Too late to be heard, but not lost.
  expect(hear(stream, [1], 90)).toEqual([])
  expect(stream.expected - stream.received).toBe(0)
})

test('doesn’t wait longer when many packets wait', () => {
  const stream = new IncomingStream(1, START)
  stream.add(START, 0, Uint8Array.of(0), 0)
  stream.take(0)
  for (let number = 2; number < 12; number += 1)
    stream.add(wrap(number), 0, Uint8Array.of(number), 0)
  expect(stream.take(0)).toHaveLength(10)
})

test('counts and hears repeated packets once', () => {
  const stream = new IncomingStream(1, START)
  expect(hear(stream, [0, 0, 1, 0, 1, 2])).toEqual([0, 1, 2])
  expect(stream.received).toBe(3)
})

test('measures the jitter of RFC 3550', () => {
  const even = new IncomingStream(1, START)
  hear(
    even,
    Array.from({ length: 100 }, (_, number) => number),
  )
  expect(even.jitter).toBe(0)
  const uneven = new IncomingStream(1, START)
  for (let number = 0; number < 200; number += 1) {
    uneven.add(wrap(number), number * 160, new Uint8Array(), number * 20 + (number % 2) * 10)
  }
  // 10 ms are 80 ticks.
  expect(uneven.jitter).toBeCloseTo(80, 0)
})

test('a jump of the sequence number does not continue it', () => {
  const stream = new IncomingStream(1, START)
  hear(stream, [0, 1])
  expect(stream.continues(wrap(500))).toBe(true)
  expect(stream.continues(wrap(5000))).toBe(false)
  expect(stream.continues(wrap(-500))).toBe(false)
})
