import { timeServerOrNone } from '../rules/address.ts'
import { orNone } from './address.ts'
import { oneOf, text, yesNo } from './codec.ts'
import { group } from './group.ts'

/**
 * `TimeZone` is the IANA name in use, empty if the POSIX rule applies; other devices list the rule
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
  'NTP.Server': orNone(text(64, timeServerOrNone)),
  'NTP.VolatileServer': orNone(text(64)),
})
