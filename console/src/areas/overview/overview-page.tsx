import { useText } from '@lintel/ui/i18n'
import { Loading } from '@lintel/ui/loading'
import { PageHead } from '@lintel/ui/page-head'
import { lazy, Suspense } from 'react'
import { getClientNote } from '@lintel/contract/calls/client-notes'
import { loadChunk } from '../../app/chunk.ts'
import { hasPorts, isAudio, isDoorstation } from '../../app/conditions.ts'
import type { Viewpoint } from '../../app/conditions.ts'
import { deviceHas } from '../../app/firmware.ts'
import { role } from '../../app/session/me.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { InfoPanel } from './info-panel.tsx'
import { LiveVideo } from './live-video.tsx'
import { LiveViewOutputs } from './live-view-outputs.tsx'
import styles from './overview-page.module.css'

/** Loaded on audio products only. */
const AudioOverview = lazy(() =>
  loadChunk('overview-audio', async () => ({
    default: (await import('./audio-overview.tsx')).AudioOverview,
  })),
)

/** What the device sees or how it sounds, beside its facts. A §2 Overview. */
export function OverviewPage() {
  const text = useText()
  const viewpoint = useViewpoint()
  return (
    <>
      <PageHead title={text('pages.overview')} />
      {isAudio(viewpoint) ? (
        <Suspense fallback={<Loading />}>
          <AudioOverview />
        </Suspense>
      ) : (
        <div className={isDoorstation(viewpoint) ? styles['overview'] : styles['alone']}>
          {isDoorstation(viewpoint) && (
            <div>
              <LiveVideo />
              {maySwitch(viewpoint) && <LiveViewOutputs />}
            </div>
          )}
          <InfoPanel />
        </div>
      )}
    </>
  )
}

/** For operators and administrators, on devices that store which outputs have a button. */
const maySwitch = (device: Viewpoint): boolean =>
  role() !== 'viewer' && hasPorts(device) === true && deviceHas(getClientNote)
