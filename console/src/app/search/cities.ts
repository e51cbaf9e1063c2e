import { getAllTime } from '@lintel/contract/calls/time'
import { fold } from '@lintel/contract/fold'
import { placesIn } from '../../time/places-in.ts'
import { findZone } from '../../time/zone-names.ts'
import { device } from '../device.ts'
import { hrefTo } from '../routing/paths.ts'
import type { PeopleSource, Person } from './people-source.ts'

/** The fewest letters, and the part of a city's name, that find it before it is complete: `port` is not Porto. */
const SHORTEST = 5
const PART = 0.6
/** The fewest letters of a complete name. */
const COMPLETE = 3
const SHOWN = 3
const PAGE = '/datetime/zone'

const isMeant = (city: string, typed: string): boolean =>
  city === typed ||
  (city.startsWith(typed) && typed.length >= Math.max(SHORTEST, city.length * PART))

/**
 * Cities, which lead to their time zones. The device is asked for its zones only if a city has the
 * typed name.
 */
export const findCities: PeopleSource['find'] = async (typed, signal, language) => {
  const wanted = fold(typed).trim()
  const placeOf = wanted.length < COMPLETE ? undefined : await placesIn(language)
  if (!placeOf) return NOBODY
  const cityIn = (zone: string) => placeOf(zone).cities.find((city) => isMeant(fold(city), wanted))
  const meant = Intl.supportedValuesOf('timeZone').filter((zone) => cityIn(zone) !== undefined)
  if (meant.length === 0) return NOBODY
  const { timeZones } = await device.call(getAllTime, {}, { signal })
  const shown = meant.flatMap((zone): Person[] => {
    const known = findZone(timeZones, zone)
    const city = cityIn(zone)
    if (known === undefined || city === undefined) return []
    const query = new URLSearchParams({ field: 'zone', zone: known }).toString()
    const note = [known, placeOf(zone).country].filter(Boolean).join(' · ')
    return [{ href: `${hrefTo(PAGE)}?${query}`, name: city, note }]
  })
  return { shown: shown.slice(0, SHOWN), total: shown.length, href: undefined }
}

const NOBODY = { shown: [], total: 0, href: undefined }
