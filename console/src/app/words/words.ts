import type { LanguageCode } from '@lintel/contract/languages'
import { pickLanguage } from '@lintel/contract/languages'
import type { Catalogue } from '@lintel/ui/i18n'
import { loadWords, orEnglish } from '@lintel/ui/words'
import type { Words } from '@lintel/ui/words'
import { loadChunk } from '../chunk.ts'
import { messageAreasOf } from '../routing/page-table.ts'
import { createStore } from '../store.ts'
import { FIRST_WORDS } from '../timing.ts'
import { wait } from '../wait.ts'
import { languages } from './frame.ts?languages'
import start from '../../../messages/start/en.json'

/**
 * The few messages that are needed before, and without, an answer of the device. English is part of
 * the app; another language comes with the messages of the frame.
 */
export const startWords = createStore<Words>({ language: 'en', words: [start] })

/**
 * The messages of the frame around the pages, with those of the kit; English if those of the
 * language don't load.
 * @throws ChunkError when English doesn't load either
 */
export async function loadShellWords(language: LanguageCode): Promise<Words> {
  wanted = language
  const words = await loadChunk(`words-${language}`, () => loadWords(languages, language))
  if (language === wanted) startWords.set(words)
  return words
}

/** The language requested last; the messages of another may arrive later. */
let wanted: LanguageCode = 'en'

/**
 * Waits a moment for the first messages, so that the app does not switch languages while it opens.
 */
export async function loadFirstWords(): Promise<void> {
  const language = lastLanguage()
  const loaded = loadShellWords(language).catch(() => undefined)
  if (language !== 'en') await Promise.race([loaded, wait(FIRST_WORDS)])
}

/**
 * The messages that the pages of an area need; English if those of the language don't load. The overview, as the first
 * page, has its messages in the frame's.
 * @throws ChunkError when English doesn't load either
 */
export function loadAreaWords(area: string, language: LanguageCode): Promise<Catalogue> {
  return loadChunk(`${area}-${language}`, () =>
    orEnglish(language, async (spoken) => {
      if (area === 'overview') return {}
      const { areas } = await languages[spoken]()
      const catalogues = messageAreasOf(area).map((name) => {
        const load = areas[`../../../messages/${name}/${spoken}.json`]
        if (!load) throw new Error(`no words for ${name}`)
        return load()
      })
      return Object.assign({}, ...(await Promise.all(catalogues))) as Catalogue
    }),
  )
}

const LAST = 'lintel.language'

/**
 * The language that this browser showed last, for the first messages before the device has
 * answered.
 */
export function lastLanguage(): LanguageCode {
  try {
    return pickLanguage([localStorage.getItem(LAST) ?? '', ...navigator.languages])
  } catch {
    return 'en'
  }
}

export function rememberLanguage(language: LanguageCode): void {
  try {
    localStorage.setItem(LAST, language)
  } catch {
    // Only the first messages of the next visit depend on it.
  }
}
