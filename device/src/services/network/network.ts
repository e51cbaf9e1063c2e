import { pingTest, upnpDescription } from '@lintel/contract/calls/network'
import { Refusal } from '@lintel/contract/fault'
import { serve } from '@lintel/front-door/serve'
import { descriptionOf } from '../../engines/discovery/upnp-device.ts'
import type { Service } from '../service.ts'
import { networkSettingsCalls } from './network-settings.ts'

/** Network settings, address test and UPnP description. Source: console specification A §7 "Network". */
export const networkService: Service = (device) => {
  const { ping, parameters, plugged, product } = device
  return {
    calls: [
      ...networkSettingsCalls(device),
      serve(pingTest, ({ ip }, { signal }) => ping.answers(ip, signal)),
      serve(upnpDescription, (_request, { origin }) => {
        if (!parameters.get('root.Network.UPnP.Enabled')) {
          throw new Refusal('absent', 'UPnP is switched off.')
        }
        const name = parameters.get('root.Network.UPnP.FriendlyName')
        return descriptionOf(product, plugged.serial, name, origin)
      }),
    ],
  }
}
