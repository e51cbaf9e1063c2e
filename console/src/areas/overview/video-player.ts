import { DeviceFault } from '@lintel/contract/fault'
import {
  VIDEO_GIVE_UP,
  VIDEO_RETRY_FIRST,
  VIDEO_RETRY_LONGEST,
  VIDEO_STALLED,
} from '../../app/timing.ts'
import { wait } from '../../app/wait.ts'
import { boundaryOf, readPictures } from './mjpeg-reader.ts'

/**
 * What is seen: `connecting` before the first picture, `live` while pictures arrive, `stalled` when
 * they don't any more (with when the last one came), `failed` when the device refuses the stream or
 * no picture has ever come.
 */
export type VideoState =
  | { phase: 'connecting' }
  | { phase: 'live' }
  | { phase: 'stalled'; since: number }
  | { phase: 'failed' }

export interface VideoPlayerOptions {
  open: (signal: AbortSignal) => Promise<Response>
  /** Puts a picture on the page; rejects when it can't be read. */
  show: (picture: Uint8Array<ArrayBuffer>) => Promise<void>
  onState: (state: VideoState) => void
  /** Monotonic milliseconds. */
  now: () => number
}

/** Plays the stream until it is stopped; opens it again when it ends, breaks off or stands still. */
export function playVideo({ open, show, onState, now }: VideoPlayerOptions): { stop(): void } {
  const stopped = new AbortController()
  let last: number | undefined
  let pause = VIDEO_RETRY_FIRST
  let told: VideoState['phase'] | undefined

  function tell(state: VideoState) {
    if (stopped.signal.aborted || state.phase === told) return
    told = state.phase
    onState(state)
  }

  function tellStalled() {
    tell(last === undefined ? { phase: 'failed' } : { phase: 'stalled', since: last })
  }

  /** One connection, until it ends or stands still for too long. */
  async function connect() {
    const attempt = new AbortController()
    const signal = AbortSignal.any([stopped.signal, attempt.signal])
    let timers: ReturnType<typeof setTimeout>[] = []
    const watch = () => {
      timers.forEach(clearTimeout)
      timers = [
        setTimeout(tellStalled, VIDEO_STALLED),
        setTimeout(() => {
          attempt.abort()
        }, VIDEO_GIVE_UP),
      ]
    }
    watch()
    try {
      const { body, headers } = await open(signal)
      const boundary = boundaryOf(headers.get('content-type') ?? '')
      if (!body || boundary === undefined) throw new TypeError('no stream of pictures')
      for await (const picture of readPictures(body, boundary)) {
        const shown = await show(picture).then(
          () => true,
          () => false,
        )
        if (!shown) continue
        last = now()
        pause = VIDEO_RETRY_FIRST
        tell({ phase: 'live' })
        watch()
      }
      tellStalled()
    } finally {
      timers.forEach(clearTimeout)
      attempt.abort()
    }
  }

  async function play() {
    tell({ phase: 'connecting' })
    while (!stopped.signal.aborted) {
      await connect().catch((fault: unknown) => {
        if (isRefusal(fault)) tell({ phase: 'failed' })
        else tellStalled()
      })
      await wait(pause)
      pause = Math.min(pause * 2, VIDEO_RETRY_LONGEST)
    }
  }

  void play()
  return {
    stop() {
      stopped.abort()
    },
  }
}

/** The device answered that there is no stream; a connection that is lost or never came says nothing of it. */
function isRefusal(fault: unknown): boolean {
  return fault instanceof DeviceFault && fault.kind !== 'unreachable' && fault.kind !== 'timeout'
}
