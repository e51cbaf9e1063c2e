import { timeServer, timeServerOrNone } from '../rules/address.ts'
import { orNone } from './address.ts'
import type { Rule } from '../rules/problem.ts'
import { list, oneOf, text, yesNo } from './codec.ts'
import type { Codec } from './codec.ts'
import { group } from './group.ts'

/** How many time servers of its own the device can have. */
export const TIME_SERVERS_MAX = 5
/** Characters of a server's name, as in `NTP.Server`. */
const NAME_MAX = 64
const BETWEEN = ' '

const eachServer: Rule = (value) =>
  servers
    .decode(value)
    .map((server) => timeServer(server))
    .find((found) => found !== undefined)

const servers: Codec<readonly string[]> = {
  ...list(BETWEEN),
  type: { kind: 'string', max: TIME_SERVERS_MAX * (NAME_MAX + BETWEEN.length), rule: eachServer },
}

/**
 * The time servers of the device's own, in the order in which it asks them. `NTP.Server` is the
 * first one, and the only one once another has been written there: other calls know only that.
 */
export const timeServersIn = (first: string, all: readonly string[]): readonly string[] =>
  first === '' ? [] : all[0] === first ? all : [first]

/**
 * `NTP.Servers` is our own; other devices keep it elsewhere. `TimeZone` is the IANA name in use, empty if the POSIX rule applies; other devices list the rule
 * only.
 */
export const time = group('Time', {
  ObtainFromDHCP: yesNo,
  POSIXTimeZone: text(128),
  ServerDate: text(),
  ServerTime: text(),
  SyncSource: oneOf(['NTP', 'None', 'PC'], 'None'),
  TimeZone: text(64),
  'DST.Enabled': yesNo,
  'NTP.Server': orNone(text(NAME_MAX, timeServerOrNone)),
  'NTP.Servers': servers,
  'NTP.VolatileServer': orNone(text(NAME_MAX)),
})
