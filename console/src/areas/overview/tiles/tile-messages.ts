import type { LanguageCode } from '@lintel/contract/languages'
import type { Catalogue } from '@lintel/ui/i18n'
import { usePromise } from '@lintel/ui/lazy'
import { loadAreaMessages } from '../../../app/messages/app-messages.ts'

const loaded = new Map<string, Promise<Catalogue>>()

/** The messages of these areas, loaded once per language. */
export function loadMessagesOf(
  areas: readonly string[],
  language: LanguageCode,
): Promise<Catalogue> {
  const key = [language, ...areas].join()
  let promise = loaded.get(key)
  if (!promise) {
    promise = Promise.all(areas.map((area) => loadAreaMessages(area, language))).then(
      (catalogues) => Object.assign({}, ...catalogues) as Catalogue,
    )
    loaded.set(key, promise)
  }
  return promise
}

/** The messages of all tiles; undefined until they have loaded. */
export const useTileMessages = (language: LanguageCode): Catalogue | undefined =>
  usePromise(loadMessagesOf(['tiles'], language))
