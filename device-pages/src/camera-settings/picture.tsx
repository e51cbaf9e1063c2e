import { liveVideo } from '@lintel/contract/calls/video'
import { useText } from '@lintel/ui/i18n'
import { Video } from '@lintel/ui/video'
import { device } from '../app/device.ts'
import { framed } from '../app/framed.ts'
import { VIDEO_TIMINGS } from '../app/timing.ts'
import { MAINTENANCE_HERE, MAINTENANCE_PAGE } from './maintenance.ts'

const open = (signal: AbortSignal) => device.open(liveVideo, {}, signal)

/** The camera's picture with the current settings. */
export function Picture() {
  const text = useText()
  return (
    <Video
      open={open}
      waits={VIDEO_TIMINGS}
      label={text('cameraSettings.liveVideo')}
      live={text('ui.video.live')}
      renderMessage={({ phase }) => {
        if (phase === 'connecting') return text('ui.video.connecting')
        if (phase === 'stalled') return text('ui.video.stalled')
        return <Failed />
      }}
    />
  )
}

function Failed() {
  const text = useText()
  return (
    <>
      {text('camera.videoStreamError')}{' '}
      <a href={framed ? MAINTENANCE_HERE : MAINTENANCE_PAGE}>
        {text('cameraSettings.maintenance')}
      </a>
    </>
  )
}
