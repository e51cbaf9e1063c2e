import { getDiskJob } from '@lintel/contract/calls/disks'
import type { DiskId } from '@lintel/contract/disks'
import { device } from '../../app/device.ts'

/** The version of the schema that the console speaks. B §7. */
export const SCHEMA_VERSION = '1'

export const readJob = (diskid: DiskId, jobid: string) => device.call(getDiskJob, { jobid, diskid })
