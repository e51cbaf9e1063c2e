import { DeviceFault } from '@lintel/contract/fault'
import { boundaryOf, readPictures } from './mjpeg-reader.ts'

/**
 * The state of the player: `connecting` before the first picture, `live` while pictures arrive,
 * `stalled` when they stop (with the time of the last one), `failed` when the device refuses the
 * stream or no picture has ever arrived.
 */
export type VideoState =
  | { phase: 'connecting' }
  | { phase: 'live' }
  | { phase: 'stalled'; since: number }
  | { phase: 'failed' }

/** Timings of a player in milliseconds. */
export interface VideoWaits {
  /** Time without a picture until it is stalled. */
  stalled: number
  /** Time without a picture until the stream is opened again. */
  giveUp: number
  /** First and longest pause before the stream is opened again; it doubles in between. */
  retryFirst: number
  retryLongest: number
}

interface VideoPlayerOptions {
  open: (signal: AbortSignal) => Promise<Response>
  /** Draws a picture on the page; rejects when it can't be read. */
  show: (picture: Uint8Array<ArrayBuffer>) => Promise<void>
  onState: (state: VideoState) => void
  /** Monotonic milliseconds. */
  now: () => number
  waits: VideoWaits
}

/** Plays the stream until stopped; opens it again when it ends, breaks or stalls. */
export function playVideo({ open, show, onState, now, waits }: VideoPlayerOptions): {
  stop(): void
} {
  const stopped = new AbortController()
  let last: number | undefined
  let pause = waits.retryFirst
  let reported: VideoState['phase'] | undefined

  function report(state: VideoState) {
    if (stopped.signal.aborted || state.phase === reported) return
    reported = state.phase
    onState(state)
  }

  function reportStalled() {
    report(last === undefined ? { phase: 'failed' } : { phase: 'stalled', since: last })
  }

  /** One connection, until it ends or stalls for too long. */
  async function connect() {
    const attempt = new AbortController()
    const signal = AbortSignal.any([stopped.signal, attempt.signal])
    let timers: ReturnType<typeof setTimeout>[] = []
    const watch = () => {
      timers.forEach(clearTimeout)
      timers = [
        setTimeout(reportStalled, waits.stalled),
        setTimeout(() => {
          attempt.abort()
        }, waits.giveUp),
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
        pause = waits.retryFirst
        report({ phase: 'live' })
        watch()
      }
      reportStalled()
    } finally {
      timers.forEach(clearTimeout)
      attempt.abort()
    }
  }

  async function play() {
    report({ phase: 'connecting' })
    while (!stopped.signal.aborted) {
      await connect().catch((fault: unknown) => {
        if (isRefusal(fault)) report({ phase: 'failed' })
        else reportStalled()
      })
      await new Promise((resolve) => {
        setTimeout(resolve, pause)
      })
      pause = Math.min(pause * 2, waits.retryLongest)
    }
  }

  void play()
  return {
    stop() {
      stopped.abort()
    },
  }
}

/** The device responded that there is no stream; a lost or failed connection doesn't say that. */
function isRefusal(fault: unknown): boolean {
  return fault instanceof DeviceFault && fault.kind !== 'unreachable' && fault.kind !== 'timeout'
}
