import type { LanguageCode } from '@lintel/contract/languages'
import { getTimezone } from 'countries-and-timezones'
import { moreCitiesIn } from './more-cities.ts'

/** Where a zone is. */
export interface ZonePlace {
  /** Its city, in the language of the console. */
  city: string
  /** Its country, in the language of the console; empty for zones without one. */
  country: string
  /** Other names of both: in English, and short ones; and other cities of the zone. */
  words: string
  /** The names of its cities. */
  cities: readonly string[]
}

type Cities = Readonly<Record<string, string>>

const cities = import.meta.glob<Cities>('./cities/*.json', { import: 'default' })

/** What people call countries, besides their names and codes. */
const ALSO: Readonly<Record<string, string>> = { AE: 'UAE', GB: 'England', US: 'USA' }

/**
 * The function that finds the place of a zone, with the names of a language.
 * @throws TypeError when they don't load
 */
export async function loadZonePlaces(language: LanguageCode): Promise<(zone: string) => ZonePlace> {
  const [own = {}, english = {}] = await Promise.all(
    [language, 'en'].map(async (of) => cities[`./cities/${of}.json`]?.()),
  )
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const inEnglish = new Intl.DisplayNames(['en'], { type: 'region' })
  const short = new Intl.DisplayNames(['en'], { type: 'region', style: 'short' })
  return (zone) => {
    // The first country of a zone that several share is the one that its city is in.
    const [code] = /^(?:Etc\/|UTC$)/.test(zone) ? [] : (getTimezone(zone)?.countries ?? [])
    const city = own[zone] ?? cityOf(zone)
    if (code === undefined) return { city: '', country: '', words: '', cities: [] }
    const more = moreCitiesIn(zone)
    const cities = [...new Set([city, english[zone] ?? cityOf(zone), ...more])]
    const countries = [inEnglish.of(code), short.of(code), code, ALSO[code] ?? '']
    const words = [english[zone] ?? '', ...countries, ...more]
    return { city, country: names.of(code) ?? '', words: words.join(' '), cities }
  }
}

/** `New York`, for `America/New_York`. */
const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? '').replaceAll('_', ' ')
