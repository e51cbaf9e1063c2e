import { Card } from '@lintel/ui/card'
import { useText } from '@lintel/ui/i18n'
import { lazyComponent } from '@lintel/ui/lazy'
import { PageHead } from '@lintel/ui/page-head'
import { getClientNote } from '@lintel/contract/calls/client-notes'
import { loadChunk } from '../../app/chunk.ts'
import { hasPorts, isDoorstation } from '../../app/conditions.ts'
import type { Viewpoint } from '../../app/conditions.ts'
import { deviceHas } from '../../app/firmware.ts'
import { loadAreaMessages, startMessages } from '../../app/messages/app-messages.ts'
import { role } from '../../app/session/me.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import styles from './overview-page.module.css'

/** Loads the tiles, at the same time as the picture. */
function loadBoard() {
  // And their messages; the components that need them report a failure.
  void loadAreaMessages('tiles', startMessages.get().language).catch(() => undefined)
  return loadChunk('tiles', () => import('./tiles/board.tsx'))
}

const Board = lazyComponent(
  async () => (await loadBoard()).Board,
  <div className={styles['coming']}>
    <Card />
  </div>,
)
const ArrangeButtons = lazyComponent(async () => (await loadBoard()).ArrangeButtons, null)

const LiveVideo = lazyComponent(
  () => loadChunk('live-video', async () => (await import('./live-video.tsx')).LiveVideo),
  <div className={styles['picture']} />,
)
const CameraLink = lazyComponent(
  () => loadChunk('live-video', async () => (await import('./live-video.tsx')).CameraLink),
  <div className={styles['camera']} />,
)
const LiveViewOutputs = lazyComponent(
  () => loadChunk('outputs', async () => (await import('./live-view-outputs.tsx')).LiveViewOutputs),
  null,
)

/** The live video, if there is a camera, and the tiles. A §2 Overview. */
export function OverviewPage() {
  const text = useText()
  const viewpoint = useViewpoint()
  return (
    <div data-full-width="" className={styles['board']}>
      <div className={styles['head']}>
        <PageHead title={text('pages.overview')} />
        <div className={styles['actions']}>
          <ArrangeButtons />
        </div>
      </div>
      <div className={styles['grid']}>
        {isDoorstation(viewpoint) && (
          <div className={styles['live']}>
            <div className={styles['screen']}>
              <LiveVideo />
            </div>
            {maySwitch(viewpoint) && <LiveViewOutputs />}
            <CameraLink />
          </div>
        )}
        <Board />
      </div>
    </div>
  )
}

/** For operators and administrators, on devices that store which outputs have a button. */
const maySwitch = (device: Viewpoint): boolean =>
  role() !== 'viewer' && hasPorts(device) === true && deviceHas(getClientNote)
