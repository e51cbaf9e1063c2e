import type { ActionResult } from '@lintel/contract/calls/action-rules'
import type { Clock } from '../../clock/clock.ts'
import type { Log } from '../../log.ts'
import type { ActionJob, ActionJobs, NewActionJob } from '../../state/action-jobs.ts'
import { ActionFailure } from './types.ts'
import type { Parcel } from './types.ts'

/** Deliveries of one rule, and of all rules, that can wait. */
const WAITING_OF_RULE = 50
const WAITING_OF_ALL = 500
/** Milliseconds before the first retry; each further one waits twice as long, an hour at most. */
const RETRY_FIRST = 10_000
const RETRY_LONGEST = 3_600_000

/** How a try ended. */
export interface Try {
  job: ActionJob
  result: Extract<ActionResult, 'done' | 'failed' | 'retrying'>
  failure?: ActionFailure
  /** What the other side answered. */
  detail: string
}

/**
 * What is to be delivered. Each rule has a lane of its own, in which one delivery follows the other,
 * so that a recipient which is down delays no other rule. It survives power cuts.
 */
export interface Deliveries {
  /** Whether there is room for one more of this rule. */
  hasRoom(rule: string): boolean
  /** Keeps room for one that is being made, until the returned function is called. */
  reserve(rule: string): () => void
  /**
   * Stores it and delivers it when it is due.
   * @param urgent before all others of its rule, because a person waits for it
   * @throws Refusal `storage` on a full disk
   */
  add(job: NewActionJob, urgent?: boolean): void
  /**
   * Drops what a rule still had to deliver; one that is under way is aborted.
   * @returns how many there were
   */
  forget(rule: string): number
  /** Starts with what the last power cut has left. */
  start(): void
  /** All stored state was replaced. */
  reload(): void
  waiting(): number
  close(): void
}

/** A delivery that waits, or is under way. */
interface Item {
  job: ActionJob
  /** When it may be tried next, in monotonic milliseconds: nobody sets those. */
  at: number
}

interface Lane {
  /** The first one is next, or under way. */
  items: Item[]
  isBusy: boolean
  /** Aborted when another one comes first. */
  pause: AbortController
  stop: AbortController
}

/**
 * @param retriesOf how often a rule's deliveries are tried again; undefined if it is gone
 * @param send delivers, or throws an ActionFailure
 */
export function openDeliveries(parts: {
  jobs: ActionJobs
  clock: Pick<Clock, 'now' | 'monotonic' | 'wait'>
  log: Pick<Log, 'error'>
  retriesOf: (rule: string) => number | undefined
  send: (job: ActionJob & { parcel: Parcel }, signal: AbortSignal) => Promise<string>
  onTry: (outcome: Try) => void
}): Deliveries {
  const { jobs, clock, log, retriesOf, send, onTry } = parts
  const lanes = new Map<string, Lane>()
  const reserved = new Map<string, number>()
  let waiting = 0
  let started = false
  let closed = false

  const laneOf = (rule: string) => lanes.get(rule)?.items.length ?? 0
  const reservedOf = (rule: string) => reserved.get(rule) ?? 0

  function enqueue(job: ActionJob, urgent = false): void {
    waiting += 1
    // However far the clock was set back before the start, nothing waits longer than that.
    const wait = Math.min(Math.max(job.due - clock.now(), 0), RETRY_LONGEST)
    const item = { job, at: clock.monotonic() + wait }
    const lane = lanes.get(job.rule)
    if (lane) {
      insert(lane, item, urgent)
      return
    }
    const made: Lane = {
      items: [item],
      isBusy: false,
      pause: new AbortController(),
      stop: new AbortController(),
    }
    lanes.set(job.rule, made)
    if (started) void work(job.rule, made)
  }

  /** Puts one behind those of its rule that are due earlier, or were tried already. */
  function insert(lane: Lane, item: Item, urgent: boolean): void {
    const { items, isBusy, pause } = lane
    const later = items.findIndex(
      ({ job, at }, index) =>
        (index > 0 || !isBusy) && (urgent || (job.failures === 0 && at > item.at)),
    )
    items.splice(later === -1 ? items.length : later, 0, item)
    if (later === 0) pause.abort(new Error('Another one comes first.'))
  }

  async function work(rule: string, lane: Lane): Promise<void> {
    const isOver = () => lane.stop.signal.aborted
    for (let next = lane.items[0]; next && !isOver(); next = lane.items[0]) {
      try {
        if (await isDue(next, lane)) await attempt(next.job, lane)
      } catch (cause) {
        if (isOver()) return
        // After the next power cut it is delivered once more, which is better than never.
        log.error({ err: cause, rule }, 'could not store what became of a delivery')
      }
    }
    if (lanes.get(rule) === lane) lanes.delete(rule)
  }

  /** Waits for its time; resolves with false if another one has to be looked at first. */
  async function isDue(next: Item, lane: Lane): Promise<boolean> {
    const left = next.at - clock.monotonic()
    if (left > 0) {
      const pause = new AbortController()
      lane.pause = pause
      try {
        await clock.wait(left, pause.signal)
      } catch (cause) {
        if (!pause.signal.aborted) throw cause
      }
    }
    return !lane.stop.signal.aborted && lane.items[0] === next && next.at <= clock.monotonic()
  }

  async function attempt(job: ActionJob, lane: Lane): Promise<void> {
    const { signal } = lane.stop
    const isOver = () => signal.aborted
    let failure: ActionFailure | undefined
    let detail = ''
    lane.isBusy = true
    try {
      const parcel = jobs.parcel(job.id)
      if (!parcel) throw new ActionFailure('notFound')
      detail = await send({ ...job, parcel }, signal)
    } catch (cause) {
      signal.throwIfAborted()
      failure = failureOf(cause, log)
      detail = failure.detail
    } finally {
      lane.isBusy = false
    }
    if (isOver()) return
    if (!failure) {
      done(lane)
      onTry({ job, result: 'done', detail })
      jobs.remove(job.id)
      return
    }
    const tried = { ...job, failures: job.failures + 1 }
    const retries = retriesOf(job.rule)
    if (retries !== undefined && tried.failures <= retries) {
      const pause = Math.min(RETRY_FIRST * 2 ** job.failures, RETRY_LONGEST)
      const later = { ...tried, due: clock.now() + pause }
      lane.items[0] = { job: later, at: clock.monotonic() + pause }
      onTry({ job: tried, result: 'retrying', failure, detail })
      jobs.postpone(later)
    } else {
      done(lane)
      onTry({ job: tried, result: 'failed', failure, detail })
      jobs.remove(job.id)
    }
  }

  function done(lane: Lane): void {
    lane.items.shift()
    waiting -= 1
  }

  function drop(rule: string): number {
    const lane = lanes.get(rule)
    if (!lane) return 0
    lanes.delete(rule)
    waiting -= lane.items.length
    lane.stop.abort(new Error('The rule is gone.'))
    lane.pause.abort()
    return lane.items.length
  }

  function dropAll(): void {
    for (const rule of Array.from(lanes.keys())) drop(rule)
  }

  function load(): void {
    for (const job of jobs.all()) enqueue(job)
  }

  return {
    hasRoom(rule) {
      const making = Array.from(reserved.values()).reduce((sum, count) => sum + count, 0)
      return waiting + making < WAITING_OF_ALL && laneOf(rule) + reservedOf(rule) < WAITING_OF_RULE
    },
    reserve(rule) {
      reserved.set(rule, reservedOf(rule) + 1)
      return () => {
        const left = reservedOf(rule) - 1
        if (left > 0) reserved.set(rule, left)
        else reserved.delete(rule)
      }
    },
    add(job, urgent) {
      const stored = jobs.add(job)
      if (!closed) enqueue(stored, urgent)
    },
    forget(rule) {
      const dropped = drop(rule)
      jobs.removeOf(rule)
      return dropped
    },
    start() {
      load()
      started = true
      for (const [rule, lane] of lanes) void work(rule, lane)
    },
    reload() {
      dropAll()
      load()
    },
    waiting: () => waiting,
    close() {
      closed = true
      started = false
      dropAll()
    },
  }
}

/** Anything that nobody foresaw is logged, and told as an internal failure. */
export function failureOf(cause: unknown, log: Pick<Log, 'error'>): ActionFailure {
  if (cause instanceof ActionFailure) return cause
  log.error({ err: cause }, 'an action failed')
  return new ActionFailure('internal')
}
