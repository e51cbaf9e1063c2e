import type { LanguageCode } from '@lintel/contract/languages'
import type { ZonePlace } from './zone-places.ts'

type PlaceOf = (zone: string) => ZonePlace

const loading = new Map<LanguageCode, Promise<PlaceOf | undefined>>()

/** The places of zones; without them, if they don't load, zones are found by the rest. */
export function placesIn(language: LanguageCode): Promise<PlaceOf | undefined> {
  const before = loading.get(language)
  if (before) return before
  const places = import('./zone-places.ts')
    .then(({ loadZonePlaces }) => loadZonePlaces(language))
    .catch(() => {
      // The next page that needs them tries again.
      loading.delete(language)
      return undefined
    })
  loading.set(language, places)
  return places
}
