import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { useEffect } from 'react'
import { isAudio } from '../../app/conditions.ts'
import { PageTabs } from '../../app/routing/page-tabs.tsx'
import { useViewpoint } from '../../app/viewpoint.ts'
import { ProgressDialog } from './progress-dialog.tsx'
import { resumeSequence } from './running-sequence.ts'
import { SequenceFailed } from './sequence-failed.tsx'

/** The top of the tabs, with the job that this tab runs. */
export function StorageHead() {
  const text = useText()
  const audio = isAudio(useViewpoint())
  useEffect(resumeSequence, [])
  return (
    <>
      <PageHead
        title={text('pages.storage')}
        note={text(audio ? 'storage.note.audio' : 'storage.note')}
      />
      <PageTabs />
      <SequenceFailed />
      <ProgressDialog />
    </>
  )
}
