import { liveVideo } from '@lintel/contract/calls/video'
import { useText } from '@lintel/ui/i18n'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatClock, localAt } from '../../app/clock/device-clock.ts'
import { device } from '../../app/device.ts'
import { timeQuery, useParameterValues } from '../../app/queries.ts'
import styles from './live-video.module.css'
import { resolutionFor } from './resolution.ts'
import { playVideo } from './video-player.ts'
import type { VideoState } from './video-player.ts'

/** The camera's picture as it is now, and nothing that only looks like it. */
export function LiveVideo() {
  const text = useText()
  const canvas = useRef<HTMLCanvasElement>(null)
  const state = useVideo(canvas)
  return (
    <div className={styles['live']} data-phase={state.phase}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the pictures are drawn */}
      <canvas ref={canvas} role="img" aria-label={text('overview.liveVideo')} />
      {state.phase === 'live' && <span className={styles['tag']}>{text('overview.live')}</span>}
      <output className={styles['words']}>
        {state.phase === 'connecting' && <p>{text('overview.connecting')}</p>}
        {state.phase === 'stalled' && <Stalled since={state.since} />}
        {state.phase === 'failed' && <p>{text('camera.videoStreamError')}</p>}
      </output>
    </div>
  )
}

function Stalled({ since }: { since: number }) {
  const text = useText()
  const { data } = useQuery(timeQuery)
  return (
    <p>
      {data
        ? text('overview.noPictureSince', { time: formatClock(localAt(data, since)) })
        : text('overview.noPicture')}
    </p>
  )
}

/** Plays the stream on a canvas while the tab is seen. */
function useVideo(canvas: { current: HTMLCanvasElement | null }): VideoState {
  const resolution = resolutionFor(useParameterValues().get('root.Properties.Image.Resolution'))
  const [state, setState] = useState<VideoState>({ phase: 'connecting' })

  useEffect(() => {
    let player: { stop(): void } | undefined
    function follow() {
      player?.stop()
      player = document.hidden
        ? undefined
        : playVideo({
            open: (signal) => device.open(liveVideo, { resolution }, signal),
            show: (picture) => draw(canvas.current, picture),
            onState: setState,
            now: () => performance.now(),
          })
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      player?.stop()
    }
  }, [canvas, resolution])

  return state
}

async function draw(canvas: HTMLCanvasElement | null, picture: Uint8Array<ArrayBuffer>) {
  const bitmap = await createImageBitmap(new Blob([picture], { type: 'image/jpeg' }))
  if (canvas) {
    if (canvas.width !== bitmap.width) canvas.width = bitmap.width
    if (canvas.height !== bitmap.height) canvas.height = bitmap.height
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  }
  bitmap.close()
}
