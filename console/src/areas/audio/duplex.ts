/** Whether the duplex mode fits what is switched on. Source: console specification B §3, B §8. */
import type { Problem } from '@lintel/contract/rules/problem'
import { problem } from '@lintel/contract/rules/problem'
import type { AudioState, AudioValues, DuplexMode } from './audio-state.ts'
import { INHERIT, MUTE } from './gains.ts'

/** What each mode uses. In `post`, clients only send sound to the device; in `get`, only it sends. */
const USES: Readonly<Record<DuplexMode, { input: boolean; output: boolean }>> = {
  full: { input: true, output: true },
  half: { input: true, output: true },
  post: { input: false, output: true },
  get: { input: true, output: false },
}

type Part = 'input' | 'output'

const OUTPUTS = ['outputGain', 'lineOutGain', 'telecoilOutGain'] as const

/** Whether any sound leaves or enters the device through this part, whatever the mode. */
function isOn(part: Part, values: AudioValues, present: AudioState['present']): boolean {
  if (part === 'input') return present.has('inputGain') && values.inputGain !== MUTE
  return OUTPUTS.some((name) => {
    const gain = values[name] === INHERIT ? values.outputGain : values[name]
    return present.has(name) && gain !== MUTE
  })
}

/** Whether the mode leaves this part of the device silent. */
export const isUnused = (part: Part, { duplexMode }: Pick<AudioValues, 'duplexMode'>): boolean =>
  !USES[duplexMode][part]

/**
 * The warning that the mode needs a part that is missing or muted (AUDIO-15).
 * @param values of the form, over those of the device
 * @param parts those to look at
 */
export function duplexWarning(
  values: Partial<AudioValues>,
  { values: stored, present }: Pick<AudioState, 'values' | 'present'>,
  parts: readonly Part[] = ['input', 'output'],
): Problem | undefined {
  const now = { ...stored, ...values }
  const silent = parts.some((part) => !isUnused(part, now) && !isOn(part, now, present))
  return silent ? problem('audio.warningOutput') : undefined
}
