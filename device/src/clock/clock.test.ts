import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startClock } from './clock.ts'

/** A host whose time stands still until the test moves it. */
function still(now = 1_000_000) {
  const host = { time: now, now: () => host.time, monotonic: () => host.time }
  return host
}

const turn = () =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

test('time is the host’s time plus an offset; setting it doesn’t change the time since boot', () => {
  const host = still()
  const stored: number[] = []
  const clock = startClock({ offset: 500, host, storeOffset: (offset) => stored.push(offset) })
  expect(clock.now()).toBe(1_000_500)
  host.time += 100
  expect(clock.now()).toBe(1_000_600)
  expect(clock.monotonic()).toBe(100)
  clock.set(5)
  expect(clock.now()).toBe(5)
  expect(clock.monotonic()).toBe(100)
  expect(clock.offset()).toBe(5 - 1_000_100)
  expect(stored).toEqual([5 - 1_000_100])
  clock.adopt(0)
  expect(clock.now()).toBe(1_000_100)
  expect(stored.length).toBe(1)
})

test('advancing runs timers that are due, in order, each at its own time', async () => {
  const clock = startClock({ host: still(0) })
  const done: [string, number, number][] = []
  const note = (name: string) => done.push([name, clock.monotonic(), clock.now()])
  void clock.wait(300).then(() => note('late'))
  void clock.wait(100).then(() => note('early'))
  void clock.wait(100).then(() => note('early too'))
  const chained = async () => {
    await clock.wait(50)
    await clock.wait(100)
    note('chained')
  }
  void chained()
  void clock.wait(301).then(() => note('not yet'))
  await clock.advance(300)
  expect(done).toEqual([
    ['early', 100, 100],
    ['early too', 100, 100],
    ['chained', 150, 150],
    ['late', 300, 300],
  ])
  expect(clock.offset()).toBe(300)
})

test('concurrent advances run one after the other', async () => {
  const clock = startClock({ host: still(0) })
  const times: number[] = []
  clock.every(10, () => times.push(clock.monotonic()))
  await Promise.all([clock.advance(25), clock.advance(15)])
  expect(times).toEqual([10, 20, 30, 40])
})

test('every repeats until it is stopped, also from within its callback', async () => {
  const clock = startClock({ host: still(0) })
  let turns = 0
  const end = clock.every(10, () => {
    turns += 1
    if (turns === 3) end()
  })
  await clock.advance(100)
  expect(turns).toBe(3)
})

test('a wait rejects with its signal’s reason, before or during the wait', async () => {
  const clock = startClock({ host: still(0) })
  const gone = AbortSignal.abort(new Error('gone'))
  await expect(clock.wait(10, gone)).rejects.toThrow('gone')
  const leaving = new AbortController()
  const waiting = clock.wait(10, leaving.signal)
  leaving.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
  await clock.advance(20)
})

test('subscribers are notified of every jump, but not of time that passes normally', async () => {
  const host = still()
  const clock = startClock({ host })
  let jumps = 0
  const end = clock.onJump(() => {
    jumps += 1
  })
  host.time += 5000
  clock.set(1)
  await clock.advance(10)
  clock.adopt(0)
  expect(jumps).toBe(3)
  end()
  clock.set(2)
  expect(jumps).toBe(3)
})

test('timers also run in real time', async () => {
  const clock = startClock()
  const before = performance.now()
  // The clock's own timers don't keep the process alive; this one does.
  const alive = setTimeout(() => {}, 5000)
  await clock.wait(30)
  clearTimeout(alive)
  expect(performance.now() - before).toBeGreaterThanOrEqual(29)
  expect(clock.monotonic()).toBeGreaterThanOrEqual(29)
})

test('waits end in the order of their due times, whatever order they were started in', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(1000), { maxLength: 30 }), fc.nat(1000), async (waits, by) => {
      const clock = startClock({ host: still(0) })
      const ended: number[] = []
      for (const ms of waits) void clock.wait(ms).then(() => ended.push(ms))
      await clock.advance(by)
      await turn()
      const due = waits.filter((ms) => ms <= by).toSorted((one, other) => one - other)
      expect(ended).toEqual(due)
    }),
    { numRuns: 60 },
  )
})
