import { NETWORK_SHARE } from '@lintel/contract/disks'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryView } from '../../app/query-view.tsx'
import { AddShare } from './add-share.tsx'
import { DiskCard } from './disk-card.tsx'
import { DiskSettings } from './disk-settings.tsx'
import { viewOf } from './disk-view.ts'
import { ForeignJobNotice } from './foreign-job-notice.tsx'
import { networkStorageQuery } from './share.ts'
import type { NetworkStorage } from './share.ts'
import { ShareTools } from './share-tools.tsx'
import { useFailureShown } from './use-sequence.ts'

/** The network share: the form for one, or its state and what can be done with it. B §2, B §4. */
export function NetworkTab() {
  return (
    <QueryView query={useQuery(networkStorageQuery)}>
      {(found) => <ShareView {...found} />}
    </QueryView>
  )
}

function ShareView({ disk, share }: NetworkStorage) {
  const text = useText()
  // The form stays until all steps are done: the share is already there after the first ones.
  const [adding, setAdding] = useState(false)
  const failureShown = useFailureShown(NETWORK_SHARE)
  if (!share || adding) return <AddShare group={disk?.group ?? 'S1'} onAdding={setAdding} />
  const view = disk ? viewOf(disk) : 'none'
  const place = `//${share.host}/${share.share}`
  const usable = view === 'mounted' || view === 'unmounted'
  return (
    <>
      <ForeignJobNotice diskid={NETWORK_SHARE} />
      {!usable && !failureShown && (
        <Notice status="warn" title={text('storage.share.failed', { place })}>
          {text('storage.share.failed.next')}
        </Notice>
      )}
      {disk && <DiskCard disk={disk} title={text('storage.share')} share={share} />}
      <div data-layout="rows">
        {disk && view === 'mounted' && disk.totalsize > 0 && <DiskSettings disk={disk} />}
        <ShareTools share={share} disk={disk} />
      </div>
    </>
  )
}
