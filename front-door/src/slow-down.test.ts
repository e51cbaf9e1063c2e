import { expect, test } from 'vitest'
import {
  ACCOUNT_BURST,
  accountLane,
  EVERY_MS,
  knownLane,
  NETWORK_BURST,
  networkLane,
  openSlowDown,
} from './slow-down.ts'

function withClock() {
  const clock = { now: 1_000_000 }
  return { clock, slowDown: openSlowDown(() => clock.now) }
}

const lanesFor = (address: string, account = 'root', exists = true) => [
  networkLane(address, account),
  accountLane(account, exists),
]

const HERE = '10.0.0.1'

test('one address has four wrong passwords for an account at once, then one every 15 s', () => {
  const { clock, slowDown } = withClock()
  const waits: number[] = []
  for (let failure = 0; failure < NETWORK_BURST + 2; failure += 1) {
    waits.push(slowDown.wait(lanesFor(HERE)))
    clock.now += slowDown.wait(lanesFor(HERE))
    slowDown.failed(lanesFor(HERE), HERE)
  }
  expect(waits).toEqual([0, 0, 0, 0, EVERY_MS, EVERY_MS])
  clock.now += NETWORK_BURST * EVERY_MS
  expect(slowDown.wait(lanesFor(HERE))).toBe(0)
})

test('whoever waits for each answer always leaves an attempt to others at his address', () => {
  const { clock, slowDown } = withClock()
  const holds: number[] = []
  for (let failure = 0; failure < 30; failure += 1) {
    expect(slowDown.wait(lanesFor(HERE))).toBe(0)
    const hold = slowDown.failed(lanesFor(HERE), HERE)
    expect(slowDown.wait(lanesFor(HERE))).toBe(0)
    clock.now += hold
    holds.push(hold)
  }
  expect(holds.slice(0, 4)).toEqual([0, 0, EVERY_MS, EVERY_MS])
})

test('all addresses together have at most nine in any minute', () => {
  const { clock, slowDown } = withClock()
  const start = clock.now
  const made: number[] = []
  while (clock.now < start + 10 * 60_000) {
    for (let address = 0; address < 200; address += 1) {
      const from = `10.0.0.${address}`
      if (slowDown.wait(lanesFor(from)) > 0) continue
      slowDown.failed(lanesFor(from), from)
      made.push(clock.now)
    }
    clock.now += 500
  }
  const inMinute = made.map((from) => made.filter((at) => at >= from && at < from + 60_000).length)
  expect(Math.max(...inMinute)).toBeLessThan(10)
  expect(made.length).toBeGreaterThan(40)
})

test('an address that used up its attempts leaves one to every other', () => {
  const { slowDown } = withClock()
  while (slowDown.wait(lanesFor(HERE)) === 0) slowDown.failed(lanesFor(HERE), HERE)
  expect(slowDown.wait(lanesFor('10.0.0.2'))).toBe(0)
})

test('accounts do not slow each other down', () => {
  const { slowDown } = withClock()
  for (let name = 0; name < 30; name += 1) {
    for (let failure = 0; failure < 5; failure += 1) {
      slowDown.failed(lanesFor(HERE, `user${name}`, false), HERE)
    }
  }
  expect(slowDown.wait(lanesFor(HERE))).toBe(0)
})

test('an address that tries many accounts gets its answers late', () => {
  const { slowDown } = withClock()
  const holds = Array.from({ length: 25 }, (_, name) =>
    slowDown.failed(lanesFor(HERE, `user${name}`, false), HERE),
  )
  expect([holds[17], holds[24]]).toEqual([0, 2_000])
})

test('strangers do not slow down a client that is known, nor it them', () => {
  const { slowDown } = withClock()
  const known = [knownLane('browser 1', 'root')]
  for (let failure = 0; failure < 50; failure += 1) slowDown.failed(lanesFor(HERE), HERE)
  expect(slowDown.wait(known)).toBe(0)
  for (let failure = 0; failure < ACCOUNT_BURST; failure += 1) slowDown.failed(known, '10.0.0.9')
  expect(slowDown.wait(known)).toBeGreaterThan(0)
  expect(slowDown.wait([knownLane('browser 2', 'root')])).toBe(0)
})

test('no answer is held back for longer than 15 s', () => {
  const { slowDown } = withClock()
  const holds = Array.from({ length: 100 }, () => slowDown.failed(lanesFor(HERE), HERE))
  expect(Math.max(...holds)).toBe(15_000)
})

test('attempts are forgotten when the clock is set back', () => {
  const { clock, slowDown } = withClock()
  for (let failure = 0; failure < 10; failure += 1) slowDown.failed(lanesFor(HERE), HERE)
  expect(slowDown.wait(lanesFor(HERE))).toBeGreaterThan(0)
  clock.now -= 900_000
  expect(slowDown.wait(lanesFor(HERE))).toBe(0)
})

test('the IPv6 addresses of one network count as one', () => {
  const { slowDown } = withClock()
  for (let failure = 0; failure < NETWORK_BURST; failure += 1) {
    const from = `2001:db8:1:2::${failure}`
    slowDown.failed(lanesFor(from), from)
  }
  expect(slowDown.wait(lanesFor('2001:db8:1:2:a:b:c:d'))).toBe(EVERY_MS)
  expect(slowDown.wait(lanesFor('2001:db8:1:3::1'))).toBe(0)
})

test('ten thousand made-up names do not make it forget an account', () => {
  const { slowDown } = withClock()
  for (let address = 0; address < ACCOUNT_BURST; address += 1) {
    const from = `10.0.1.${address}`
    slowDown.failed(lanesFor(from), from)
  }
  for (let name = 0; name < 10_000; name += 1) {
    slowDown.failed(lanesFor(HERE, `user${name}`, false), HERE)
  }
  expect(slowDown.wait(lanesFor('10.0.2.1'))).toBe(EVERY_MS)
})
