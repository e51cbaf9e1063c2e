import type { LanguageCode } from '@lintel/contract/languages'
import type { Catalogue } from '@lintel/ui/i18n'
import { loadAreaMessages } from '../messages/app-messages.ts'

const loaded = new Map<string, Promise<readonly Catalogue[]>>()

/**
 * The messages of the search and of the areas that it covers. If those of an area don't load, only
 * the titles of its pages and the labels that it shares with other areas are searched.
 * @throws ChunkError when its own don't load
 */
export function loadSearchMessages(
  areas: readonly string[],
  language: LanguageCode,
): Promise<readonly Catalogue[]> {
  const key = [language, ...areas].join()
  let promise = loaded.get(key)
  if (!promise) {
    promise = Promise.all([
      loadAreaMessages('search', language),
      ...areas.map((area) => loadAreaMessages(area, language).catch(() => ({}))),
    ])
    loaded.set(key, promise)
  }
  return promise
}
