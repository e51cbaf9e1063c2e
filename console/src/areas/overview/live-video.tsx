import { liveVideo } from '@lintel/contract/calls/video'
import { useText } from '@lintel/ui/i18n'
import { Video } from '@lintel/ui/video'
import { useQuery } from '@tanstack/react-query'
import { Camera, ChevronRight } from 'lucide-react'
import { useCallback } from 'react'
import { formatClock, localAt } from '../../app/clock/device-clock.ts'
import { connection, device } from '../../app/device.ts'
import { timeQuery, useParameterValues } from '../../app/queries.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { useStore } from '@lintel/ui/store'
import { VIDEO_TIMINGS } from '../../app/timing.ts'
import styles from './overview-page.module.css'
import { resolutionFor } from './resolution.ts'

/** The camera's picture on the overview. A §2 Overview. */
export function LiveVideo() {
  const text = useText()
  // A player of its own each time the device is back, as the last one may pause for 15 s.
  const returns = useStore(connection.returns)
  const gone = useStore(connection.gone)
  const resolution = resolutionFor(useParameterValues().get('root.Properties.Image.Resolution'))
  const open = useCallback(
    (signal: AbortSignal) => device.open(liveVideo, { resolution }, signal),
    [resolution],
  )
  return (
    <Video
      key={returns}
      open={open}
      waits={VIDEO_TIMINGS}
      label={text('overview.liveVideo')}
      live={text('ui.video.live')}
      renderMessage={(state) => {
        // The banner says why, and the advice for a broken stream would be wrong.
        if (gone) return <Stalled since={connection.answeredAt()} />
        if (state.phase === 'connecting') return text('ui.video.connecting')
        if (state.phase === 'failed') return text('camera.videoStreamError')
        return <Stalled since={state.since} />
      }}
    />
  )
}

/** The link below it. */
export function CameraLink() {
  const text = useText()
  return (
    <a className={styles['camera']} href={hrefTo(paths.camera())}>
      <Camera size={16} aria-hidden="true" />
      {text('pages.camera')}
      <ChevronRight size={15} aria-hidden="true" />
    </a>
  )
}

function Stalled({ since }: { since: number }) {
  const text = useText()
  const { data } = useQuery(timeQuery)
  return data
    ? text('overview.noPictureSince', { time: formatClock(localAt(data, since)) })
    : text('ui.video.stalled')
}
