import type { LanguageCode } from '@lintel/contract/languages'
import type { Catalogue } from './i18n.tsx'

/**
 * The exports of a module with messages, for each language (`…?languages`, see
 * `tools/messages.mjs`).
 */
export type ByLanguage<T> = Readonly<Record<LanguageCode, () => Promise<T>>>

/** Messages and their language. */
export interface Messages {
  language: LanguageCode
  catalogues: readonly Catalogue[]
}

/**
 * Loads something in a language, or in English when that fails.
 * @throws the error of the language when English fails too
 */
export async function withEnglishFallback<T>(
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

/** The messages in a language, or in English when they fail to load. */
export function loadMessages(
  languages: ByLanguage<Pick<Messages, 'catalogues'>>,
  language: LanguageCode,
): Promise<Messages> {
  return withEnglishFallback(language, async (available) => ({
    language: available,
    catalogues: (await languages[available]()).catalogues,
  }))
}
