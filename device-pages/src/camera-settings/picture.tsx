import type { InputOf } from '@lintel/contract/call'
import { liveVideo, previewVideo } from '@lintel/contract/calls/video'
import { DeviceFault, isLost } from '@lintel/contract/fault'
import { useText } from '@lintel/ui/i18n'
import { Video } from '@lintel/ui/video'
import { useCallback, useState } from 'react'
import { device } from '../app/device.ts'
import { framed } from '../app/framed.ts'
import { VIDEO_TIMINGS } from '../app/timing.ts'
import { MAINTENANCE_HERE, MAINTENANCE_PAGE } from './maintenance.ts'

/** The settings of a preview. */
export type Preview = InputOf<typeof previewVideo>

/**
 * The camera's picture: with the stored settings, or with those of a preview. The device limits the
 * number of previews; without one the picture stays as stored.
 */
export function Picture({ preview }: { preview: Preview | undefined }) {
  const text = useText()
  const [previewed, setPreviewed] = useState(false)
  const wanted = JSON.stringify(preview ?? null)
  const open = useCallback(
    async (signal: AbortSignal) => {
      const settings = JSON.parse(wanted) as Preview | null
      const answer = settings && (await orRefused(device.open(previewVideo, settings, signal)))
      setPreviewed(Boolean(answer))
      return answer ?? device.open(liveVideo, {}, signal)
    },
    [wanted],
  )
  return (
    <Video
      open={open}
      waits={VIDEO_TIMINGS}
      label={text('cameraSettings.liveVideo')}
      live={text(previewed ? 'cameraSettings.preview' : 'ui.video.live')}
      renderMessage={({ phase }) => {
        if (phase === 'connecting') return text('ui.video.connecting')
        if (phase === 'stalled') return text('ui.video.stalled')
        return <Failed />
      }}
    />
  )
}

/** Undefined if the device refuses; other faults are those of the picture. */
async function orRefused(opening: Promise<Response>): Promise<Response | undefined> {
  try {
    return await opening
  } catch (fault) {
    if (fault instanceof DeviceFault && !isLost(fault)) return undefined
    throw fault
  }
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
