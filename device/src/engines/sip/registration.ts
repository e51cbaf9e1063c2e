/** Keeps one account registered, at its secondary registrar while the primary one is away. */
import type { Clock } from '../../clock/clock.ts'
import type { Log } from '../../log.ts'
import type { Server } from './servers.ts'

/** What came of a REGISTER. */
export interface RegisterOutcome {
  status: number
  text: string
  /** Seconds that the registrar granted. */
  granted?: number | undefined
  /** Seconds that it asks to wait. */
  retryAfter?: number | undefined
}

export interface RegistrationStatus {
  server: Server
  status: number
  text: string
}

export interface Registration {
  /** Registers now: something has changed. */
  refresh(): void
  /** Removes the registrations where that is possible; resolves when it has been tried. */
  stop(): Promise<void>
}

/** Milliseconds. Own design. */
const FIRST_RETRY = 5000
const LONGEST_RETRY = 300_000
/** After a refusal: asking again soon would only lock the account. */
const FIRST_AFTER_REFUSAL = 60_000
const LONGEST_AFTER_REFUSAL = 3_600_000
/** A registrar can ask to wait this long, no longer. */
const LONGEST_RETRY_AFTER = 3_600_000
/** How often the primary registrar is asked again while the secondary one serves. */
const PRIMARY_CHECK = 120_000
/** How long before its end a registration is refreshed: a timeout and a retry fit in. */
const MARGIN = 40_000

/** Before the first answer. */
export const TRYING = { status: 100, text: 'Trying' } as const

/** Whether another registrar may do better. */
const isAway = ({ status }: RegisterOutcome): boolean => status === 408 || status >= 500

/**
 * Starts at once.
 * @param parts.register sends one REGISTER, answers challenges, and never rejects
 * @param parts.random between 0 and 1: spreads the retries of many devices
 */
export function openRegistration(parts: {
  servers: readonly Server[]
  clock: Pick<Clock, 'monotonic' | 'wait'>
  log: Log
  register(server: Server, remove: boolean): Promise<RegisterOutcome>
  onStatus(status: RegistrationStatus): void
  random?: () => number
}): Registration {
  const { servers, clock, log, random = Math.random } = parts
  const stopped = new AbortController()
  /** Where it is registered, and until when on the monotonic clock. */
  const until = new Map<Server, number>()
  let wake: AbortController | undefined
  let failures = 0
  let last: RegistrationStatus | undefined

  const isRegistered = (server: Server) => (until.get(server) ?? 0) > clock.monotonic()

  function tell(server: Server, { status, text }: { status: number; text: string }): void {
    if (stopped.signal.aborted) return
    if (last?.status === status && last.text === text && last.server === server) return
    last = { server, status, text }
    parts.onStatus(last)
  }

  async function registerAt(server: Server): Promise<RegisterOutcome> {
    const outcome = await parts.register(server, false)
    const granted = outcome.granted ?? 0
    if (outcome.status < 300) until.set(server, clock.monotonic() + granted * 1000)
    return outcome
  }

  /** Registers at the first server that is there; returns the milliseconds until the next time. */
  async function round(): Promise<number> {
    const [primary] = servers
    if (!primary) return Infinity
    if (!servers.some(isRegistered)) tell(primary, TRYING)
    let first: { server: Server; outcome: RegisterOutcome } | undefined
    for (const server of servers) {
      const outcome = await registerAt(server)
      if (stopped.signal.aborted) return Infinity
      if (outcome.status < 300) {
        failures = 0
        tell(server, outcome)
        await leaveOthers(server)
        return untilRefresh(server, outcome)
      }
      log.warn(
        { server: server.uri, status: outcome.status, text: outcome.text },
        'SIP: not registered',
      )
      first ??= { server, outcome }
      if (!isAway(outcome)) break
    }
    if (!first) return Infinity
    failures += 1
    tell(first.server, first.outcome)
    return untilRetry(first.outcome)
  }

  /** A call must not ring twice once the primary registrar is back. */
  async function leaveOthers(server: Server): Promise<void> {
    const [primary] = servers
    if (server !== primary) return
    for (const other of servers) {
      if (other === server || !isRegistered(other)) continue
      until.delete(other)
      await parts.register(other, true)
    }
  }

  async function leaveAll(): Promise<void> {
    const left = Array.from(until.keys()).filter(isRegistered)
    until.clear()
    await Promise.all(left.map((server) => parts.register(server, true)))
  }

  function untilRefresh(server: Server, { granted = 0 }: RegisterOutcome): number {
    const ms = granted * 1000
    const refresh = Math.max(ms > 2 * MARGIN ? ms - MARGIN : ms / 2, 1000)
    return server === servers[0] ? refresh : Math.min(refresh, PRIMARY_CHECK)
  }

  function untilRetry(outcome: RegisterOutcome): number {
    const [start, most] = isAway(outcome)
      ? [FIRST_RETRY, LONGEST_RETRY]
      : [FIRST_AFTER_REFUSAL, LONGEST_AFTER_REFUSAL]
    const backoff = Math.min(start * 2 ** Math.min(failures - 1, 20), most)
    const spread = backoff * (0.8 + 0.4 * random())
    return Math.max(spread, Math.min((outcome.retryAfter ?? 0) * 1000, LONGEST_RETRY_AFTER))
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      const pause = new AbortController()
      wake = pause
      const ms = await round()
      if (ms === Infinity) return
      await clock
        .wait(ms, AbortSignal.any([stopped.signal, pause.signal]))
        .catch(() => 'interrupted')
    }
  }

  const running = run().catch((cause: unknown) =>
    log.error({ err: cause }, 'SIP registration ended'),
  )

  return {
    refresh: () => wake?.abort(),
    async stop() {
      stopped.abort()
      await leaveAll()
      // A request that was under way may have registered since.
      await running
      await leaveAll()
    },
  }
}
