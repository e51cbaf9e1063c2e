import { expect, test, vi } from 'vitest'
import { answerTo } from './testing/fake-server.ts'
import type { Said } from './testing/fake-server.ts'
import { openRig } from './testing/ntp-rig.ts'

const HOUR = 3_600_000
/** Milliseconds that a busy machine may take over a question; a wrong fraction is off by more. */
const CLOSE = 250

const says = (said: Said) => ({ answers: (request: Buffer) => [answerTo(request, said)] })

test('the clock is set when it starts, to within a few milliseconds (TIME-05, TIME-14)', async () => {
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

test('a clock that is right is left alone', async () => {
  const rig = await openRig()
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  expect(rig.steps).toEqual([])
})

test('a few milliseconds are told, and no reason to set the clock', async () => {
  const rig = await openRig()
  rig.clock.set(Date.now() - 5)
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  expect(rig.steps).toEqual([])
  expect(rig.ntp.status().last?.offset).toBeGreaterThan(0)
})

test('it asks again after 64 s, then half as often each time, up to 1024 s', async () => {
  const rig = await openRig({ skip: 6 })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.pauses).toHaveLength(7))
  expect(rig.pauses).toEqual([64, 128, 256, 512, 1024, 1024, 1024])
  expect(rig.fake.asked()).toBe(7)
})

test('after the clock had to be set, it asks often again', async () => {
  const rig = await openRig({
    skip: 4,
    answers: (request, asked) => [
      answerTo(request, { time: Date.now() + (asked >= 3 ? HOUR : 0) }),
    ],
  })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.pauses).toHaveLength(5))
  expect(rig.pauses).toEqual([64, 128, 256, 64, 128])
  expect(Math.abs(rig.off() - HOUR)).toBeLessThan(CLOSE)
})

test('a server that fails is asked again after 1 s, 2 s and so on, up to 64 s', async () => {
  const rig = await openRig({ ...says({ leap: 3 }), skip: 8 })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.pauses).toHaveLength(9))
  expect(rig.pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 64, 64])
  expect(rig.ntp.status()).toEqual({
    state: 'failed',
    server: '127.0.0.1',
    failure: 'unsynchronised',
  })
  // Nine failures of one kind are one piece of news.
  expect(rig.told()).toBe(1)
})

test.each([
  ['an alarm', { leap: 3 }, 'unsynchronised'],
  ['no source of its own', { stratum: 16 }, 'unsynchronised'],
  ['a start-up kiss', { stratum: 0, code: 'INIT' }, 'unsynchronised'],
  ['a client’s packet', { mode: 3 }, 'invalid'],
  ['no time', { time: undefined }, 'invalid'],
  ['longer than the whole way took', { held: 60_000 }, 'invalid'],
  ['the year 1969', { time: Date.UTC(1969, 11, 31) }, 'invalid'],
  ['the year 2070', { time: Date.UTC(2070) }, 'invalid'],
] as const)('an answer with %s leaves the clock alone', async (_, said, failure) => {
  const rig = await openRig(says(said))
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status()).toMatchObject({ state: 'failed', failure }))
  expect(rig.steps).toEqual([])
})

test.each([
  ['somebody else’s number', (request: Buffer) => answerTo(request, { origin: 1n })],
  ['a short packet', (request: Buffer) => answerTo(request, { length: 20 })],
])('%s is passed over, and the right answer behind it counts', async (_, wrong) => {
  const rig = await openRig({
    answers: (request) => [wrong(request), answerTo(request, { time: Date.now() + HOUR })],
  })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  expect(Math.abs(rig.off() - HOUR)).toBeLessThan(CLOSE)
})

test('with nothing but wrong packets the server is told as senseless, without any as silent', async () => {
  const wrong = await openRig(says({ origin: 1n }))
  wrong.ntp.start()
  await wrong.tooLate(1)
  await vi.waitFor(() => expect(wrong.ntp.status().failure).toBe('invalid'))
  const silent = await openRig({ answers: () => [] })
  silent.ntp.start()
  await silent.tooLate(1)
  await vi.waitFor(() => expect(silent.ntp.status().failure).toBe('noAnswer'))
})

test('an answer that comes too late is not heard', async () => {
  let late: Buffer | undefined
  const rig = await openRig({
    answers(request, asked) {
      const kept = late
      late = answerTo(request, { time: Date.now() + HOUR })
      return asked > 1 && kept ? [kept] : []
    },
    skip: 1,
  })
  rig.ntp.start()
  await rig.tooLate(1)
  await rig.tooLate(2)
  await vi.waitFor(() => expect(rig.ntp.status().failure).toBe('invalid'))
  expect(rig.steps).toEqual([])
})

test('a port without a server and a name that nobody knows are told at once', async () => {
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

test('a name that is looked up for ever does not hold it up', async () => {
  const rig = await openRig({
    server: 'slow.example.com',
    resolve: () => new Promise(() => {}),
  })
  rig.ntp.start()
  await rig.tooLate(0)
  await vi.waitFor(() => expect(rig.ntp.status().failure).toBe('noName'))
})

test('the addresses of a name are tried one after the other', async () => {
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

test('a server at an IPv6 address is asked there', async () => {
  const rig = await openRig({ address: '::1', server: '::1' })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
})

test('a server that refuses is asked no more until another one is named', async () => {
  const rig = await openRig({
    answers: (request, asked) => [
      answerTo(request, asked === 1 ? { stratum: 0, code: 'DENY' } : {}),
    ],
  })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().failure).toBe('denied'))
  await rig.fake.settle()
  expect(rig.fake.asked()).toBe(1)
  expect(rig.pauses).toEqual([])
  rig.parameters.set({ 'root.Time.NTP.Server': 'localhost' })
  await vi.waitFor(() => expect(rig.fake.asked()).toBe(2))
})

test('a server that is asked too often is asked less often', async () => {
  const rig = await openRig({ ...says({ stratum: 0, code: 'RATE' }), skip: 2 })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.pauses).toEqual([128, 256, 512]))
  expect(rig.ntp.status().failure).toBe('tooOften')
})

test('only a time source of NTP asks, and only a server that is named (TIME-05, TIME-06)', async () => {
  const rig = await openRig({ server: '0.0.0.0' })
  rig.ntp.start()
  expect(rig.ntp.status()).toEqual({ state: 'noServer', server: '' })
  rig.parameters.set({ 'root.Time.SyncSource': 'None', 'root.Time.NTP.Server': '127.0.0.1' })
  await rig.fake.settle()
  expect(rig.ntp.status()).toEqual({ state: 'off', server: '' })
  expect(rig.fake.asked()).toBe(0)
  rig.parameters.set({ 'root.Time.SyncSource': 'NTP' })
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  rig.parameters.set({ 'root.Time.SyncSource': 'None' })
  expect(rig.ntp.status()).toMatchObject({ state: 'off', server: '' })
})

test('the server that DHCP names is asked as soon as there is one (TIME-05, TIME-14)', async () => {
  const rig = await openRig()
  rig.parameters.set({ 'root.Time.ObtainFromDHCP': true })
  rig.ntp.start()
  expect(rig.ntp.status()).toEqual({ state: 'noServer', server: '' })
  rig.lend({ ntpServers: ['127.0.0.1', '127.0.0.2'] })
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  expect(rig.ntp.status().server).toBe('127.0.0.1')
  rig.lend(undefined)
  expect(rig.ntp.status().state).toBe('noServer')
})

test('what has nothing to do with the server starts nothing anew', async () => {
  const rig = await openRig()
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  rig.parameters.set({ 'root.Time.DST.Enabled': false })
  rig.lend({ ntpServers: ['127.0.0.9'] })
  await rig.fake.settle()
  expect(rig.fake.asked()).toBe(1)
})

test('without a cable nothing is sent; with it, at once (EXPECT-17)', async () => {
  const rig = await openRig({ cable: false })
  rig.ntp.start()
  await rig.fake.settle()
  expect(rig.fake.asked()).toBe(0)
  expect(rig.ntp.status()).toMatchObject({ state: 'failed', failure: 'noCable' })
  rig.ntp.worldChanged({ cable: true })
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  rig.ntp.worldChanged({ cable: false })
  await rig.clock.advance(HOUR)
  await rig.fake.settle()
  expect(rig.fake.asked()).toBe(1)
})

test('a clock that is set meanwhile stays so until the next question', async () => {
  const rig = await openRig()
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  rig.clock.set(Date.now() + HOUR)
  await rig.fake.settle()
  expect(Math.round(rig.off() / HOUR)).toBe(1)
  await rig.clock.advance(64_000)
  await vi.waitFor(() => expect(Math.abs(rig.off())).toBeLessThan(CLOSE))
})

test('time that is moved on by days is measured when it stands again, with few questions', async () => {
  const rig = await openRig()
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  await rig.clock.advance(30 * 24 * HOUR)
  await vi.waitFor(() => expect(Math.abs(rig.off())).toBeLessThan(CLOSE))
  expect(rig.fake.asked()).toBeLessThanOrEqual(4)
})

test('an answer on its way while the clock is set is not taken', async () => {
  const rig = await openRig({
    answers(request, asked) {
      const answer = answerTo(request)
      if (asked === 1) rig.clock.set(Date.now() + 5 * HOUR)
      return [answer]
    },
  })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  expect(rig.fake.asked()).toBe(2)
  expect(Math.abs(rig.off())).toBeLessThan(CLOSE)
})

test('a clock that cannot be set now is set at the next question', async () => {
  const rig = await openRig({ ...says({ time: Date.now() + HOUR }), skip: 1, stuck: 1 })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.ntp.status().state).toBe('synchronised'))
  expect(rig.pauses[0]).toBe(1)
  expect(Math.round(rig.off() / HOUR)).toBe(1)
})

test('closed, it asks no more', async () => {
  const rig = await openRig({ answers: () => [], skip: 99 })
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.fake.asked()).toBe(1))
  rig.ntp.close()
  await rig.fake.settle()
  rig.parameters.set({ 'root.Time.NTP.Server': 'localhost' })
  rig.ntp.worldChanged({ cable: false })
  rig.ntp.worldChanged({ cable: true })
  await rig.fake.settle()
  expect(rig.fake.asked()).toBe(1)
})

test('a slow answer is taken, asked again soon, and then outdone by a quick one only', async () => {
  const late = new Set([1, 3, 4, 5])
  const rig = await openRig({
    skip: 4,
    answers(request, asked) {
      // On the way there for 200 ms, which makes the server's time look too late by half of them.
      const until = performance.now() + (late.has(asked) ? 200 : 0)
      while (performance.now() < until);
      return [answerTo(request)]
    },
  })
  rig.clock.set(Date.now() - HOUR)
  rig.ntp.start()
  await vi.waitFor(() => expect(rig.pauses).toHaveLength(5), 3000)
  // Slow, quick; slow, three times more, and then as usual.
  expect(rig.pauses).toEqual([2, 64, 2, 2, 2])
  expect(rig.steps).toHaveLength(2)
  expect(Math.abs(rig.off())).toBeLessThan(CLOSE)
})
