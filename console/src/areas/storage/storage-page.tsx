import { SD_CARD } from '@lintel/contract/disks'
import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { QueryView } from '../../app/query-view.tsx'
import { PageTabs } from '../../app/routing/page-tabs.tsx'
import { hasCardSlot, isAudio } from '../../app/conditions.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { CardTab } from './card-tab.tsx'
import { NetworkTab } from './network-tab.tsx'
import { ProgressDialog } from './progress-dialog.tsx'
import { disksQuery } from './queries.ts'
import { resumeSequence } from './running-sequence.ts'
import { SequenceFailed } from './sequence-failed.tsx'

/** The SD card, or without a slot the network share. B §2 Storage. */
export function StoragePage() {
  return hasCardSlot(useViewpoint()) === true ? <OnboardStorage /> : <NetworkStoragePage />
}

function OnboardStorage() {
  const disks = useQuery(disksQuery)
  return (
    <>
      <StorageHead />
      <QueryView query={disks}>{(known) => <CardTab card={known.get(SD_CARD)} />}</QueryView>
    </>
  )
}

/** The network share. B §2 Storage. */
export function NetworkStoragePage() {
  return (
    <>
      <StorageHead />
      <NetworkTab />
    </>
  )
}

function StorageHead() {
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
