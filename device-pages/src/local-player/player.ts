import type { AnswerOf } from '@lintel/contract/call'
import type { getPlaying } from '@lintel/contract/calls/audio'
import { playClip, setVolume, stopClip } from '@lintel/contract/calls/audio'
import { useFaultText } from '@lintel/ui/fault-text'
import { showToast } from '@lintel/ui/toast'
import { useEffect, useRef, useState } from 'react'
import { device } from '../app/device.ts'
import type { Reading } from '../app/reading.ts'
import { VOLUME_DEBOUNCE } from '../app/timing.ts'

/** The clip that plays; null when there is none. */
export type PlayingSound = AnswerOf<typeof getPlaying>['sound']

export interface Player {
  /** The pending request: a clip's number, or `stop`. */
  busy: string | undefined
  /** Percent, 0 to 100. */
  volume: number
  play: (clip: string) => void
  stop: () => void
  turn: (volume: number) => void
}

const VOLUME_MAX = 100

/**
 * Controls the loudspeaker. After each action it reads what plays now, so that the page shows the
 * device's state and not the request.
 */
export function usePlayer({ data: sound, again }: Reading<PlayingSound>): Player {
  const faultText = useFaultText()
  const [busy, setBusy] = useState<string>()
  /** Undefined until the volume is changed here; until then, the volume of what plays. */
  const [turned, setTurned] = useState<number>()
  const settle = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(settle.current), [])
  const volume = turned ?? Math.min(sound?.volume ?? VOLUME_MAX, VOLUME_MAX)

  async function touch(what: string, send: () => Promise<unknown>) {
    if (busy !== undefined) return
    setBusy(what)
    try {
      await send()
    } catch (fault) {
      showToast({ status: 'critical', text: faultText(fault) })
    }
    await again()
    setBusy(undefined)
  }

  return {
    busy,
    volume,
    play: (clip) => void touch(clip, () => device.call(playClip, { clip, volume: String(volume) })),
    stop: () => void touch('stop', () => device.call(stopClip, {})),
    turn(percent) {
      setTurned(percent)
      clearTimeout(settle.current)
      if (!sound) return
      settle.current = setTimeout(() => {
        device.call(setVolume, { volume: percent }).then(again, (fault: unknown) => {
          showToast({ status: 'critical', text: faultText(fault) })
        })
      }, VOLUME_DEBOUNCE)
    },
  }
}
