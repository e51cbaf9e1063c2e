import * as calls from '@lintel/contract/calls/disks'
import { getDiskJobs } from '@lintel/contract/calls/storage'
import { Refusal } from '@lintel/contract/fault'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { DiskOrder } from '../../engines/storage/disk.ts'
import type { Service } from '../service.ts'

/** The disks and the jobs on them. Source: console specification B §7 "Storage". */
export const diskService: Service = ({ storage }) => {
  async function start(
    diskid: Parameters<typeof storage.order>[0],
    order: DiskOrder,
  ): Promise<calls.StartedJob> {
    try {
      const { jobid, action } = await storage.order(diskid, order)
      return { jobid, diskid, action }
    } catch (cause) {
      throw naming(cause, order.action, diskid)
    }
  }

  return {
    calls: [
      serve(calls.listDisks, async ({ diskid }) => {
        const disks = await storage.disks()
        return diskid === 'all' ? disks : disks.filter((disk) => disk.diskid === diskid)
      }),
      serve(calls.getDiskCapabilities, ({ diskid }) => storage.capabilities(diskid)),
      serve(calls.mountDisk, ({ diskid, action }) => start(diskid, { action })),
      serve(calls.formatDisk, ({ diskid, filesystem }) =>
        start(diskid, { action: 'format', filesystem }),
      ),
      serve(calls.checkDisk, ({ diskid }) => start(diskid, { action: 'checkdisk' })),
      serve(calls.repairDisk, ({ diskid }) => start(diskid, { action: 'repair' })),
      serve(calls.getDiskJob, ({ diskid, jobid }) => {
        const job = storage.job(diskid, jobid)
        if (!job) throw new Refusal('invalid', 'There is no such job.')
        return job
      }),
      serveChange(calls.lockDisk, ({ diskid, action }) => {
        try {
          storage.lock(diskid, action === 'lock')
        } catch (cause) {
          throw naming(cause, action, diskid)
        }
        return { action, diskid }
      }),
      serve(getDiskJobs, () => ({ jobs: storage.lastJobs() })),
    ],
  }
}

/** A refusal whose answer names what was refused. */
const naming = (cause: unknown, action: string, diskid: string): unknown =>
  cause instanceof Refusal
    ? new Refusal(cause.reason, cause.message, calls.refused(action, diskid))
    : cause
