import type { ActionResult } from '@lintel/contract/calls/action-rules'
import type { Clock } from '../../clock/clock.ts'
import type { Log } from '../../log.ts'
import type { ActionJob, ActionJobs, NewActionJob } from '../../state/action-jobs.ts'
import { ActionFailure } from './types.ts'

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
  /**
   * Stores it and delivers it when it is due.
   * @throws Refusal `storage` on a full disk
   */
  add(job: NewActionJob): void
  /** Drops what a rule still had to deliver; one that is under way is aborted. */
  forget(rule: string): void
  /** Starts with what the last power cut has left. */
  start(): void
  /** All stored state was replaced. */
  reload(): void
  waiting(): number
  close(): void
}

interface Lane {
  jobs: ActionJob[]
  stop: AbortController
}

/**
 * @param retriesOf how often a rule's deliveries are tried again; undefined if it is gone
 * @param send delivers, or throws an ActionFailure
 */
export function openDeliveries(parts: {
  jobs: ActionJobs
  clock: Pick<Clock, 'now' | 'wait'>
  log: Pick<Log, 'error'>
  retriesOf: (rule: string) => number | undefined
  send: (job: ActionJob, signal: AbortSignal) => Promise<string>
  onTry: (outcome: Try) => void
}): Deliveries {
  const { jobs, clock, log, retriesOf, send, onTry } = parts
  const lanes = new Map<string, Lane>()
  let waiting = 0
  let started = false
  let closed = false

  function enqueue(job: ActionJob): void {
    waiting += 1
    const lane = lanes.get(job.rule)
    if (lane) {
      lane.jobs.push(job)
      return
    }
    const made = { jobs: [job], stop: new AbortController() }
    lanes.set(job.rule, made)
    if (started) void work(job.rule, made)
  }

  async function work(rule: string, lane: Lane): Promise<void> {
    const { signal } = lane.stop
    const isOver = () => signal.aborted
    for (let job = lane.jobs[0]; job && !isOver(); job = lane.jobs[0]) {
      try {
        // However far the clock was set back, nothing waits longer than that.
        const pause = Math.min(job.due - clock.now(), RETRY_LONGEST)
        if (pause > 0) await clock.wait(pause, signal)
        await attempt(job, lane)
      } catch (cause) {
        if (isOver()) return
        // After the next power cut it is delivered once more, which is better than never.
        log.error({ err: cause, rule }, 'could not store what became of a delivery')
      }
    }
    if (lanes.get(rule) === lane) lanes.delete(rule)
  }

  async function attempt(job: ActionJob, lane: Lane): Promise<void> {
    const { signal } = lane.stop
    const isOver = () => signal.aborted
    let failure: ActionFailure | undefined
    let detail = ''
    try {
      detail = await send(job, signal)
    } catch (cause) {
      signal.throwIfAborted()
      failure = failureOf(cause, log)
      detail = failure.detail
    }
    if (isOver()) return
    if (!failure) {
      done(job, lane)
      onTry({ job, result: 'done', detail })
      jobs.remove(job.id)
      return
    }
    const tried = { ...job, failures: job.failures + 1 }
    const retries = retriesOf(job.rule)
    if (retries !== undefined && tried.failures <= retries) {
      const pause = Math.min(RETRY_FIRST * 2 ** job.failures, RETRY_LONGEST)
      const later = { ...tried, due: clock.now() + pause }
      lane.jobs[0] = later
      onTry({ job: tried, result: 'retrying', failure, detail })
      jobs.postpone(later)
    } else {
      done(job, lane)
      onTry({ job: tried, result: 'failed', failure, detail })
      jobs.remove(job.id)
    }
  }

  function done(job: ActionJob, lane: Lane): void {
    if (lane.jobs[0]?.id !== job.id) return
    lane.jobs.shift()
    waiting -= 1
  }

  function drop(rule: string): void {
    const lane = lanes.get(rule)
    if (!lane) return
    lanes.delete(rule)
    waiting -= lane.jobs.length
    lane.stop.abort(new Error('The rule is gone.'))
  }

  function dropAll(): void {
    for (const rule of Array.from(lanes.keys())) drop(rule)
  }

  function load(): void {
    for (const job of jobs.all()) enqueue(job)
  }

  return {
    hasRoom: (rule) =>
      waiting < WAITING_OF_ALL && (lanes.get(rule)?.jobs.length ?? 0) < WAITING_OF_RULE,
    add(job) {
      const stored = jobs.add(job)
      if (!closed) enqueue(stored)
    },
    forget(rule) {
      drop(rule)
      jobs.removeOf(rule)
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
