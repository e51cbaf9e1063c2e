import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import styles from './video.module.css'
import { playVideo } from './video-player.ts'
import type { VideoState, VideoWaits } from './video-player.ts'

export type { VideoState, VideoWaits }

/** A camera's live picture, marked live only while it is. */
export function Video(props: {
  /** Opens the stream; a new function opens it again. */
  open: (signal: AbortSignal) => Promise<Response>
  waits: VideoWaits
  /** Text alternative of the picture. */
  label: string
  /** The label of a live picture. */
  live: ReactNode
  /** The message over a picture that isn't live. */
  renderMessage: (state: Exclude<VideoState, { phase: 'live' }>) => ReactNode
}) {
  const { open, waits, label, live, renderMessage } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const state = useVideo(canvas, open, waits)
  return (
    <div className={styles['live']} data-phase={state.phase}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the pictures are drawn */}
      <canvas ref={canvas} role="img" aria-label={label} />
      {state.phase === 'live' && <span className={styles['tag']}>{live}</span>}
      <output className={styles['text']}>
        {state.phase !== 'live' && <p>{renderMessage(state)}</p>}
      </output>
    </div>
  )
}

/** Plays the stream on a canvas while the tab is visible. */
function useVideo(
  canvas: { current: HTMLCanvasElement | null },
  open: (signal: AbortSignal) => Promise<Response>,
  waits: VideoWaits,
): VideoState {
  const [state, setState] = useState<VideoState>({ phase: 'connecting' })

  useEffect(() => {
    let player: { stop(): void } | undefined
    function follow() {
      player?.stop()
      player = document.hidden
        ? undefined
        : playVideo({
            open,
            show: (picture) => draw(canvas.current, picture),
            onState: setState,
            now: () => performance.now(),
            waits,
          })
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      player?.stop()
    }
  }, [canvas, open, waits])

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
