import { SOUND_RATE } from '@lintel/contract/bench-sound'
import { useEffect } from 'react'
import { createPcmPlayer, createPcmReader } from './pcm.ts'

async function playUntilGone(context: AudioContext, signal: AbortSignal): Promise<void> {
  const { body } = await fetch('/bench/sound', { signal })
  const reader = body?.getReader()
  const read = createPcmReader()
  const play = createPcmPlayer(context)
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) return
    play(read(part.value))
  }
}

/**
 * Plays in the browser what the loudspeaker plays. The device sends it only meanwhile.
 * @param onEnd called when the bench is gone
 */
export function useListening(listening: boolean, onEnd: () => void): void {
  useEffect(() => {
    if (!listening) return undefined
    const leaving = new AbortController()
    const context = new AudioContext({ sampleRate: SOUND_RATE })
    playUntilGone(context, leaving.signal)
      .catch(() => undefined)
      .finally(() => {
        void context.close()
        if (!leaving.signal.aborted) onEnd()
      })
    return () => leaving.abort()
  }, [listening, onEnd])
}
