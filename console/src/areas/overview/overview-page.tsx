import { useText } from '@lintel/ui/i18n'
import { lazyComponent } from '@lintel/ui/lazy'
import { PageHead } from '@lintel/ui/page-head'
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
const AudioOverview = lazyComponent(() =>
  loadChunk('overview-audio', async () => (await import('./audio-overview.tsx')).AudioOverview),
)

/** The live video or the loudspeaker, next to the facts about the device. A §2 Overview. */
export function OverviewPage() {
  const text = useText()
  const viewpoint = useViewpoint()
  return (
    <>
      <PageHead title={text('pages.overview')} />
      {isAudio(viewpoint) ? (
        <AudioOverview />
      ) : (
        <div
          data-full-width=""
          className={isDoorstation(viewpoint) ? styles['overview'] : styles['alone']}
        >
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
