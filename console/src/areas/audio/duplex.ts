/** Whether the duplex mode fits what is switched on. Source: console specification B §3, B §8. */
import type { Problem } from '@lintel/contract/rules/problem'
import { problem } from '@lintel/contract/rules/problem'
import type { AudioState, AudioValues } from './audio-state.ts'
import { INHERIT, MUTE } from './gains.ts'

interface Uses {
  input: boolean
  output: boolean
}

/** What each mode uses. In `post`, clients only send sound to the device; in `get`, only it sends. */
const USES: Readonly<Record<string, Uses>> = {
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

/** Whether the mode leaves this part of the device silent. Of modes that we don't know, nobody knows. */
export const isUnused = (part: Part, { duplexMode }: Pick<AudioValues, 'duplexMode'>): boolean =>
  USES[duplexMode]?.[part] === false

/** Whether audio is switched off altogether, on a device that has a switch for it. */
export const isOff = ({ values, present }: Pick<AudioState, 'values' | 'present'>): boolean =>
  present.has('enabled') && !values.enabled

/**
 * The warning that the mode needs a part that is missing or muted (AUDIO-15). While audio is off, no
 * part is needed.
 * @param values of the form, over those of the device
 * @param parts those to look at
 */
export function duplexWarning(
  values: Partial<AudioValues>,
  { values: stored, present }: Pick<AudioState, 'values' | 'present'>,
  parts: readonly Part[] = ['input', 'output'],
): Problem | undefined {
  const now = { ...stored, ...values }
  const silent = parts.some(
    (part) => USES[now.duplexMode]?.[part] === true && !isOn(part, now, present),
  )
  return silent && !isOff({ values: now, present }) ? problem('audio.warningOutput') : undefined
}
