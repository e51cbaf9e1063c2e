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

export const checkName: Rule = (name) => clipName(name.trim())

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
  (largest: number | undefined) =>
  ({ name, file }: AddValues): Checked<AddValues> => ({
    errors: { file: fileRule(largest)(file), name: checkName(name) },
  })
