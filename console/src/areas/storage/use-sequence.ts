import type { DiskJob } from '@lintel/contract/disks'
import { useQuery } from '@tanstack/react-query'
import { useStore } from '@lintel/ui/store'
import { isRunning, jobsQuery } from './queries.ts'
import { sequences } from './running-sequence.ts'

/** The sequence of this tab, while it runs and until its end has been seen. */
export const useSequence = () => useStore(sequences.state)

/**
 * The job that runs on a disk and that this tab has not started: another administrator's, or one
 * that was started before the page was opened.
 */
export function useForeignJob(diskid: string): DiskJob | undefined {
  const own = useSequence()
  const jobs = useQuery(jobsQuery).data
  if (own?.phase === 'running') return undefined
  return jobs?.find((job) => job.diskid === diskid && isRunning(job))
}

/** Whether something is being done with a disk, here or by somebody else. */
export function useBusy(diskid: string): boolean {
  const own = useSequence()
  const foreign = useForeignJob(diskid)
  return own?.phase === 'running' || foreign !== undefined
}

/** The device's words for why the last job of a disk failed; undefined unless it did. B §8. */
export function useLastError(diskid: string): string | undefined {
  const job = useQuery(jobsQuery).data?.find((one) => one.diskid === diskid)
  return job?.result === 'ERROR' && job.description !== '' ? job.description : undefined
}

/** Whether the page says why the last sequence on a disk failed. */
export function useFailureShown(diskid: string): boolean {
  const own = useSequence()
  return own?.phase === 'failed' && own.diskid === diskid
}
