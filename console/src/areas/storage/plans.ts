import type { CardFileSystem } from '@lintel/contract/disks'
import {
  DISK_POLL,
  DISK_POLL_SLOW,
  DISK_SETTLES,
  ENCRYPTION_SETTLES,
  FORMAT_POLL,
} from '../../app/timing.ts'

/** One step of a sequence. Those with `poll` start a job, and end when its progress is 100. */
export interface Step {
  name:
    | 'unmount'
    | 'mount'
    | 'check'
    | 'repair'
    | 'format'
    | 'enable'
    | 'disable'
    | 'unbind'
    | 'remove'
  /** Milliseconds between two looks at its job. */
  poll?: number
  /** Milliseconds to wait before and after it. */
  before?: number
  after?: number
}

const UNMOUNT: Step = { name: 'unmount', poll: DISK_POLL_SLOW }
const MOUNT: Step = { name: 'mount', poll: DISK_POLL, before: DISK_SETTLES, after: DISK_SETTLES }
const FORMAT: Step = { name: 'format', poll: FORMAT_POLL }

/** What can be done with a disk, step by step. Source: console specification B §4 "Disk actions". */
export const PLANS = {
  mount: [MOUNT],
  unmount: [UNMOUNT],
  check: [UNMOUNT, { name: 'check', poll: DISK_POLL }, MOUNT],
  repair: [UNMOUNT, { name: 'repair', poll: DISK_POLL_SLOW }, MOUNT],
  format: [UNMOUNT, FORMAT, MOUNT],
  encrypt: [UNMOUNT, { name: 'enable', after: ENCRYPTION_SETTLES }, FORMAT, MOUNT],
  decrypt: [UNMOUNT, { name: 'disable' }, FORMAT, MOUNT],
  erase: [FORMAT],
  removeShare: [
    { ...UNMOUNT, after: DISK_SETTLES },
    { name: 'unbind', after: DISK_SETTLES },
    { name: 'remove', after: DISK_SETTLES },
  ],
} as const satisfies Record<string, readonly Step[]>

export type PlanName = keyof typeof PLANS

/** What a sequence does, without secrets: it is kept in the browser's storage while it runs. */
export interface Plan {
  name: PlanName
  diskid: string
  /** What to format with. */
  filesystem?: CardFileSystem | 'cifs' | undefined
  /** The network share to remove. */
  shareId?: string | undefined
}

/** A sequence that runs, and where it is. */
export interface RunningPlan extends Plan {
  /** The index of its step. */
  step: number
  /** The step's job, once it has started. */
  jobid?: string | undefined
}

/** Reads a stored sequence; undefined if the text is not one. */
export function parsePlan(text: string | null): RunningPlan | undefined {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '')
  } catch {
    return undefined
  }
  if (typeof stored !== 'object' || stored === null) return undefined
  const { name, diskid, step, jobid, filesystem, shareId } = stored as Partial<RunningPlan>
  if (typeof name !== 'string' || !Object.hasOwn(PLANS, name)) return undefined
  if (typeof diskid !== 'string' || typeof step !== 'number' || !PLANS[name][step]) return undefined
  return { name, diskid, step, jobid, filesystem, shareId }
}
