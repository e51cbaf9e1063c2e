import type { AnswerOf } from '@lintel/contract/call'
import type { getPlaying } from '@lintel/contract/calls/audio'
import { playClip, setVolume, stopClip } from '@lintel/contract/calls/audio'
import { useFaultText } from '@lintel/ui/fault-text'
import { showToast } from '@lintel/ui/toast'
import { useEffect, useRef, useState } from 'react'
import { device } from '../app/device.ts'
import type { Reading } from '../app/reading.ts'
import { VOLUME_SETTLES } from '../app/timing.ts'

/** What comes out of the loudspeaker; null in silence. */
export type PlayingSound = AnswerOf<typeof getPlaying>['sound']

export interface Player {
  /** What is under way: a clip's number, or `stop`. */
  busy: string | undefined
  /** Percent, 0 to 100. */
  volume: number
  play: (clip: string) => void
  stop: () => void
  turn: (volume: number) => void
}

const LOUDEST = 100

/**
 * The hands on the loudspeaker. After each touch it is asked what plays now, so that the page shows
 * what is true and not what was pressed.
 */
export function usePlayer({ data: sound, again }: Reading<PlayingSound>): Player {
  const faultText = useFaultText()
  const [busy, setBusy] = useState<string>()
  /** Undefined until somebody here turned it: then it is as loud as what plays. */
  const [turned, setTurned] = useState<number>()
  const settle = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(settle.current), [])
  const volume = turned ?? Math.min(sound?.volume ?? LOUDEST, LOUDEST)

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
    turn(wanted) {
      setTurned(wanted)
      clearTimeout(settle.current)
      if (!sound) return
      settle.current = setTimeout(() => {
        device.call(setVolume, { volume: wanted }).then(again, (fault: unknown) => {
          showToast({ status: 'critical', text: faultText(fault) })
        })
      }, VOLUME_SETTLES)
    },
  }
}
