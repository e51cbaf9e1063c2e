import { problem } from '@lintel/contract/rules/problem'
import type { Rule } from '@lintel/contract/rules/problem'
import { isIPv4, timeServer } from '@lintel/contract/rules/address'
import { parsePosixZone } from '../../clock/posix-zone.ts'
import { dateText, isZoneName, localTime, timeText } from '../../clock/zone.ts'
import type { Zone } from '../../clock/zone.ts'
import type { Definition, Facts } from '../../state/definition.ts'
import { bool, group, hidden, live, oneOf, text } from '../group.ts'

/** `0.0.0.0` means none. */
const server: Rule = (value) => (isIPv4(value) ? undefined : timeServer(value))

const posixZone: Rule = (value) =>
  parsePosixZone(value) ? undefined : problem('validation.errorInvalid')

const zoneName: Rule = (value) =>
  value === '' || isZoneName(value) ? undefined : problem('validation.errorInvalid')

const FACTORY_ZONE = { name: 'Europe/Stockholm', posix: 'CET-1CEST,M3.5.0,M10.5.0/3' }

/** The zone that the parameters name. */
export function zoneIn(get: Facts['get']): Zone {
  return {
    name: get('root.Time.TimeZone'),
    posix: get('root.Time.POSIXTimeZone'),
    daylightSaving: get('root.Time.DST.Enabled') === 'yes',
  }
}

const local = (facts: Facts) => localTime(zoneIn(facts.get), facts.now())

/** `TimeZone` holds the IANA name in use, or nothing while the POSIX rule rules; devices list only the rule. */
export function time(): Definition[] {
  return group(
    'Time',
    { read: 'viewer', write: 'admin' },
    {
      ObtainFromDHCP: bool('yes'),
      POSIXTimeZone: text(FACTORY_ZONE.posix, 128, posixZone),
      ServerDate: live((facts) => dateText(local(facts))),
      ServerTime: live((facts) => timeText(local(facts))),
      SyncSource: oneOf('NTP', ['NTP', 'None', 'PC']),
      TimeZone: hidden({ ...text(FACTORY_ZONE.name, 64, zoneName), write: 'never' }),
      'DST.Enabled': bool('yes'),
      'NTP.Server': text('0.0.0.0', 64, server),
      'NTP.VolatileServer': live(({ lease }) => lease()?.ntpServers[0] ?? '0.0.0.0'),
    },
  )
}
