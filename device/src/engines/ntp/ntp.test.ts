import { expect, test, vi } from 'vitest'
import { responseTo } from './testing/fake-server.ts'
import type { ResponseFields } from './testing/fake-server.ts'
import { openRig } from './testing/ntp-rig.ts'

const HOUR = 3_600_000
/** Tolerance in milliseconds: time stamps and offsets are rounded. */
const CLOSE = 2

const responding = (fields: ResponseFields) => ({
  answers: (request: Buffer) => [responseTo(request, fields)],
})

test('at start the clock is set to within a few milliseconds (TIME-05, TIME-14)', async () => {
  const rig = await openRig()
  rig.clock.set(Date.now() - 40 * HOUR)
  expect(rig.ntp.status()).toEqual({ state: 'asking', server: '127.0.0.1' })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  expect(Math.abs(rig.off())).toBeLessThan(CLOSE)
  expect(rig.steps).toHaveLength(1)
  expect(rig.steps[0]?.server).toBe('127.0.0.1')
  const { last } = rig.ntp.status()
  expect(last).toMatchObject({ server: '127.0.0.1', secondsAgo: 0, stratum: 2 })
  expect(Math.abs((last?.offset ?? 0) - 40 * HOUR)).toBeLessThan(CLOSE)
})

test('a correct clock is not set', async () => {
  const rig = await openRig()
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  expect(rig.steps).toEqual([])
})

test('an offset of a few milliseconds is reported, but doesn’t set the clock', async () => {
  const rig = await openRig()
  rig.clock.set(Date.now() - 5)
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  expect(rig.steps).toEqual([])
  expect(rig.ntp.status().last?.offset).toBeGreaterThan(0)
})

test('it polls after 64 s, then doubles the interval up to 1024 s', async () => {
  const rig = await openRig({ skip: 6 })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.pauses).toHaveLength(7))
  expect(rig.pauses).toEqual([64, 128, 256, 512, 1024, 1024, 1024])
  expect(rig.fake.requests()).toBe(7)
})

test('after it had to set the clock, it polls at the shortest interval again', async () => {
  const rig = await openRig({
    skip: 4,
    answers: (request, requests) => [
      responseTo(request, { time: Date.now() + (requests >= 3 ? HOUR : 0) }),
    ],
  })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.pauses).toHaveLength(5))
  expect(rig.pauses).toEqual([64, 128, 256, 64, 128])
  expect(Math.abs(rig.off() - HOUR)).toBeLessThan(CLOSE)
})

test('after a failure it retries after 1 s, 2 s and so on, up to 64 s', async () => {
  const rig = await openRig({ ...responding({ leap: 3 }), skip: 8 })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.pauses).toHaveLength(9))
  expect(rig.pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 64, 64])
  expect(rig.ntp.status()).toEqual({
    state: 'failed',
    server: '127.0.0.1',
    failure: 'unsynchronised',
    nextIn: 64,
  })
  // Nine failures for the same reason publish one event.
  expect(rig.eventCount()).toBe(1)
})

test.each([
  ['an unsynchronised leap indicator', { leap: 3 }, 'unsynchronised'],
  ['stratum 16', { stratum: 16 }, 'unsynchronised'],
  ['the kiss code INIT', { stratum: 0, code: 'INIT' }, 'unsynchronised'],
  ['client mode', { mode: 3 }, 'invalid'],
  ['no transmit time', { time: undefined }, 'invalid'],
  ['a processing time longer than the round trip', { processing: 60_000 }, 'invalid'],
  ['the year 1969', { time: Date.UTC(1969, 11, 31) }, 'invalid'],
  ['the year 2070', { time: Date.UTC(2070) }, 'invalid'],
] as const)('a response with %s doesn’t set the clock', async (_, fields, failure) => {
  const rig = await openRig(responding(fields))
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status()).toMatchObject({ state: 'failed', failure }))
  expect(rig.steps).toEqual([])
})

test.each([
  ['a response to another request', (request: Buffer) => responseTo(request, { origin: 1n })],
  ['a short packet', (request: Buffer) => responseTo(request, { length: 20 })],
])('%s is ignored, and the valid response after it counts', async (_, wrong) => {
  const rig = await openRig({
    answers: (request) => [wrong(request), responseTo(request, { time: Date.now() + HOUR })],
  })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  expect(Math.abs(rig.off() - HOUR)).toBeLessThan(CLOSE)
})

test('with only invalid packets the failure is `invalid`, with none it is `noAnswer`', async () => {
  const wrong = await openRig(responding({ origin: 1n }))
  wrong.ntp.start()
  await wrong.timeOut(1)
  await vi.waitFor(() => expect(wrong.ntp.status().failure).toBe('invalid'))
  const silent = await openRig({ answers: () => [] })
  silent.ntp.start()
  await silent.timeOut(1)
  await vi.waitFor(() => expect(silent.ntp.status().failure).toBe('noAnswer'))
})

test('a response after the timeout is ignored', async () => {
  let late: Buffer | undefined
  const rig = await openRig({
    answers(request, requests) {
      const previous = late
      late = responseTo(request, { time: Date.now() + HOUR })
      return requests > 1 && previous ? [previous] : []
    },
    skip: 1,
  })
  rig.ntp.start()
  await rig.timeOut(1)
  await rig.timeOut(2)
  await vi.waitFor(() => expect(rig.ntp.status().failure).toBe('invalid'))
  expect(rig.steps).toEqual([])
})

test('a port without a server and an unknown name are reported at once', async () => {
  const rig = await openRig()
  rig.fake.close()
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().failure).toBe('noService'))
  const nameless = await openRig({
    server: 'time.example.com',
    resolve: () => Promise.reject(new Error('ENOTFOUND')),
  })
  nameless.ntp.start()
  await vi.waitFor(() => expect(nameless.ntp.status().failure).toBe('noName'))
})

test('a name that never resolves times out', async () => {
  const rig = await openRig({
    server: 'slow.example.com',
    resolve: () => new Promise(() => {}),
  })
  rig.ntp.start()
  await rig.timeOut(0)
  await vi.waitFor(() => expect(rig.ntp.status().failure).toBe('noName'))
})

test('it retries with the next address of the name', async () => {
  const rig = await openRig({
    server: 'time.example.com',
    resolve: () =>
      Promise.resolve([
        { address: '127.0.43.1', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]),
    skip: 1,
  })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  expect(rig.pauses[0]).toBe(1)
})

test('it reaches a server at an IPv6 address', async () => {
  const rig = await openRig({ address: '::1', server: '::1' })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
})

test('after a DENY the server gets no more requests until another one is configured', async () => {
  const rig = await openRig({
    answers: (request, requests) => [
      responseTo(request, requests === 1 ? { stratum: 0, code: 'DENY' } : {}),
    ],
  })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().failure).toBe('denied'))
  await rig.fake.settle()
  expect(rig.fake.requests()).toBe(1)
  expect(rig.pauses).toEqual([])
  rig.parameters.set({ 'root.Time.NTP.Server': 'localhost' })
  await vi.waitFor(() => expect(rig.fake.requests()).toBe(2))
})

const NAMES = ['first.example.com', 'second.example.com', 'third.example.com']
/** Only the host of this name runs a time server, the fake one. */
const onlyAt = (name: string) => (asked: string) =>
  Promise.resolve([{ address: asked === name ? '127.0.0.1' : '127.0.0.9', family: 4 }])

test('with several servers the next one is asked when one fails, and kept once it answers', async () => {
  const rig = await openRig({ resolve: onlyAt('third.example.com'), skip: 4 })
  rig.parameters.set({
    'root.Time.NTP.Server': 'first.example.com',
    'root.Time.NTP.Servers': NAMES,
  })
  expect(rig.ntp.status().server).toBe('first.example.com')
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.pauses).toEqual([1, 2, 64, 128, 256]))
  expect(rig.ntp.status()).toMatchObject({ state: 'synchronised', server: 'third.example.com' })
  expect(rig.fake.requests()).toBe(3)
  // Who writes the parameter names the only server.
  rig.parameters.set({ 'root.Time.NTP.Server': 'second.example.com' })
  await vi.waitFor(() => expect(rig.ntp.status().failure).toBe('noService'))
  expect(rig.ntp.status().server).toBe('second.example.com')
  await vi.waitFor(() => expect(rig.ntp.status().nextIn).toBe(1))
  expect(rig.fake.requests()).toBe(3)
})

test('with several servers one that sends DENY is left out', async () => {
  const rig = await openRig({
    resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    answers: (request, requests) => [
      responseTo(request, requests === 1 ? { stratum: 0, code: 'DENY' } : { leap: 3 }),
    ],
    skip: 3,
  })
  rig.parameters.set({
    'root.Time.NTP.Server': 'first.example.com',
    'root.Time.NTP.Servers': NAMES.slice(0, 2),
  })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.fake.requests()).toBe(4))
  expect(rig.ntp.status()).toMatchObject({
    server: 'second.example.com',
    failure: 'unsynchronised',
  })
})

test('of several servers from DHCP it asks the next one too', async () => {
  const rig = await openRig({ resolve: onlyAt('127.0.0.1'), skip: 1 })
  rig.parameters.set({ 'root.Time.ObtainFromDHCP': true })
  rig.setLease({ ntpServers: ['127.0.0.2', '127.0.0.1'] })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  expect(rig.ntp.status().server).toBe('127.0.0.1')
})

test('after a RATE the server is polled less often', async () => {
  const rig = await openRig({ ...responding({ stratum: 0, code: 'RATE' }), skip: 2 })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.pauses).toEqual([128, 256, 512]))
  expect(rig.ntp.status().failure).toBe('tooOften')
})

test('it sends requests only if NTP is the time source and a server is configured (TIME-05, TIME-06)', async () => {
  const rig = await openRig({ server: '0.0.0.0' })
  rig.ntp.start()
  expect(rig.ntp.status()).toEqual({ state: 'noServer', server: '' })
  rig.parameters.set({ 'root.Time.SyncSource': 'None', 'root.Time.NTP.Server': '127.0.0.1' })
  await rig.fake.settle()
  expect(rig.ntp.status()).toEqual({ state: 'off', server: '' })
  expect(rig.fake.requests()).toBe(0)
  rig.parameters.set({ 'root.Time.SyncSource': 'NTP' })
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  rig.parameters.set({ 'root.Time.SyncSource': 'None' })
  expect(rig.ntp.status()).toMatchObject({ state: 'off', server: '' })
})

test('it uses the server from DHCP as soon as there is one (TIME-05, TIME-14)', async () => {
  const rig = await openRig()
  rig.parameters.set({ 'root.Time.ObtainFromDHCP': true })
  rig.ntp.start()
  expect(rig.ntp.status()).toEqual({ state: 'noServer', server: '' })
  rig.setLease({ ntpServers: ['127.0.0.1', '127.0.0.2'] })
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  expect(rig.ntp.status().server).toBe('127.0.0.1')
  rig.setLease(undefined)
  expect(rig.ntp.status().state).toBe('noServer')
})

test('changes that don’t affect the server don’t restart it', async () => {
  const rig = await openRig()
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  rig.parameters.set({ 'root.Time.DST.Enabled': false })
  rig.setLease({ ntpServers: ['127.0.0.9'] })
  await rig.fake.settle()
  expect(rig.fake.requests()).toBe(1)
})

test('nothing is sent without a cable; with one, a request is sent at once (EXPECT-17)', async () => {
  const rig = await openRig({ cable: false })
  rig.ntp.start()
  await rig.fake.settle()
  expect(rig.fake.requests()).toBe(0)
  expect(rig.ntp.status()).toMatchObject({ state: 'failed', failure: 'noCable' })
  rig.ntp.worldChanged({ cable: true })
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  rig.ntp.worldChanged({ cable: false })
  await rig.clock.advance(HOUR)
  await rig.fake.settle()
  expect(rig.fake.requests()).toBe(1)
})

test('a clock set by hand keeps its time until the next poll', async () => {
  const rig = await openRig()
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  rig.clock.set(Date.now() + HOUR)
  await rig.fake.settle()
  expect(Math.round(rig.off() / HOUR)).toBe(1)
  await rig.clock.advance(64_000)
  await vi.waitFor(() => expect(Math.abs(rig.off())).toBeLessThan(CLOSE))
})

test('after a jump of days it measures once the clock has settled, with few requests', async () => {
  const rig = await openRig()
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  await rig.clock.advance(30 * 24 * HOUR)
  await vi.waitFor(() => expect(Math.abs(rig.off())).toBeLessThan(CLOSE))
  expect(rig.fake.requests()).toBeLessThanOrEqual(4)
})

test('a response is discarded if the clock was set after its request', async () => {
  const rig = await openRig({
    answers(request, requests) {
      const answer = responseTo(request)
      if (requests === 1) rig.clock.set(Date.now() + 5 * HOUR)
      return [answer]
    },
  })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  expect(rig.fake.requests()).toBe(2)
  expect(Math.abs(rig.off())).toBeLessThan(CLOSE)
})

test('if setting the clock fails, the next request sets it', async () => {
  const rig = await openRig({ ...responding({ time: Date.now() + HOUR }), skip: 1, failures: 1 })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  expect(rig.pauses[0]).toBe(1)
  expect(Math.round(rig.off() / HOUR)).toBe(1)
})

test('after close it sends no more requests', async () => {
  const rig = await openRig({ answers: () => [], skip: 99 })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.fake.requests()).toBe(1))
  rig.ntp.close()
  await rig.fake.settle()
  rig.parameters.set({ 'root.Time.NTP.Server': 'localhost' })
  rig.ntp.worldChanged({ cable: false })
  rig.ntp.worldChanged({ cable: true })
  await rig.fake.settle()
  expect(rig.fake.requests()).toBe(1)
})

test('a slow response is used, then retried soon and replaced by a fast one', async () => {
  const late = new Set([1, 3, 4, 5])
  const rig = await openRig({
    skip: 4,
    answers(request, requests) {
      // The request takes 200 ms, so the server's time looks late by half of that.
      if (late.has(requests)) vi.setSystemTime(Date.now() + 200)
      return [responseTo(request)]
    },
  })
  rig.clock.set(Date.now() - HOUR)
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.pauses).toHaveLength(5))
  // Slow, fast; slow, three retries, then the regular interval.
  expect(rig.pauses).toEqual([2, 64, 2, 2, 2])
  expect(rig.steps.map(({ by }) => by)).toEqual([HOUR + 100, -100])
  expect(Math.abs(rig.off())).toBeLessThan(CLOSE)
})
