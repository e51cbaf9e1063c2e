import type { GetParameter } from '@lintel/contract/parameters/all'
import { time } from '@lintel/contract/parameters/time'
import { problem } from '@lintel/contract/rules/problem'
import type { Rule } from '@lintel/contract/rules/problem'
import { parsePosixZone } from '../../clock/posix-zone.ts'
import { dateText, isZoneName, localTime, timeText } from '../../clock/zone.ts'
import type { Zone } from '../../clock/zone.ts'
import type { Definition, Facts } from '../../state/definition.ts'
import { fixed, group, hidden, live, ruled } from '../group.ts'

const posixZone: Rule = (value) =>
  parsePosixZone(value) ? undefined : problem('validation.errorInvalid')

const zoneName: Rule = (value) =>
  value === '' || isZoneName(value) ? undefined : problem('validation.errorInvalid')

const FACTORY_ZONE = { name: 'Europe/Stockholm', posix: 'CET-1CEST,M3.5.0,M10.5.0/3' }

/** The configured zone. */
export function zoneIn(get: GetParameter): Zone {
  return {
    name: get('root.Time.TimeZone'),
    posix: get('root.Time.POSIXTimeZone'),
    daylightSaving: get('root.Time.DST.Enabled'),
  }
}

const local = (facts: Facts) => localTime(zoneIn(facts.get), facts.now())

export function timeGroup(): Definition[] {
  return group(
    'Time',
    time,
    { read: 'viewer', write: 'admin' },
    {
      ObtainFromDHCP: true,
      POSIXTimeZone: ruled(posixZone, FACTORY_ZONE.posix),
      ServerDate: live((facts) => dateText(local(facts))),
      ServerTime: live((facts) => timeText(local(facts))),
      SyncSource: 'NTP',
      TimeZone: hidden(fixed(ruled(zoneName, FACTORY_ZONE.name))),
      'DST.Enabled': true,
      'NTP.Server': '',
      'NTP.Servers': hidden([]),
      'NTP.VolatileServer': live(({ lease }) => lease()?.ntpServers[0] ?? ''),
    },
  )
}
