import type { LanguageCode } from '@lintel/contract/languages'
import type { Catalogue } from '@lintel/ui/i18n'
import { loadAreaWords } from '../words/words.ts'

const loaded = new Map<string, Promise<readonly Catalogue[]>>()

/**
 * The words of the search and of the areas whose pages it looks through. An area whose words do not
 * come is searched by the titles of its pages alone.
 * @throws ChunkError when its own do not come
 */
export function loadSearchWords(
  areas: readonly string[],
  language: LanguageCode,
): Promise<readonly Catalogue[]> {
  const key = [language, ...areas].join()
  let promise = loaded.get(key)
  if (!promise) {
    promise = Promise.all([
      loadAreaWords('search', language),
      ...areas.map((area) => loadAreaWords(area, language).catch(() => ({}))),
    ])
    loaded.set(key, promise)
  }
  return promise
}
