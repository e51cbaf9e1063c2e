/** Reads the sound levels that the device streams. Source: console specification B §7 "Audio", B §9. */
import { decodeLevels } from '@lintel/contract/audio-level'
import type { AudioLevels } from '@lintel/contract/audio-level'
import { DeviceFault, isMissing } from '@lintel/contract/fault'
import { LEVEL_AGAIN, LEVEL_RESTART } from '../timing.ts'

/**
 * Why there are no levels: `405` while audio is switched off, `missing` in firmware that doesn't
 * report them, `503` for everything else. B §7 (AUDIO-17).
 */
export type LevelFailure = 405 | 503 | 'missing'

function levelFailure(fault: unknown): LevelFailure {
  if (isMissing(fault)) return 'missing'
  return fault instanceof DeviceFault && fault.status === 405 ? 405 : 503
}

interface LevelOptions {
  open: (signal: AbortSignal) => Promise<Response>
  onLevels: (levels: AudioLevels) => void
  /** Called once; nothing is read after that. */
  onFailed: (failure: LevelFailure) => void
}

/**
 * Reads levels until stopped. The stream is fetched anew every 20 s, and when it ends by itself;
 * the first fetch that fails ends it.
 * @returns stops it
 */
export function followLevels({ open, onLevels, onFailed }: LevelOptions): () => void {
  const stopped = new AbortController()

  /** One fetch, for 20 s at most. @returns whether it ended before that */
  async function follow(): Promise<boolean> {
    const over = new AbortController()
    let early = true
    const timer = setTimeout(() => {
      early = false
      over.abort()
    }, LEVEL_RESTART)
    const signal = AbortSignal.any([stopped.signal, over.signal])
    try {
      const response = await open(signal).catch((fault: unknown) => {
        if (!stopped.signal.aborted) onFailed(levelFailure(fault))
        stopped.abort()
      })
      await readLevels(response?.body, (levels) => {
        if (!signal.aborted) onLevels(levels)
      })
    } catch {
      // A stream that breaks off is like one that ends.
    } finally {
      clearTimeout(timer)
      over.abort()
    }
    return early
  }

  async function watch(): Promise<void> {
    while (!stopped.signal.aborted) {
      const early = await follow()
      if (early) await pause(LEVEL_AGAIN, stopped.signal)
    }
  }

  void watch()
  return () => stopped.abort()
}

async function readLevels(
  body: ReadableStream<Uint8Array> | null | undefined,
  onLevels: (levels: AudioLevels) => void,
): Promise<void> {
  if (!body) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const { readings, rest } = decodeLevels(text + decoder.decode(value, { stream: true }))
    text = rest
    const last = readings.at(-1)
    if (last) onLevels(last)
  }
}

/** Resolves after the time, or when the signal is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
