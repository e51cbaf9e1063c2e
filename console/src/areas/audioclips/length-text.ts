import type { LanguageCode } from '@lintel/contract/languages'
import { formatDuration } from '@lintel/ui/dates'
import { measureText } from '@lintel/ui/measure-text'

/** The length of a sound: `3.2 s`, or `2 min 05 s`. */
export const lengthText = (language: LanguageCode, seconds: number): string =>
  seconds < 60 ? measureText(language, seconds, 's') : formatDuration(language, seconds)
