import { getDiskCapabilities, lockDisk } from '@lintel/contract/calls/disks'
import { changeDiskPassphrase } from '@lintel/contract/calls/disk-properties'
import { inGroups, listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import { getDiskJobs } from '@lintel/contract/calls/storage'
import { SD_CARD } from '@lintel/contract/disks'
import type { DiskId, DiskJob } from '@lintel/contract/disks'
import { storage } from '@lintel/contract/parameters/storage'
import { parameterRecord } from '@lintel/contract/parameters/record'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { unlessMissing } from '../../app/missing.ts'
import { storedSetting } from '../../app/stored/stored-setting.ts'
import { DISK_POLL_SLOW } from '../../app/timing.ts'
import { SCHEMA_VERSION } from './disk-calls.ts'

/** What can be done with the card. */
export const cardCapabilitiesQuery = queryOptions({
  queryKey: ['storage', 'capabilities'],
  queryFn: ({ signal }) => device.call(getDiskCapabilities, { diskid: SD_CARD }, { signal }),
})

/** The last job of each disk; none in firmware that doesn't say. */
export const jobsQuery = queryOptions({
  queryKey: ['storage', 'jobs'],
  queryFn: async ({ signal }): Promise<readonly DiskJob[]> =>
    (await unlessMissing(device.call(getDiskJobs, {}, { signal })))?.jobs ?? [],
  refetchInterval: ({ state }) => (state.data?.some(isRunning) === true ? DISK_POLL_SLOW : false),
})

export const isRunning = ({ progress }: Pick<DiskJob, 'progress'>): boolean => progress < 100

/** Write protects a disk, or ends that. B §4. */
export const setLocked = (diskid: DiskId, locked: boolean) =>
  device.call(lockDisk, { action: locked ? 'lock' : 'unlock', diskid })

/** Resolves with whether the old passphrase was right. B §4. */
export const changePassphrase = (oldpassphrase: string, newpassphrase: string) =>
  device.call(changeDiskPassphrase, {
    schemaversion: SCHEMA_VERSION,
    diskid: SD_CARD,
    newpassphrase,
    oldpassphrase,
  })

/** How long files are kept. */
export interface Retention {
  /** Days, as the field's text. */
  days: string
}

/**
 * How long a disk keeps its files.
 * @param group of its parameters, `S0`
 */
export function retentionSetting(group: string) {
  const index = Number(group.slice(1))
  const record = parameterRecord(storage(index), {
    days: `root.Storage.S${index}.CleanupMaxAge`,
  })
  return storedSetting<Retention, Retention>({
    key: ['parameters', 'retention', group],
    async read(options) {
      const list = await device.call(listParameters, inGroups(`root.Storage.S${index}`), options)
      return { days: String(record.read(list.values).days) }
    },
    alsoShown: [['storage']],
    call: updateParameters.id,
    values: (state) => state,
    async write({ days }, { options }) {
      await device.call(updateParameters, record.write({ days: Number(days) }), options)
      return undefined
    },
  })
}
