import { zoneOffset } from '../../clock/zone.ts'
import type { Zone } from '../../clock/zone.ts'
import { posixRuleOf } from './derive.ts'

const NAMES = /^(?<standard>[A-Za-z]+|<[^>]+>)[-+\d:]+(?<summer>[A-Za-z]+|<[^>]+>)?/

/**
 * The abbreviation of a zone at that moment (UTC milliseconds), as C libraries give it: `CET`,
 * `CEST`, or the offset (`+04`) if the zone has none.
 */
export function zoneAbbreviation(zone: Zone, utc: number): string {
  const year = new Date(utc + zoneOffset(zone, utc)).getUTCFullYear()
  const posix = zone.name === '' ? zone.posix : posixRuleOf(zone.name, year)
  const { standard = '', summer } = NAMES.exec(posix)?.groups ?? {}
  const isStandard =
    zoneOffset(zone, utc) === zoneOffset({ name: '', posix, daylightSaving: false }, utc)
  return (isStandard ? standard : (summer ?? standard)).replaceAll(/[<>]/g, '')
}
