import type { LanguageCode } from '@lintel/contract/languages'
import { pickLanguage } from '@lintel/contract/languages'
import type { Catalogue } from '@lintel/ui/i18n'
import { loadMessages, withEnglishFallback } from '@lintel/ui/load-messages'
import type { Messages } from '@lintel/ui/load-messages'
import { loadChunk } from '../chunk.ts'
import { messageAreasOf } from '../routing/page-table.ts'
import { createStore } from '@lintel/ui/store'
import { FIRST_MESSAGES } from '../timing.ts'
import { wait } from '../wait.ts'
import { languages } from './catalogues.ts?languages'
import start from '../../../messages/start/en.json'

/**
 * The few messages that are needed before, and without, an answer of the device. English is part of
 * the app; another language comes with the messages of the shell.
 */
export const startMessages = createStore<Messages>({ language: 'en', catalogues: [start] })

/**
 * The messages of the shell, the kit and the first page; English if those of the language don't
 * load.
 * @throws ChunkError when English doesn't load either
 */
export async function loadShellMessages(language: LanguageCode): Promise<Messages> {
  wanted = language
  const messages = await loadChunk(`messages-${language}`, () => loadMessages(languages, language))
  if (language === wanted) startMessages.set(messages)
  return messages
}

/** The language requested last; the messages of another may arrive later. */
let wanted: LanguageCode = 'en'

/**
 * Waits a moment for the first messages, so that the app does not switch languages while it opens.
 */
export async function loadFirstMessages(): Promise<void> {
  const language = lastLanguage()
  const loaded = loadShellMessages(language).catch(() => undefined)
  if (language !== 'en') await Promise.race([loaded, wait(FIRST_MESSAGES)])
}

/**
 * The messages that the pages of an area need; English if those of the language don't load. Those
 * of the overview, the first page, come with the shell's.
 * @throws ChunkError when English doesn't load either
 */
export function loadAreaMessages(area: string, language: LanguageCode): Promise<Catalogue> {
  return loadChunk(`${area}-${language}`, () =>
    withEnglishFallback(language, async (available) => {
      if (area === 'overview') return {}
      const { areas } = await languages[available]()
      const catalogues = messageAreasOf(area).map((name) => {
        const load = areas[`../../../messages/${name}/${available}.json`]
        if (!load) throw new Error(`no messages for ${name}`)
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
