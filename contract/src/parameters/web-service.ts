import { list, yesNo } from './codec.ts'
import { group } from './group.ts'

/** How many scopes clients may set, and how long each may be: all have to fit into a datagram. */
export const SCOPES_MAX = 20
export const SCOPE_LENGTH_MAX = 100

/** ONVIF. */
export const webService = group('WebService', {
  /** Whether the device announces itself by WS-Discovery. */
  'DiscoveryMode.Discoverable': yesNo,
  /** Own design: the scopes that clients have set, beside those that tell what the device is. */
  'DiscoveryMode.Scopes': list(' ', SCOPES_MAX * (SCOPE_LENGTH_MAX + 1)),
})
