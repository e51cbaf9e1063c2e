import { listDisks } from '@lintel/contract/calls/disks'
import type { Disk } from '@lintel/contract/disks'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'

/** The disks by their ids. */
export async function readDisks(signal: AbortSignal): Promise<ReadonlyMap<string, Disk>> {
  const input = { diskid: 'all', xml: '', timestamp: String(Date.now()) } as const
  const disks = await device.call(listDisks, input, { signal })
  return new Map(disks.map((disk) => [disk.diskid, disk]))
}

export const disksQuery = queryOptions({
  queryKey: ['storage', 'disks'],
  queryFn: ({ signal }) => readDisks(signal),
})
