import type { BenchState } from '@lintel/contract/bench'
import type { DisplayContent, FromDevice, Sound } from '@lintel/contract/wire'

/** What a person before the device sees and hears of it. */
export interface Front {
  display: DisplayContent
  identifying: boolean
  sound: Sound | null
  speaker: { calibrated: string } | null
  oldCiphers: boolean | null
}

/** A device without power, or one that has just got it. */
export const UNLIT: Front = {
  display: { state: 'off', title: '', subtitle: '', time: '' },
  identifying: false,
  sound: null,
  speaker: null,
  oldCiphers: null,
}

type Shown = Extract<
  FromDevice,
  { type: 'display' | 'identify' | 'sound' | 'speaker' | 'oldCiphers' }
>

/** The front after the device has changed it. */
export function frontAfter(front: Front, message: Shown): Front {
  if (message.type === 'display') return { ...front, display: message.display }
  if (message.type === 'identify') return { ...front, identifying: message.on }
  if (message.type === 'sound') return { ...front, sound: message.sound }
  if (message.type === 'oldCiphers') return { ...front, oldCiphers: message.left }
  return { ...front, speaker: { calibrated: message.calibrated } }
}

/** What the bench tells of a sound: where its file lies is the board's own business. */
export function heard({ sound }: Front): BenchState['sound'] {
  if (!sound) return null
  const { file: _file, ...told } = sound
  return told
}
