import type { LanguageCode } from '@lintel/contract/languages'
import type { Catalogue } from './i18n.tsx'

/** What a module with words exports, for each language (`…?languages`, see `tools/messages.mjs`). */
export type ByLanguage<T> = Readonly<Record<LanguageCode, () => Promise<T>>>

/** Words with the language that they are in. */
export interface Words {
  language: LanguageCode
  words: readonly Catalogue[]
}

/**
 * Loads something in a language, and in English when that does not come.
 * @throws what went wrong with the language when English does not come either
 */
export async function orEnglish<T>(
  language: LanguageCode,
  load: (language: LanguageCode) => Promise<T>,
): Promise<T> {
  try {
    return await load(language)
  } catch (failure) {
    if (language === 'en') throw failure
    return load('en').catch(() => {
      throw failure
    })
  }
}

/** The words in a language, or in English when they do not come. */
export function loadWords(
  languages: ByLanguage<Pick<Words, 'words'>>,
  language: LanguageCode,
): Promise<Words> {
  return orEnglish(language, async (spoken) => ({
    language: spoken,
    words: (await languages[spoken]()).words,
  }))
}
