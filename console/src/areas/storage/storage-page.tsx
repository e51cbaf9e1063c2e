import { SD_CARD } from '@lintel/contract/disks'
import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../app/query-view.tsx'
import { hasCardSlot } from '../../app/conditions.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { CardTab } from './card-tab.tsx'
import { NetworkTab } from './network-tab.tsx'
import { disksQuery } from './disks.ts'
import { StorageHead } from './storage-head.tsx'

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
