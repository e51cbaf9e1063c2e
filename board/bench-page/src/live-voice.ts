import { setMicrophone, speakLive } from '@lintel/contract/bench'
import type { MicrophoneInput } from '@lintel/contract/wire'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useCallback, useEffect, useRef } from 'react'
import { base64Of } from './base64.ts'
import { sendCommand, useCommand } from './command.ts'

/**
 * Speaks with this computer's microphone into that of the device.
 * @param kind what is spoken into it now; anything else ends it
 * @returns what begins it
 */
export function useLiveVoice(kind: MicrophoneInput['kind']): () => Promise<void> {
  const text = useText()
  const [set] = useCommand(setMicrophone)
  const end = useRef<() => void>(undefined)
  /** Counts what people chose: a browser may ask for a while, and the last choice counts. */
  const choices = useRef(0)

  const stop = useCallback(() => {
    choices.current += 1
    end.current?.()
    end.current = undefined
  }, [])
  useEffect(() => stop, [stop])
  useEffect(() => {
    if (kind !== 'live') stop()
  }, [kind, stop])

  return async () => {
    stop()
    const choice = choices.current
    try {
      const { captureMicrophone } = await import('./capture.ts')
      const endCapture = await captureMicrophone((pcm) => {
        // The next part follows at once.
        sendCommand(speakLive, { pcm: base64Of(pcm) }).catch(() => undefined)
      })
      if (choice !== choices.current) {
        endCapture()
        return
      }
      end.current = endCapture
    } catch {
      if (choice !== choices.current) return
      showToast({ status: 'critical', text: text('bench.phone.noMicrophone') })
      return
    }
    if (!(await set({ microphone: { kind: 'live' } }))) stop()
  }
}
