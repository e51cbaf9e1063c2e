import type { Disk, DiskJob } from '@lintel/contract/disks'
import { isLost } from '@lintel/contract/fault'
import { createStore } from '@lintel/ui/store'
import type { Store } from '@lintel/ui/store'
import { PLANS } from './plans.ts'
import type { Plan, RunningPlan, Step } from './plans.ts'

/** How a sequence stands, as people see it. */
export interface SequenceState extends Plan {
  phase: 'running' | 'done' | 'failed'
  /** The name of its step. */
  step: Step['name']
  /** Percent of the whole sequence; 100 once it is done. */
  percent: number
  /** What failed; absent unless it has. */
  fault?: unknown
}

/** A job of a disk has failed, with the device's description. */
export class JobFailed extends Error {
  constructor(description: string) {
    super(description)
    this.name = 'JobFailed'
  }
}

/** The page was reloaded before the passphrase had been sent: nobody has it any more. */
export class PassphraseLost extends Error {
  constructor() {
    super('the passphrase was not sent')
    this.name = 'PassphraseLost'
  }
}

/** The device and the browser, as a sequence needs them. */
export interface SequenceDevice {
  /** Starts a step. Returns the id of its job, if it has one. */
  start(step: Step['name'], plan: Plan, passphrase: string): Promise<string | undefined>
  job(plan: Plan, jobid: string): Promise<Pick<DiskJob, 'result' | 'progress' | 'description'>>
  disk(diskid: string): Promise<Pick<Disk, 'status'> | undefined>
  /** Reads again what pages show. */
  refresh(): void
  /** Keeps where it is over a reload of the page; undefined: it has ended. */
  keep(plan: RunningPlan | undefined): void
  wait(milliseconds: number): Promise<void>
}

export interface Sequences {
  state: Store<SequenceState | undefined>
  /** Resolves when it has ended, well or not; one runs at a time. */
  run: (plan: Plan, passphrase?: string) => Promise<void>
  /** Goes on with one that a reload has interrupted. */
  resume: (plan: RunningPlan) => Promise<void>
  /** Forgets one that has ended. */
  dismiss: () => void
}

/**
 * Carries out sequences of jobs, one at a time, wherever the person goes in the console, so that no
 * disk stays unmounted. Each step polls its job until its progress is 100. A job that fails stops
 * the sequence. Source: console specification B §4 "Disk actions".
 */
export function createSequences(device: SequenceDevice): Sequences {
  const state = createStore<SequenceState | undefined>(undefined)

  async function go(plan: RunningPlan, passphrase: string | undefined): Promise<void> {
    if (state.get()?.phase === 'running') return
    const steps: readonly Step[] = PLANS[plan.name]
    const { step: first, jobid: firstJob, ...what } = plan
    let at = first
    const show = (part: number) => {
      const percent = Math.floor((100 * (at + part)) / steps.length)
      state.set({ ...what, phase: 'running', step: nameOf(steps, at), percent })
    }

    async function carryOut(step: Step, running: string | undefined): Promise<void> {
      show(0)
      if (running === undefined && (await isNeedless(step.name, plan.diskid))) return
      if (running === undefined && step.before !== undefined) await device.wait(step.before)
      const jobid = running ?? (await started(step))
      if (jobid !== undefined && step.poll !== undefined) await ended(jobid, step.poll)
      if (step.after !== undefined) await device.wait(step.after)
    }

    async function started(step: Step): Promise<string | undefined> {
      if (step.name === 'enable' && passphrase === undefined) throw new PassphraseLost()
      const jobid = await device.start(step.name, what, passphrase ?? '')
      device.keep({ ...what, step: at, jobid })
      return jobid
    }

    async function ended(jobid: string, poll: number): Promise<void> {
      for (;;) {
        await device.wait(poll)
        const job = await seen(jobid)
        if (job?.result === 'ERROR') throw new JobFailed(job.description)
        if (job && job.progress >= 100) return
        if (job) show(job.progress / 100)
      }
    }

    /** Undefined while the device does not answer: the job goes on, or has failed when it is back. */
    async function seen(jobid: string) {
      try {
        return await device.job(what, jobid)
      } catch (fault) {
        if (isLost(fault)) return undefined
        throw fault
      }
    }

    try {
      for (; at < steps.length; at += 1) {
        const step = steps[at] as Step
        const running = at === first ? firstJob : undefined
        device.keep({ ...what, step: at, jobid: running })
        await carryOut(step, running)
      }
      state.set({ ...what, phase: 'done', step: nameOf(steps, at - 1), percent: 100 })
    } catch (fault) {
      const percent = state.get()?.percent ?? 0
      state.set({ ...what, phase: 'failed', step: nameOf(steps, at), percent, fault })
    } finally {
      device.keep(undefined)
      device.refresh()
    }
  }

  /** Only a mounted disk is unmounted, and only one that is not is mounted. */
  async function isNeedless(name: Step['name'], diskid: string): Promise<boolean> {
    if (name !== 'unmount' && name !== 'mount') return false
    const mounted = (await device.disk(diskid))?.status === 'OK'
    return mounted === (name === 'mount')
  }

  return {
    state,
    run: (plan, passphrase) => go({ ...plan, step: 0 }, passphrase),
    resume: (plan) => go(plan, undefined),
    dismiss() {
      if (state.get()?.phase !== 'running') state.set(undefined)
    },
  }
}

const nameOf = (steps: readonly Step[], at: number): Step['name'] =>
  (steps[Math.min(at, steps.length - 1)] as Step).name
