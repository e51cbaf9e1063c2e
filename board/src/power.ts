import { Refusal } from '@lintel/contract/fault'
import { STATE_LOST } from '@lintel/contract/wire'
import type { FromDevice, StartReason } from '@lintel/contract/wire'
import type { DeviceProcess, Ending } from './device-process.ts'
import type { HostTime } from './host-time.ts'
import type { Watchdog } from './watchdog.ts'
import type { Wire } from './wire.ts'

/** Time limit for a device to exit cleanly, in milliseconds. */
const STOP_LIMIT = 5_000

/**
 * `failed`: it did not start, and the watchdog keeps trying. `lost`: it can't read its stored state,
 * and waits for a snapshot or factory values.
 */
type DeviceState = 'off' | 'starting' | 'running' | 'failed' | 'lost'

/** Power events of the device. */
export type PowerEvent =
  | { type: 'on' }
  | { type: 'off' }
  | { type: 'running'; milliseconds: number }
  | { type: 'restart' }
  | { type: 'crashed'; ending: Ending }
  | { type: 'bitten' }
  | { type: 'silent' }
  | { type: 'unproved' }
  | { type: 'failed'; pauseMs: number }
  | { type: 'lost' }

export interface PowerParts {
  /** Starts the device's software; `receive` gets all of its messages. */
  start: (receive: (message: FromDevice) => void, reason: StartReason) => DeviceProcess
  watchdog: Watchdog
  time: HostTime
  happened: (event: PowerEvent) => void
  /** The device has ended unexpectedly. Returns whether to start other firmware in its place. */
  goBack: () => boolean
  /** Receives the device's messages, except requests to restart. */
  receive: (message: FromDevice) => void
}

/** The power supply: while it is on, a device that has ended is started again. */
export interface Power {
  isOn(): boolean
  state(): DeviceState
  /** Process id of the device while there is one. */
  pid(): number | undefined
  /** The wire to the device while it runs. */
  wire(): Wire | undefined
  /**
   * Resolves once the device runs; rejects when the power is cut first or the device has failed.
   */
  whenRunning(): Promise<void>
  /** Switches on, and waits like `whenRunning`. */
  on(): Promise<void>
  /** Cuts the power: the device is killed at once. Resolves when it is dead. */
  off(): Promise<void>
  /** Lets the device exit cleanly, and kills it when that takes too long. */
  stop(): Promise<void>
  /** Kills the running device because its firmware does not work; it counts as crashed. */
  killUnproved(): void
}

interface Waiter {
  resolve(): void
  reject(refusal: Refusal): void
}

/** One start of the device, from launch to end. */
interface Run {
  device: DeviceProcess
  restartRequested: boolean
  /** The power was cut or the device was told to stop, so its end is not a crash. */
  withdrawn: boolean
  /** Cancels the kill of a device that requested a restart and does not exit. */
  cancelKill?: () => void
}

/** A power supply that is off. */
export function createPower({
  start,
  watchdog,
  time,
  happened,
  goBack,
  receive,
}: PowerParts): Power {
  let on = false
  let state: DeviceState = 'off'
  let run: Run | undefined
  let startedAt = 0
  let cancelPause: (() => void) | undefined
  let waiters: Waiter[] = []

  function settle(end: (waiter: Waiter) => void): void {
    const settled = waiters
    waiters = []
    for (const waiter of settled) end(waiter)
  }

  function launch(reason: StartReason): void {
    cancelPause = undefined
    startedAt = time.monotonic()
    if (state !== 'failed') state = 'starting'
    const device = start((message) => {
      // A killed device may still have messages in the channel.
      if (run === launched && !launched.withdrawn) handle(launched, message)
    }, reason)
    const launched: Run = { device, restartRequested: false, withdrawn: false }
    run = launched
    watchdog.started((why) => {
      happened({ type: why === 'silent' ? 'silent' : 'bitten' })
      device.kill()
    })
    void afterEnd(launched)
  }

  async function afterEnd(ended: Run): Promise<void> {
    const ending = await ended.device.ended
    ended.cancelKill?.()
    run = undefined
    if (!ended.withdrawn) startAgain(ended, ending)
    // The power returned before the old process was gone.
    else if (on) launch('power')
  }

  function handle(from: Run, message: FromDevice): void {
    if (message.type === 'heartbeat') {
      watchdog.heartbeat()
    } else if (message.type === 'running') {
      watchdog.running()
      state = 'running'
      receive(message)
      happened({ type: 'running', milliseconds: Math.round(time.monotonic() - startedAt) })
      settle((waiter) => waiter.resolve())
    } else if (message.type === 'restart') {
      from.restartRequested = true
      from.cancelKill = time.after(STOP_LIMIT, () => from.device.kill())
      state = 'starting'
      happened({ type: 'restart' })
    } else {
      receive(message)
    }
  }

  function startAgain({ restartRequested }: Run, ending: Ending): void {
    const { pauseMs, failed } = watchdog.ended(restartRequested)
    const lost = ending.code === STATE_LOST
    state = lost ? 'lost' : failed ? 'failed' : 'starting'
    if (!restartRequested) happened(lost ? { type: 'lost' } : { type: 'crashed', ending })
    if (!restartRequested && goBack()) {
      watchdog.reset()
      state = 'starting'
      launch('crash')
      return
    }
    if (lost) {
      settle((waiter) => waiter.reject(stateLost()))
      return
    }
    if (failed) {
      happened({ type: 'failed', pauseMs })
      settle((waiter) => waiter.reject(new Refusal('internal', 'The device does not start.')))
    }
    const reason = restartRequested ? 'restart' : 'crash'
    if (pauseMs === 0) launch(reason)
    else cancelPause = time.after(pauseMs, () => launch(reason))
  }

  /** Ends the supply: its end is no crash, and waiters are refused. Returns a device to end. */
  function withdraw(): DeviceProcess | undefined {
    on = false
    state = 'off'
    cancelPause?.()
    cancelPause = undefined
    watchdog.reset()
    if (run) run.withdrawn = true
    settle((waiter) => waiter.reject(new Refusal('internal', 'The power was cut.')))
    return run?.device
  }

  function whenRunning(): Promise<void> {
    if (state === 'running') return Promise.resolve()
    if (state === 'off') return Promise.reject(new Refusal('internal', 'The power is off.'))
    if (state === 'lost') return Promise.reject(stateLost())
    if (state === 'failed') {
      return Promise.reject(new Refusal('internal', 'The device does not start.'))
    }
    return new Promise((resolve, reject) => {
      waiters.push({ resolve, reject })
    })
  }

  function supply(): void {
    on = true
    state = 'starting'
    happened({ type: 'on' })
    // An old process that is not gone yet holds its ports and files: its end launches the new one.
    if (!run) launch('power')
  }

  return {
    isOn: () => on,
    state: () => state,
    pid: () => run?.device.pid,
    wire: () => (state === 'running' ? run?.device.wire : undefined),
    whenRunning,
    async on() {
      if (!on) supply()
      await whenRunning()
    },
    async off() {
      const was = on
      const dying = withdraw()
      dying?.kill()
      if (was) happened({ type: 'off' })
      await dying?.ended
    },
    async stop() {
      const stopping = withdraw()
      if (!stopping) return
      stopping.wire.send({ type: 'stop' })
      const cancel = time.after(STOP_LIMIT, () => stopping.kill())
      await stopping.ended
      cancel()
    },
    killUnproved() {
      if (!run) return
      happened({ type: 'unproved' })
      run.device.kill()
    },
  }
}

const stateLost = (): Refusal =>
  new Refusal(
    'internal',
    "The device can't read its settings. Restore a snapshot, or factory values.",
  )
