import { atMost, firstOf, printable, problem, required } from '@lintel/contract/rules/problem'
import type { Rule } from '@lintel/contract/rules/problem'
import type { Checked } from '@lintel/ui/form'

export interface AddValues {
  name: string
  file: File | null
}

/** What the device plays, by the extension of its file. B §5. */
export const EXTENSIONS = ['wav', 'au', 'mp3'] as const
export const ACCEPTED = EXTENSIONS.map((extension) => `.${extension}`).join(',')

/** Longest name of a clip. Own. */
const NAME_MAX = 64
const MEGABYTE = 1 << 20

export const checkName: Rule = (name) => firstOf(required, printable, atMost(NAME_MAX))(name.trim())

/** @param largest size in MB */
const fileRule =
  (largest: number): Rule<File | null> =>
  (file) => {
    if (!file) return problem('validation.errorRequired')
    const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase()
    if (!EXTENSIONS.some((one) => one === extension)) return problem('validation.invalidAudioFile')
    return file.size > largest * MEGABYTE
      ? problem('validation.errorAudioFileTooBig', { max: largest })
      : undefined
  }

export const checkAdd =
  (largest: number) =>
  ({ name, file }: AddValues): Checked<AddValues> => ({
    errors: { file: fileRule(largest)(file), name: checkName(name) },
  })

/** The name that a file gives its clip: its own, without the extension. */
export const nameOfFile = ({ name }: Pick<File, 'name'>): string =>
  name.replace(/\.[^.]*$/, '').slice(0, NAME_MAX)
