import { yesNo } from './codec.ts'
import { group } from './group.ts'

/** ONVIF. */
export const webService = group('WebService', {
  /** Whether the device announces itself by WS-Discovery. */
  'DiscoveryMode.Discoverable': yesNo,
})
