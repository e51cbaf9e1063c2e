import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useForeignJob } from './use-sequence.ts'

/** Says that somebody else's job runs on a disk. */
export function ForeignJobNotice({ diskid }: { diskid: string }) {
  const text = useText()
  const job = useForeignJob(diskid)
  if (!job) return null
  return (
    <Notice title={text('storage.jobRuns', { percent: job.progress / 100 })}>
      {text('storage.jobRuns.next')}
    </Notice>
  )
}
