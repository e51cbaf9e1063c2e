import type { DiskJob } from '@lintel/contract/disks'
import { Refusal } from '@lintel/contract/fault'
import { MissingProgram } from '@lintel/disk-image/programs'
import type { Log } from '../../log.ts'
import type { Database } from '../../state/database.ts'
import { openRecord } from '../../state/records.ts'

/** How the work of a job is stopped, and how it says how far it has come. */
export interface JobWatch {
  signal: AbortSignal
  /** @param percent never goes back; 100 is only reported once the job has ended */
  progress(percent: number): void
}

/** Rejects with `JobFailure`, `Refusal` or `MissingProgram` when it can say why it failed. */
export type JobWork = (watch: JobWatch) => Promise<void>

/** Why a job failed, in a sentence for people. */
export class JobFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'JobFailure'
  }
}

/**
 * The jobs on the disks, one at a time for each disk. The last one of each is stored, so that a
 * restart in the middle of it is reported as its failure.
 */
export interface Jobs {
  /**
   * Starts a job.
   * @param prepare returns its work; a refusal that it throws refuses the job
   * @param medium the card that is in the disk's slot
   * @throws Refusal `invalid` while another job runs on the disk, `storage`
   */
  start(diskid: string, action: string, prepare: () => JobWork, medium?: string): DiskJob
  /** One of the latest jobs. */
  find(diskid: string, jobid: string): DiskJob | undefined
  /**
   * The last job of each disk, unless it was on another medium.
   * @param mediumOf the card that is in a disk's slot now
   */
  last(mediumOf?: (diskid: string) => string | undefined): DiskJob[]
  isRunning(diskid: string): boolean
  /** Ends the running job of a disk as failed; resolves once its work has ended. */
  abort(diskid: string, why: string): Promise<void>
  /** Resolves when no job runs on the disk. */
  settled(diskid: string): Promise<void>
  /** Notifies of jobs that have started or ended. */
  subscribe(fn: (job: DiskJob) => void): () => void
  /** All stored state was replaced: the jobs of before are over. */
  stateRestored(): Promise<void>
  /** Ends all jobs as failed. */
  close(): Promise<void>
}

/** Jobs of each disk in memory, whose end clients can still ask for. Own design. */
const JOBS_KEPT = 16

export const INTERRUPTED = 'The device lost its power before the job had finished.'
const SHUT_DOWN = 'The device was shut down before the job had finished.'
const RESTORED = 'A snapshot was restored before the job had finished.'
const UNKNOWN = 'The job failed for an unknown reason.'

interface KeptJob extends DiskJob {
  /** The card that it is done on; absent for a share, and in what older firmware has stored. */
  medium?: string
}

interface StoredJobs {
  /** The number of the latest job. */
  count: number
  last: KeptJob[]
}

interface Running {
  job: KeptJob
  stop: AbortController
  ended: Promise<void>
}

const isOver = ({ progress }: DiskJob) => progress >= 100

export function openJobs(parts: { database: Database; log: Pick<Log, 'error'> }): Jobs {
  const { database, log } = parts
  const record = openRecord<StoredJobs>(database, 'diskJobs')
  const listeners = new Set<(job: DiskJob) => void>()
  const running = new Map<string, Running>()
  /** By disk, in order of their start; a running one changes in place. */
  const kept = new Map<string, KeptJob[]>()
  let count = 0
  /** What jobs did before a restore is not stored in the restored state. */
  let restoring = false

  function load(): void {
    const stored = record.get() ?? { count: 0, last: [] }
    // Ids go on also after a restore: a client may still ask for a job of before it.
    count = Math.max(count, stored.count)
    kept.clear()
    for (const job of stored.last) {
      kept.set(job.diskid, [isOver(job) ? job : failed(job, INTERRUPTED)])
    }
    if (stored.last.some((job) => !isOver(job))) storeEnd()
  }

  const lastJobs = () => Array.from(kept.values(), (jobs) => jobs.at(-1)).filter((job) => !!job)

  function store(): void {
    record.put({ count, last: lastJobs() })
  }

  /** The end of a job stays in memory if it can't be stored. */
  function storeEnd(): void {
    try {
      store()
    } catch (cause) {
      log.error({ err: cause }, 'the end of a job on a disk was not stored')
    }
  }

  function notify(job: KeptJob): void {
    for (const fn of Array.from(listeners)) fn(told(job))
  }

  async function run(job: KeptJob, work: JobWork, stop: AbortController): Promise<void> {
    const { signal } = stop
    const watch: JobWatch = {
      signal,
      progress(percent) {
        job.progress = Math.min(Math.max(Math.floor(percent), job.progress), 99)
      },
    }
    try {
      await work(watch)
      signal.throwIfAborted()
      Object.assign(job, { progress: 100 })
    } catch (cause) {
      Object.assign(job, failed(job, reasonOf(signal.aborted ? signal.reason : cause)))
    }
    running.delete(job.diskid)
    if (restoring) return
    storeEnd()
    notify(job)
  }

  function reasonOf(cause: unknown): string {
    const forPeople = [JobFailure, Refusal, MissingProgram]
    if (forPeople.some((kind) => cause instanceof kind)) return (cause as Error).message
    log.error({ err: cause }, 'a job on a disk failed')
    return UNKNOWN
  }

  async function abort(diskid: string, why: string): Promise<void> {
    const found = running.get(diskid)
    found?.stop.abort(new JobFailure(why))
    await found?.ended
  }

  const abortAll = (why: string) =>
    Promise.all(Array.from(running.keys(), (diskid) => abort(diskid, why)))

  load()

  return {
    start(diskid, action, prepare, medium) {
      if (running.has(diskid)) {
        throw new Refusal('invalid', 'Another job is running on the disk.')
      }
      const work = prepare()
      const before = kept.get(diskid) ?? []
      count += 1
      const job: KeptJob = {
        jobid: String(count),
        diskid,
        action,
        result: 'OK',
        progress: 0,
        description: '',
        ...(medium === undefined ? {} : { medium }),
      }
      kept.set(diskid, [...before, job].slice(-JOBS_KEPT))
      try {
        store()
      } catch (cause) {
        kept.set(diskid, before)
        throw cause
      }
      const stop = new AbortController()
      const entry: Running = { job, stop, ended: Promise.resolve() }
      running.set(diskid, entry)
      entry.ended = run(job, work, stop)
      notify(job)
      return told(job)
    },
    find(diskid, jobid) {
      const job = kept.get(diskid)?.find((one) => one.jobid === jobid)
      return job && told(job)
    },
    last: (mediumOf) =>
      lastJobs()
        .filter(({ diskid, medium }) => medium === undefined || medium === mediumOf?.(diskid))
        .map(told),
    isRunning: (diskid) => running.has(diskid),
    abort,
    settled: async (diskid) => running.get(diskid)?.ended,
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
    async stateRestored() {
      restoring = true
      await abortAll(RESTORED)
      restoring = false
      load()
    },
    async close() {
      await abortAll(SHUT_DOWN)
    },
  }
}

const told = ({ jobid, diskid, action, result, progress, description }: KeptJob): DiskJob => ({
  jobid,
  diskid,
  action,
  result,
  progress,
  description,
})

const failed = (job: KeptJob, description: string): KeptJob => ({
  ...job,
  result: 'ERROR',
  progress: 100,
  description,
})
