import type { Catalogue, Language } from '@lintel/ui/i18n'
import { pickLanguage } from '@lintel/ui/i18n'
import { loadChunk } from '../chunk.ts'

const areas = import.meta.glob<Catalogue>(
  ['../../../messages/*/*.json', '!../../../messages/{start,shell,overview,wizard}/*.json'],
  { import: 'default' },
)

const shells = {
  en: () => import('./shell-en.ts'),
  de: () => import('./shell-de.ts'),
} satisfies Record<Language, () => Promise<{ words: readonly Catalogue[] }>>

/** The words of the frame around the pages, with those of the kit. */
export function loadShellWords(language: Language): Promise<readonly Catalogue[]> {
  return loadChunk(`words-${language}`, async () => (await shells[language]()).words)
}

/** The words of one area. Those of the overview, the first page of all, come with the frame's. */
export function loadAreaWords(area: string, language: Language): Promise<Catalogue> {
  return loadChunk(`${area}-${language}`, async () => {
    if (area === 'overview') return {}
    const load = areas[`../../../messages/${area}/${language}.json`]
    if (!load) throw new Error(`no words for ${area}`)
    return load()
  })
}

const NAMES: Record<string, Language> = { english: 'en', german: 'de' }

/** The language for a device setting, by its English name or its code; English is the fallback. A §1. */
export function languageOf(setting: string | undefined): Language {
  const name = setting?.trim().toLowerCase() ?? ''
  return NAMES[name] ?? pickLanguage([name])
}

const LAST = 'lintel.language'

/** The language that this browser showed last, for the first words before the device has answered. */
export function lastLanguage(): Language {
  try {
    return pickLanguage([localStorage.getItem(LAST) ?? '', ...navigator.languages])
  } catch {
    return 'en'
  }
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(LAST, language)
  } catch {
    // Only the first words of the next visit depend on it.
  }
}
