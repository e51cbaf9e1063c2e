import { liveVideo } from '@lintel/contract/calls/video'
import { useText } from '@lintel/ui/i18n'
import { Video } from '@lintel/ui/video'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { formatClock, localAt } from '../../app/clock/device-clock.ts'
import { connection, device } from '../../app/device.ts'
import { timeQuery, useParameterValues } from '../../app/queries.ts'
import { useStore } from '@lintel/ui/store'
import { VIDEO_TIMINGS } from '../../app/timing.ts'
import { resolutionFor } from './resolution.ts'

/** The camera's picture on the overview. A §2 Overview. */
export function LiveVideo() {
  const text = useText()
  // A player of its own each time the device is back, as the last one may pause for 15 s.
  const returns = useStore(connection.returns)
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
        if (state.phase === 'connecting') return text('ui.video.connecting')
        if (state.phase === 'failed') return text('camera.videoStreamError')
        return <Stalled since={state.since} />
      }}
    />
  )
}

function Stalled({ since }: { since: number }) {
  const text = useText()
  const { data } = useQuery(timeQuery)
  return data
    ? text('overview.noPictureSince', { time: formatClock(localAt(data, since)) })
    : text('ui.video.stalled')
}
