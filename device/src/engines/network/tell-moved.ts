import type { DeviceUrls } from '@lintel/contract/calls/trial'
import { TOPICS } from '@lintel/contract/events'
import type { Device } from '../../device.ts'

/** Says where the device is now: on the bench, and to the consoles that are open where it was. */
export function tellMoved(
  { events, happened }: Pick<Device, 'events' | 'happened'>,
  urls: DeviceUrls,
): void {
  happened('network.moved', { url: urls.http })
  const { http, https = '' } = urls
  events.publish({ topic: TOPICS.moved, source: {}, data: { Http: http, Https: https } })
}
