import {
  addShare,
  bindShare,
  getShareJob,
  listShares,
  removeShare,
  testShare,
  unbindShare,
} from '@lintel/contract/calls/network-shares'
import type { ShareJob } from '@lintel/contract/calls/network-shares'
import { mountDisk } from '@lintel/contract/calls/disks'
import { inGroups, listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import { NETWORK_SHARE } from '@lintel/contract/disks'
import type { Disk, NetworkShare } from '@lintel/contract/disks'
import { parameterRecord } from '@lintel/contract/parameters/record'
import { storage } from '@lintel/contract/parameters/storage'
import type { ShareForm } from '@lintel/contract/rules/storage'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { queryClient } from '../../app/query-client.ts'
import { DISK_POLL, DISK_SETTLES, SHARE_CHECK_LIMIT, SHARE_POLL } from '../../app/timing.ts'
import { wait } from '../../app/wait.ts'
import { readJob, SCHEMA_VERSION } from './disk-calls.ts'
import { readDisks } from './disks.ts'
import { JobFailed } from './sequence.ts'

/** Versions of SMB to speak, by the mount option that requires each (OPEN-88). B §9. */
export const SMB_VERSIONS = { auto: '', '1.0': 'vers=1.0', '2.0': 'vers=2.0' } as const
export type SmbVersion = keyof typeof SMB_VERSIONS

/** The values of the form for a new share. */
export interface NewShare extends ShareForm {
  version: SmbVersion
}

const versioned = { schemaversion: SCHEMA_VERSION } as const

/** The network share as a disk, and what it is bound to. */
export interface NetworkStorage {
  disk: Disk | undefined
  /** Undefined if there is none. */
  share: NetworkShare | undefined
}

export const networkStorageQuery = queryOptions({
  queryKey: ['storage', 'network'],
  queryFn: async ({ signal }): Promise<NetworkStorage> => {
    const [disks, shares] = await Promise.all([
      readDisks(signal),
      device.call(listShares, { ...versioned, shareid: 'all' }, { signal }),
    ])
    const share = shares.find(({ diskid }) => diskid !== '') ?? shares[0]
    return { disk: disks.get(NETWORK_SHARE), share }
  },
})

/**
 * Adds a share: sets the version of SMB, adds and binds the share, and mounts it. If a step fails,
 * what the earlier ones did is taken back. B §4 "Add network share".
 * @param group of its parameters, `S1`
 * @throws the failure of the step
 */
export async function addNetworkShare(share: NewShare, group: string): Promise<void> {
  const index = Number(group.slice(1))
  const options = parameterRecord(storage(index), {
    options: `root.Storage.S${index}.ExtraMountOptions`,
  })
  const known = await device.call(listParameters, inGroups(`root.Storage.S${index}`))
  const before = options.read(known.values)
  const set = (value: string) => device.call(updateParameters, options.write({ options: value }))
  let shareid: string | undefined
  let bound = false
  try {
    await set(SMB_VERSIONS[share.version])
    const { host: address, share: name, user, password: pass } = share
    const login = share.requireLogin ? { user, pass } : {}
    const added = {
      ...versioned,
      nicename: `${address}/${name}`.slice(0, 64),
      address,
      share: name,
    }
    shareid = await device.call(addShare, { ...added, ...login })
    await wait(DISK_SETTLES)
    await device.call(bindShare, { ...versioned, automaticmount: 'no', shareid })
    bound = true
    await wait(DISK_SETTLES)
    await mount()
    await wait(DISK_SETTLES)
  } catch (fault) {
    // The first failure is the one to tell; what can't be taken back shows on the page.
    if (bound && shareid !== undefined) {
      await device.call(unbindShare, { ...versioned, shareid }).catch(() => undefined)
    }
    if (shareid !== undefined) {
      await device.call(removeShare, { ...versioned, shareid }).catch(() => undefined)
    }
    await set(before.options).catch(() => undefined)
    throw fault
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['storage'] })
  }
}

async function mount(): Promise<void> {
  const { jobid } = await device.call(mountDisk, { action: 'mount', diskid: NETWORK_SHARE })
  for (;;) {
    await wait(DISK_POLL)
    const job = await readJob(NETWORK_SHARE, jobid)
    if (job.result === 'ERROR') throw new JobFailed(job.description)
    if (job.progress >= 100) return
  }
}

/** The check took longer than the console waits. */
export class CheckTimedOut extends Error {}

/**
 * Has the device check the connection to a share. B §4 (OPEN-85).
 * @param signal ends the polling
 * @throws JobFailed with the server's reason; CheckTimedOut; the failure of a call
 */
export async function checkShare(
  shareid: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (percent: number) => void },
): Promise<void> {
  const jobid = await device.call(testShare, { ...versioned, shareid }, { signal })
  for (let waited = 0; waited < SHARE_CHECK_LIMIT; waited += SHARE_POLL) {
    await wait(SHARE_POLL)
    signal.throwIfAborted()
    const job: ShareJob = await device.call(getShareJob, { ...versioned, jobid }, { signal })
    if (job.error !== '' || job.code !== '') throw new JobFailed(job.error)
    if (job.progress >= 100) return
    onProgress(job.progress)
  }
  throw new CheckTimedOut()
}
