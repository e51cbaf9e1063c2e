import { STATE_LOST } from '@lintel/contract/wire'
import type { FromDevice, ToDevice } from '@lintel/contract/wire'
import { expect, test } from 'vitest'
import type { DeviceProcess, Ending } from './device-process.ts'
import { createPower } from './power.ts'
import { fakeTime } from './testing/fake-time.ts'
import { createWatchdog } from './watchdog.ts'

/** A process that does nothing by itself. */
function fakeProcess(pid: number, send: (message: FromDevice) => void) {
  let finish: (ending: Ending) => void
  const ended = new Promise<Ending>((resolve) => (finish = resolve))
  const sent: ToDevice[] = []
  const device: DeviceProcess = {
    pid,
    wire: {
      send: (message) => void sent.push(message),
      ask: () => Promise.resolve(),
      received: () => {},
      close: () => {},
    },
    kill: () => {
      fake.kills += 1
      if (fake.mortal) finish({ code: null, signal: 'SIGKILL' })
    },
    ended,
  }
  const fake = {
    device,
    sent,
    send,
    kills: 0,
    /** Whether a kill ends it at once. */
    mortal: true,
    async exit(code: number) {
      finish({ code, signal: null })
      await settled()
    },
    runs: () => send({ type: 'running', http: 'http://device', https: undefined }),
  }
  return fake
}

/** Lets everything that waits for an end continue. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

function setUp() {
  const time = fakeTime()
  const runs: ReturnType<typeof fakeProcess>[] = []
  const events: string[] = []
  const reasons: string[] = []
  const received: FromDevice[] = []
  const slots = { goBack: false }
  const power = createPower({
    goBack: () => slots.goBack,
    start(receive, reason) {
      reasons.push(reason)
      const run = fakeProcess(runs.length + 1, receive)
      runs.push(run)
      return run.device
    },
    watchdog: createWatchdog(0, time),
    time,
    happened: ({ type }) => void events.push(type),
    receive: (message) => void received.push(message),
  })
  const latest = () => {
    const run = runs.at(-1)
    if (!run) throw new Error('nothing was started')
    return run
  }
  return { power, time, runs, events, reasons, received, latest, slots }
}

test('power on waits until the device runs', async () => {
  const { power, latest, events } = setUp()
  let ready = false
  const on = power.on().then(() => (ready = true))
  await settled()
  expect([power.state(), ready, power.wire()]).toEqual(['starting', false, undefined])
  latest().runs()
  await on
  expect([power.state(), power.pid()]).toEqual(['running', 1])
  expect(power.wire()).toBe(latest().device.wire)
  expect(events).toEqual(['on', 'running'])
})

test('a cut kills at once, is no crash, and is answered when the process is dead', async () => {
  const { power, runs, latest, events } = setUp()
  const on = power.on()
  latest().runs()
  await on
  latest().mortal = false
  let dead = false
  const off = power.off().then(() => (dead = true))
  expect([latest().kills, power.state(), power.wire()]).toEqual([1, 'off', undefined])
  await settled()
  expect(dead).toBe(false)
  await latest().exit(137)
  await off
  expect(runs).toHaveLength(1)
  expect(events).toEqual(['on', 'running', 'off'])
})

test('power that returns before the old process is gone waits for it', async () => {
  const { power, runs, latest } = setUp()
  const [first, on] = [power.on(), power.on()]
  latest().runs()
  await Promise.all([first, on])
  const old = latest()
  old.mortal = false
  void power.off()
  const again = power.on()
  await settled()
  expect([runs.length, power.state()]).toEqual([1, 'starting'])
  // Late messages of the old process don't count for the new one.
  old.runs()
  expect(power.state()).toBe('starting')
  await old.exit(137)
  expect(runs).toHaveLength(2)
  latest().runs()
  await again
})

test('a cut refuses those who wait for the device', async () => {
  const { power } = setUp()
  const on = power.on()
  await power.off()
  await expect(on).rejects.toThrow('The power was cut.')
  await expect(power.whenRunning()).rejects.toThrow('The power is off.')
})

test('a requested restart starts the device at once; a crash makes a pause', async () => {
  const { power, time, runs, latest, events } = setUp()
  const on = power.on()
  latest().runs()
  await on
  latest().send({ type: 'restart' })
  expect([power.state(), power.wire()]).toEqual(['starting', undefined])
  await latest().exit(0)
  expect(runs).toHaveLength(2)
  await latest().exit(1)
  expect(runs).toHaveLength(2)
  time.pass(1000)
  expect(runs).toHaveLength(3)
  expect(events).toEqual(['on', 'running', 'restart', 'crashed'])
})

test('a device that requests a restart and stays is killed', async () => {
  const { power, time, runs, latest } = setUp()
  const on = power.on()
  latest().runs()
  await on
  latest().send({ type: 'restart' })
  time.pass(5000)
  await settled()
  expect([runs[0]?.kills, runs.length]).toEqual([1, 2])
})

test('a device that never runs is killed and retried; after three times it has failed', async () => {
  const { power, time, runs, latest, events } = setUp()
  const on = power.on()
  const failed = expect(on).rejects.toThrow('The device does not start.')
  for (const pause of [1000, 2000, 4000]) {
    time.pass(20_000)
    await settled()
    time.pass(pause)
  }
  await failed
  expect(runs.slice(0, 3).map(({ kills }) => kills)).toEqual([1, 1, 1])
  expect([runs.length, power.state()]).toEqual([4, 'failed'])
  expect(events.slice(-3)).toEqual(['bitten', 'crashed', 'failed'])
  await expect(power.on()).rejects.toThrow('The device does not start.')
  // It keeps trying, and a device that starts after all runs.
  latest().runs()
  expect(power.state()).toBe('running')
  await power.on()
})

test('a device that can’t read its state is not retried, until the power comes on again', async () => {
  const { power, time, runs, latest, events, slots } = setUp()
  const on = power.on()
  const refused = expect(on).rejects.toThrow('Restore a snapshot, or factory values.')
  await latest().exit(STATE_LOST)
  await refused
  time.pass(600_000)
  expect([runs.length, power.state(), power.isOn()]).toEqual([1, 'lost', true])
  expect(events).toEqual(['on', 'lost'])
  await expect(power.on()).rejects.toThrow('Restore a snapshot, or factory values.')
  await power.off()
  const again = power.on()
  expect(power.state()).toBe('starting')
  // Other firmware has settings of its own.
  slots.goBack = true
  await latest().exit(STATE_LOST)
  latest().runs()
  await again
  expect([runs.length, power.state()]).toEqual([3, 'running'])
})

test('other firmware starts at once in place of one that ended unexpectedly, without earlier crashes', async () => {
  const { power, time, runs, latest, events, slots } = setUp()
  const on = power.on()
  slots.goBack = true
  time.pass(20_000)
  await settled()
  expect([runs[0]?.kills, runs.length, power.state()]).toEqual([1, 2, 'starting'])
  slots.goBack = false
  latest().runs()
  await on
  // A requested restart is not a failure.
  slots.goBack = true
  latest().send({ type: 'restart' })
  await latest().exit(0)
  expect(runs).toHaveLength(3)
  expect(events).toEqual(['on', 'bitten', 'crashed', 'running', 'restart'])
})

test('a device that hangs is killed and started again at once', async () => {
  const { power, time, runs, latest, events } = setUp()
  const on = power.on()
  latest().send({ type: 'heartbeat' })
  latest().runs()
  await on
  time.pass(10_000)
  latest().send({ type: 'heartbeat' })
  time.pass(35_000)
  await settled()
  expect([runs[0]?.kills, runs.length]).toEqual([1, 2])
  expect(events).toEqual(['on', 'running', 'silent', 'crashed'])
})

test('new firmware that does not work is killed, and other firmware starts in its place', async () => {
  const { power, runs, latest, events, slots } = setUp()
  const on = power.on()
  latest().runs()
  await on
  slots.goBack = true
  power.killUnproved()
  await settled()
  expect([runs[0]?.kills, runs.length]).toEqual([1, 2])
  expect(events).toEqual(['on', 'running', 'unproved', 'crashed'])
})

test('a cut during the pause ends the retries', async () => {
  const { power, time, runs, latest } = setUp()
  const on = power.on()
  latest().runs()
  await on
  await latest().exit(1)
  await power.off()
  time.pass(60_000)
  expect(runs).toHaveLength(1)
})

test('stopping lets the device exit cleanly, and kills it after 5 s', async () => {
  const { power, time, latest } = setUp()
  const on = power.on()
  latest().runs()
  await on
  const stop = power.stop()
  expect([latest().sent, latest().kills]).toEqual([[{ type: 'stop' }], 0])
  time.pass(4999)
  expect(latest().kills).toBe(0)
  time.pass(1)
  await stop
  expect(latest().kills).toBe(1)
  await power.stop()
})

test('other messages of the device are passed on', async () => {
  const { power, latest, received } = setUp()
  const on = power.on()
  latest().runs()
  await on
  latest().send({ type: 'clock', offset: 5 })
  expect(received.map(({ type }) => type)).toEqual(['running', 'clock'])
})

test('each start has its reason', async () => {
  const { power, time, reasons, latest } = setUp()
  const on = power.on()
  latest().runs()
  await on
  latest().send({ type: 'restart' })
  await latest().exit(0)
  latest().runs()
  await latest().exit(1)
  time.pass(60_000)
  latest().runs()
  await power.off()
  const again = power.on()
  latest().runs()
  await again
  expect(reasons).toEqual(['power', 'restart', 'crash', 'power'])
})
