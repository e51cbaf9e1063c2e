import { isDeepStrictEqual } from 'node:util'
import type { TimeFailure, TimeStatus } from '@lintel/contract/calls/time'
import { POLL_EXPONENTS } from '@lintel/contract/calls/ntp'
import { timeServersIn } from '@lintel/contract/parameters/time'
import type { Plugged, World } from '@lintel/contract/wire'
import type { Clock } from '../../clock/clock.ts'
import type { EventBus } from '../../events/bus.ts'
import type { Log } from '../../log.ts'
import type { Parameters } from '../../state/parameters.ts'
import type { Engine } from '../engine.ts'
import type { Network } from '../network/network.ts'
import { queryServer, resolveByHost } from './exchange.ts'
import type { ExchangeParts, Outcome } from './exchange.ts'

/** Synchronises the clock over NTP while that is the time source. */
export interface Ntp extends Engine {
  /** Starts polling. Callers don't have to wait for the first response. */
  start(): void
  /** Without a network cable nothing is sent. */
  worldChanged(world: Pick<World, 'cable'>): void
  status(): TimeStatus
  close(): void
}

interface NtpParts {
  clock: Clock
  parameters: Parameters
  network: Pick<Network, 'onLease' | 'lease'>
  events: EventBus
  log: Log
  /** Sets the device's clock (UTC milliseconds) to the time of this server. */
  step: (utc: number, server: string) => void
  plugged: Pick<Plugged, 'world'>
}

/** Options for tests. */
type NtpOptions = Partial<Pick<ExchangeParts, 'port' | 'resolve'>>

/** The last response that was applied. */
interface Synchronised extends Omit<NonNullable<TimeStatus['last']>, 'secondsAgo'> {
  /** Milliseconds since boot. */
  at: number
}

/** UDP port of the protocol (RFC 5905 §7.2). */
const PORT = 123
/** Shortest and longest poll interval in milliseconds (RFC 4330 §10: never less than 15 s). */
const POLL_SHORTEST = 1000 * 2 ** POLL_EXPONENTS.min
const POLL_LONGEST = 1000 * 2 ** POLL_EXPONENTS.max
/** Milliseconds before the first retry after a failure, doubled each time, and their maximum. */
const RETRY_FIRST = 1000
const RETRY_LONGEST = 64_000
/**
 * Round-trip time in milliseconds from which a response is slow: its offset may be off by half of
 * that. A slow response is retried after this pause, up to this many times.
 */
const SLOW = 100
const SLOW_PAUSE = 2000
const SLOW_TRIES = 3
/** Minimum offset in milliseconds for setting the clock, on top of half the round-trip time. */
const STEP_LEAST = 20

/**
 * Keeps the device's clock synchronised with a server (RFC 4330, client mode): with several, the next
 * one is asked when one fails, and kept once it answers. It sends a request
 * at start and whenever another server is configured, then polls at intervals that grow while the
 * clock is accurate. If somebody sets the clock meanwhile, on the device or on the bench, that time
 * stays until the next poll.
 */
export function openNtp(parts: NtpParts, options: NtpOptions = {}): Ntp {
  const { clock, parameters, events, log } = parts
  const exchange = { clock, port: PORT, resolve: resolveByHost, ...options }
  let { cable } = parts.plugged.world
  let current: AbortController | undefined
  let following: readonly string[] = []
  /** The server that is asked. */
  let asked = ''
  let started = false
  let jumps = 0
  let last: Synchronised | undefined
  let failure: TimeFailure | undefined
  /** When the next request is due, in milliseconds since boot. */
  let due: number | undefined

  const automatic = () => parameters.get('root.Time.SyncSource') === 'NTP'

  /** The configured servers, in the order in which they are asked. */
  const servers = (): readonly string[] =>
    parameters.get('root.Time.ObtainFromDHCP')
      ? (parts.network.lease()?.ntpServers ?? [])
      : timeServersIn(
          parameters.get('root.Time.NTP.Server'),
          parameters.get('root.Time.NTP.Servers'),
        )

  /** The server in use, or the first to be asked; empty without one. */
  function server(): string {
    const all = servers()
    return all.includes(asked) ? asked : (all[0] ?? '')
  }

  function changed(): void {
    events.changed('time')
  }

  /** Restarts if the servers have changed. */
  function follow(): void {
    const targets = started && cable && automatic() ? servers() : []
    if (current && isDeepStrictEqual(targets, following)) return
    current?.abort()
    current = undefined
    following = targets
    asked = ''
    failure = undefined
    due = undefined
    if (targets.length === 0) return
    current = new AbortController()
    const { signal } = current
    pollServers(targets, signal).catch((cause: unknown) => {
      if (!signal.aborted) log.error({ err: cause }, 'NTP client failed')
    })
  }

  async function pollServers(targets: readonly string[], signal: AbortSignal): Promise<void> {
    let names = targets
    let poll = POLL_SHORTEST
    let retry = RETRY_FIRST
    let turn = 0
    let slow = 0
    for (;;) {
      const before = jumps
      // Each name has its turn before the next address of the first.
      const name = names[turn % names.length] ?? ''
      asked = name
      const outcome = await queryServer(name, Math.floor(turn / names.length), exchange, signal)
      if (outcome.kind === 'moved') {
        // During a longer move of the clock every response would be outdated.
        if (jumps === before) await jumped(signal)
        continue
      }
      const set = outcome.kind === 'time' ? apply(name, outcome) : undefined
      if (set !== undefined) {
        retry = RETRY_FIRST
        slow = outcome.kind === 'time' && outcome.delay > SLOW ? slow + 1 : 0
        if (slow > 0 && slow <= SLOW_TRIES) {
          await pause(SLOW_PAUSE, signal)
          continue
        }
        await pause(poll, signal)
        poll = set ? POLL_SHORTEST : Math.min(poll * 2, POLL_LONGEST)
        continue
      }
      const reason = outcome.kind === 'failed' ? outcome.reason : 'notSet'
      fail(name, reason)
      if (reason === 'denied') {
        names = names.filter((one) => one !== name)
        if (names.length === 0) return
      } else {
        turn += 1
      }
      if (reason === 'tooOften') poll = Math.min(poll * 2, POLL_LONGEST)
      await pause(reason === 'tooOften' ? poll : retry, signal)
      retry = Math.min(retry * 2, RETRY_LONGEST)
    }
  }

  /** Waits for this many milliseconds before the next request. */
  async function pause(length: number, signal: AbortSignal): Promise<void> {
    due = clock.monotonic() + length
    await clock.wait(length, signal)
    due = undefined
  }

  /**
   * Applies a response. Returns whether the clock had to be set; undefined when setting it failed.
   */
  function apply(name: string, answer: Extract<Outcome, { kind: 'time' }>): boolean | undefined {
    const { address, stratum } = answer
    const [offset, delay] = [Math.round(answer.offset), Math.round(answer.delay)]
    // An offset within the measurement error is no reason to set a clock that an earlier response
    // set more precisely.
    const set = Math.abs(answer.offset) >= answer.delay / 2 + STEP_LEAST
    try {
      if (set) parts.step(clock.now() + answer.offset, name)
    } catch (cause) {
      log.error({ err: cause, offset }, 'could not set the clock')
      return undefined
    }
    log.info({ server: name, address, offset, delay, stratum, set }, 'NTP synchronised')
    const isNew = last?.server !== name || failure !== undefined
    last = { at: clock.monotonic(), server: name, offset, delay, stratum }
    failure = undefined
    if (isNew) changed()
    return set
  }

  function fail(name: string, reason: TimeFailure): void {
    log.warn({ server: name, reason }, 'NTP request failed')
    const isNew = failure !== reason
    failure = reason
    if (isNew) changed()
  }

  /** Resolves at the next jump of the clock. */
  function jumped(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = clock.onJump(() => {
        end()
        signal.removeEventListener('abort', stop)
        resolve()
      })
      function stop(): void {
        end()
        reject(signal.reason as Error)
      }
      signal.addEventListener('abort', stop, { once: true })
    })
  }

  function stateWith(name: string): Pick<TimeStatus, 'state' | 'failure'> {
    if (!automatic()) return { state: 'off' }
    if (name === '') return { state: 'noServer' }
    if (!cable) return { state: 'failed', failure: 'noCable' }
    if (failure) return { state: 'failed', failure }
    return { state: last?.server === name ? 'synchronised' : 'asking' }
  }

  function seen({ at, ...facts }: Synchronised): TimeStatus['last'] {
    return { ...facts, secondsAgo: Math.round((clock.monotonic() - at) / 1000) }
  }

  const subscriptions = [
    clock.onJump(() => {
      jumps += 1
    }),
    parameters.subscribe(['root.Time', 'root.Network.BootProto'], follow),
    parts.network.onLease(follow),
  ]

  return {
    start() {
      started = true
      follow()
    },
    worldChanged(world) {
      if (world.cable === cable) return
      cable = world.cable
      follow()
      changed()
    },
    status() {
      const name = server()
      return {
        ...stateWith(name),
        server: automatic() ? name : '',
        ...(due === undefined
          ? {}
          : { nextIn: Math.max(0, Math.ceil((due - clock.monotonic()) / 1000)) }),
        ...(last && { last: seen(last) }),
      }
    },
    close() {
      for (const unsubscribe of subscriptions) unsubscribe()
      started = false
      current?.abort()
    },
  }
}
