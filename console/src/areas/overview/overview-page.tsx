import { useText } from '@lintel/ui/i18n'
import { Loading } from '@lintel/ui/loading'
import { PageHead } from '@lintel/ui/page-head'
import { lazy, Suspense } from 'react'
import { loadChunk } from '../../app/chunk.ts'
import { isAudio, isDoorstation } from '../../app/conditions.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { InfoPanel } from './info-panel.tsx'
import { LiveVideo } from './live-video.tsx'
import styles from './overview-page.module.css'

/** Comes with audio products only. */
const AudioOverview = lazy(() =>
  loadChunk('overview-audio', async () => ({
    default: (await import('./audio-overview.tsx')).AudioOverview,
  })),
)

/** What the device sees or how it sounds, beside what it is. A §2 Overview. */
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
          {isDoorstation(viewpoint) && <LiveVideo />}
          <InfoPanel />
        </div>
      )}
    </>
  )
}
