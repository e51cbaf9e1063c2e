import { removeShare, unbindShare } from '@lintel/contract/calls/network-shares'
import {
  checkDisk,
  formatDisk,
  listDisks,
  mountDisk,
  repairDisk,
} from '@lintel/contract/calls/disks'
import { disableDiskEncryption, enableDiskEncryption } from '@lintel/contract/calls/disk-properties'
import type { DiskId } from '@lintel/contract/disks'
import { device } from '../../app/device.ts'
import { queryClient } from '../../app/query-client.ts'
import { wait } from '../../app/wait.ts'
import { PLAN_KEY } from '../../app/storage-plan-key.ts'
import { parsePlan } from './plans.ts'
import type { Plan, Step } from './plans.ts'
import { readJob, SCHEMA_VERSION } from './disk-calls.ts'
import { createSequences } from './sequence.ts'

/** Steps that are jobs. Each returns the job's id. */
const JOBS = {
  mount: (diskid: DiskId) => device.call(mountDisk, { action: 'mount', diskid }),
  unmount: (diskid: DiskId) => device.call(mountDisk, { action: 'unmount', diskid }),
  check: (diskid: DiskId) => device.call(checkDisk, { diskid }),
  repair: (diskid: DiskId) => device.call(repairDisk, { diskid }),
  format: (diskid: DiskId, { filesystem = 'ext4' }: Plan) =>
    device.call(formatDisk, { diskid, filesystem }),
}

const VERSIONED = { schemaversion: SCHEMA_VERSION } as const

/** Steps that are done at once. */
const CALLS = {
  enable: (diskid: DiskId, _plan: Plan, passphrase: string) =>
    device.call(enableDiskEncryption, { ...VERSIONED, diskid, passphrase }),
  disable: (diskid: DiskId) => device.call(disableDiskEncryption, { ...VERSIONED, diskid }),
  unbind: (_diskid: DiskId, { shareId = '' }: Plan) =>
    device.call(unbindShare, { ...VERSIONED, shareid: shareId }),
  remove: (_diskid: DiskId, { shareId = '' }: Plan) =>
    device.call(removeShare, { ...VERSIONED, shareid: shareId }),
}

const isJob = (step: Step['name']): step is keyof typeof JOBS => Object.hasOwn(JOBS, step)

async function start(step: Step['name'], plan: Plan, passphrase: string) {
  const diskid = plan.diskid as DiskId
  if (isJob(step)) return (await JOBS[step](diskid, plan)).jobid
  await CALLS[step](diskid, plan, passphrase)
  return undefined
}

/**
 * The sequence of this tab. It goes on while the person is on other pages, and after a reload: what
 * it is doing is in the browser's storage, without the passphrase.
 */
export const sequences = createSequences({
  start,
  job: ({ diskid }, jobid) => readJob(diskid as DiskId, jobid),
  async disk(diskid) {
    const disks = await device.call(listDisks, { diskid: diskid as DiskId })
    return disks.find((disk) => disk.diskid === diskid)
  },
  refresh: () => void queryClient.invalidateQueries({ queryKey: ['storage'] }),
  keep(plan) {
    if (plan) sessionStorage.setItem(PLAN_KEY, JSON.stringify(plan))
    else sessionStorage.removeItem(PLAN_KEY)
  },
  wait,
})

/** Goes on with a sequence that a reload has interrupted, once. */
export function resumeSequence(): void {
  if (sequences.state.get()) return
  const plan = parsePlan(sessionStorage.getItem(PLAN_KEY))
  if (plan) void sequences.resume(plan)
}
