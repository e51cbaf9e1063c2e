import type { AudioLevels } from '@lintel/contract/audio-level'
import { audioLevel } from '@lintel/contract/calls/sound'
import { useCallback, useEffect, useRef, useState } from 'react'
import { device } from '../device.ts'
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

/** Follows the level of the microphone while the page that uses it is open and visible. */
export function useAudioLevels(): LiveLevels {
  const [levels, setLevels] = useState<AudioLevels>()
  const [failed, setFailed] = useState<LevelFailure>()
  const again = useRef(() => {})

  useEffect(() => {
    let stop: (() => void) | undefined
    function follow() {
      stop?.()
      stop = document.hidden
        ? undefined
        : followLevels({
            open: (signal) => device.open(audioLevel, {}, signal),
            onLevels(now) {
              setLevels(now)
              setFailed(undefined)
            },
            onFailed(status) {
              setLevels(undefined)
              setFailed(status)
            },
          })
    }
    follow()
    again.current = follow
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      stop?.()
    }
  }, [])

  const retry = useCallback(() => {
    setFailed(undefined)
    again.current()
  }, [])
  return { levels, failed, retry }
}
