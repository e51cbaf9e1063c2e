import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { NONCE_LIFE_MS, openNonces } from './nonces.ts'

function withClock() {
  const clock = { now: Date.UTC(2026, 10, 20) }
  return { clock, nonces: openNonces(() => clock.now) }
}

test('issues the recorded form: a base64 count of microseconds, then hexadecimal digits', () => {
  const { clock, nonces } = withClock()
  const nonce = nonces.issue()
  expect(nonce).toMatch(/^[A-Za-z0-9+/]{11}=[0-9a-f]{40}$/)
  const stamp = Buffer.from(nonce.slice(0, 12), 'base64').readBigUInt64LE()
  expect(Number(stamp / 1000n)).toBe(clock.now)
})

test('never issues the same nonce twice, even in one instant', () => {
  const { nonces } = withClock()
  expect(new Set(Array.from({ length: 1000 }, () => nonces.issue())).size).toBe(1000)
})

test('accepts each count once', () => {
  const { nonces } = withClock()
  const nonce = nonces.issue()
  expect(nonces.use(nonce, 1)).toBe('ok')
  expect(nonces.use(nonce, 1)).toBe('stale')
  expect(nonces.use(nonce, 2)).toBe('ok')
  expect(nonces.use(nonce, 0)).toBe('stale')
})

test('accepts the counts of parallel connections in any order, each once', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(
        Array.from({ length: 200 }, (_, at) => at + 1),
        { minLength: 200 },
      ),
      (order) => {
        const { nonces } = withClock()
        const nonce = nonces.issue()
        expect(order.every((count) => nonces.use(nonce, count) === 'ok')).toBe(true)
        expect(order.some((count) => nonces.use(nonce, count) === 'ok')).toBe(false)
      },
    ),
  )
})

test('agrees with a plain list of used counts, whatever the gaps', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 2_000 })), (counts) => {
      const { nonces } = withClock()
      const nonce = nonces.issue()
      const used = new Set<number>()
      let highest = 0
      for (const count of counts) {
        const good = !used.has(count) && count > highest - 256
        expect(nonces.use(nonce, count)).toBe(good ? 'ok' : 'stale')
        if (good) used.add(count)
        highest = Math.max(highest, good ? count : 0)
      }
    }),
  )
})

test('calls a nonce stale after its life, when the clock was set back, and after a restart', () => {
  const { clock, nonces } = withClock()
  const nonce = nonces.issue()
  clock.now += NONCE_LIFE_MS
  expect(nonces.use(nonce, 1)).toBe('ok')
  clock.now += 1
  expect(nonces.use(nonce, 2)).toBe('stale')
  clock.now -= 2 * NONCE_LIFE_MS
  expect(nonces.use(nonce, 3)).toBe('stale')
  expect(nonces.use(openNonces(() => clock.now).issue(), 1)).toBe('stale')
})

test.each(['', 'x', `${'A'.repeat(11)}=${'0'.repeat(40)}`, 'é'.repeat(52)])(
  'reports %j as stale, which was never issued',
  (nonce) => {
    expect(withClock().nonces.use(nonce, 1)).toBe('stale')
  },
)

test('accepts new nonces at once after the clock was set back, and none from before', () => {
  const { clock, nonces } = withClock()
  const before: string[] = []
  for (let more = 0; more <= 5_000; more += 1) {
    clock.now += 1
    const nonce = nonces.issue()
    before.push(nonce)
    nonces.use(nonce, 1)
  }
  clock.now -= 3_600_000
  const fresh = nonces.issue()
  expect(nonces.use(fresh, 1)).toBe('ok')
  clock.now += 3_600_000
  expect(before.filter((nonce) => nonces.use(nonce, 1) === 'ok')).toEqual([])
})

test.each([999, 1_000, 1_001, 8_000, 59_999, 60_000, 60_001])(
  'accepts new nonces after the clock was set back by %i ms',
  (back) => {
    const { clock, nonces } = withClock()
    nonces.use(nonces.issue(), 1)
    clock.now -= back
    for (let more = 0; more < 10; more += 1) expect(nonces.use(nonces.issue(), 1)).toBe('ok')
  },
)

test('forgets the oldest nonces when there are too many, without allowing any replay', () => {
  const { clock, nonces } = withClock()
  const first = nonces.issue()
  expect(nonces.use(first, 1)).toBe('ok')
  for (let more = 0; more < 5_000; more += 1) {
    clock.now += 1
    nonces.use(nonces.issue(), 1)
  }
  expect(nonces.use(first, 1)).toBe('stale')
  expect(nonces.use(first, 2)).toBe('stale')
})
