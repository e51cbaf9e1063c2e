import type { Catalogue, Language } from './i18n.tsx'

const languages = {
  en: () => import('./words-en.ts'),
  de: () => import('./words-de.ts'),
} satisfies Record<Language, () => Promise<{ words: Catalogue[] }>>

/** The kit's own catalogues, validation texts included, in one file per language. */
export async function loadKitWords(language: Language): Promise<Catalogue[]> {
  return (await languages[language]()).words
}
