import type { AnswerOf } from '@lintel/contract/call'
import type { getPlaying } from '@lintel/contract/calls/audio'
import { playClip, setVolume as setVolumeCall, stopClip } from '@lintel/contract/calls/audio'
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
  setVolume: (volume: number) => void
}

const VOLUME_MAX = 100

/**
 * Controls the loudspeaker. After each action it reads what plays now, so that the page shows the
 * device's state and not the request.
 */
export function usePlayer({ data: sound, again }: Reading<PlayingSound>): Player {
  const faultText = useFaultText()
  const [busy, setBusy] = useState<string>()
  /** The volume set on this page; before that, the slider shows that of what plays. */
  const [chosen, setChosen] = useState<number>()
  const debounce = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(debounce.current), [])
  const volume = chosen ?? Math.min(sound?.volume ?? VOLUME_MAX, VOLUME_MAX)

  async function run(action: string, send: () => Promise<unknown>) {
    if (busy !== undefined) return
    setBusy(action)
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
    play: (clip) => void run(clip, () => device.call(playClip, { clip, volume: String(volume) })),
    stop: () => void run('stop', () => device.call(stopClip, {})),
    setVolume(percent) {
      setChosen(percent)
      clearTimeout(debounce.current)
      if (!sound) return
      debounce.current = setTimeout(() => {
        device.call(setVolumeCall, { volume: percent }).then(again, (fault: unknown) => {
          showToast({ status: 'critical', text: faultText(fault) })
        })
      }, VOLUME_DEBOUNCE)
    },
  }
}
