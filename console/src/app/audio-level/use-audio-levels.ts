import type { AudioLevels } from '@lintel/contract/audio-level'
import { audioLevel } from '@lintel/contract/calls/sound'
import { useCallback, useEffect, useRef, useState } from 'react'
import { connection, device } from '../device.ts'
import { followLevels } from './follow-levels.ts'
import type { LevelFailure } from './follow-levels.ts'

/** What the microphone hears, while the page is visible. */
interface LiveLevels {
  /** Undefined before the first reading, and after a failure. */
  levels: AudioLevels | undefined
  failed: LevelFailure | undefined
  /** Tries again after a failure. */
  retry: () => void
}

const open = (signal: AbortSignal) =>
  device.open(audioLevel, { format: 'html', audiochannel: '0' }, signal)

/**
 * Follows the level of the microphone while the page that uses it is open and visible. It begins
 * anew when the device is back after it could not be reached.
 */
export function useAudioLevels(): LiveLevels {
  const [levels, setLevels] = useState<AudioLevels>()
  const [failed, setFailed] = useState<LevelFailure>()
  const again = useRef(() => {})

  useEffect(() => {
    let stop: (() => void) | undefined
    function follow() {
      stop?.()
      stop = undefined
      if (document.hidden) return
      setFailed(undefined)
      stop = followLevels({
        open,
        onLevels: setLevels,
        onFailed(status) {
          setLevels(undefined)
          setFailed(status)
        },
      })
    }
    follow()
    again.current = follow
    const stopReturns = connection.returns.subscribe(follow)
    document.addEventListener('visibilitychange', follow)
    return () => {
      stopReturns()
      document.removeEventListener('visibilitychange', follow)
      stop?.()
    }
  }, [])

  const retry = useCallback(() => again.current(), [])
  return { levels, failed, retry }
}
