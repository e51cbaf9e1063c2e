import { setLanguage } from '@lintel/contract/calls/language'
import { LANGUAGES } from '@lintel/contract/languages'
import type { Rig } from './rig.ts'

/** The language with the longest words, tested every day; the others are tested every night. */
const LONGEST = 'de'

export type Languages = 'longest' | 'others'

export const languagesOf = (which: Languages): (typeof LANGUAGES)[number][] =>
  LANGUAGES.filter(({ code }) => (code === LONGEST) === (which === 'longest'))

/**
 * Sets the device's language, by its English name, as another administrator would. The device has
 * to be set up.
 */
export async function speak({ root }: Pick<Rig, 'root'>, language: string): Promise<void> {
  await root.call(setLanguage, { language })
}
