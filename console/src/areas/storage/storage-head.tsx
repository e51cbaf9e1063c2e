import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { useEffect } from 'react'
import { isDoorstation } from '../../app/conditions.ts'
import { PageTabs } from '../../app/routing/page-tabs.tsx'
import { useViewpoint } from '../../app/viewpoint.ts'
import { ProgressDialog } from './progress-dialog.tsx'
import { resumeSequence } from './running-sequence.ts'
import { SequenceFailed } from './sequence-failed.tsx'

/** The top of the tabs, with the job that this tab runs. */
export function StorageHead() {
  const text = useText()
  const pictures = isDoorstation(useViewpoint())
  useEffect(resumeSequence, [])
  return (
    <>
      <PageHead
        title={text('pages.storage')}
        note={text(pictures ? 'storage.note' : 'storage.note.files')}
      />
      <PageTabs />
      <SequenceFailed />
      <ProgressDialog />
    </>
  )
}
