import { CLIP_KINDS, clipBytesMax, clipKindOf, clipName } from '@lintel/contract/rules/clips'
import { problem } from '@lintel/contract/rules/problem'
import type { Rule } from '@lintel/contract/rules/problem'
import type { Checked } from '@lintel/ui/form'

export interface AddValues {
  name: string
  file: File | null
}

/** What the file dialog of browsers offers. */
export const ACCEPTED = CLIP_KINDS.map((extension) => `.${extension}`).join(',')

/**
 * The name of a clip. Clips with the same name could not be told apart in lists.
 * @param taken the names of the other clips
 */
export const nameRule =
  (taken: readonly string[]): Rule =>
  (typed) => {
    const name = typed.trim()
    const isTaken = taken.some((one) => one.toLowerCase() === name.toLowerCase())
    return clipName(name) ?? (isTaken ? problem('reader.nameExists') : undefined)
  }

/** @param largest size in MB; undefined if only the device knows */
const fileRule =
  (largest: number | undefined): Rule<File | null> =>
  (file) => {
    if (!file) return problem('validation.errorRequired')
    if (!clipKindOf(file.name)) return problem('validation.invalidAudioFile')
    return largest !== undefined && file.size > clipBytesMax(largest)
      ? problem('validation.errorAudioFileTooBig', { max: largest })
      : undefined
  }

export const checkAdd =
  (largest: number | undefined, taken: readonly string[]) =>
  ({ name, file }: AddValues): Checked<AddValues> => ({
    errors: { file: fileRule(largest)(file), name: nameRule(taken)(name) },
  })
