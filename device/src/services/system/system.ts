import {
  addressAfterReset,
  factoryDefault,
  getReadinessVersions,
  restart,
  restoreSettings,
  systemReady,
} from '@lintel/contract/calls/system'
import { yesNo } from '@lintel/contract/parameters/codec'
import { serve } from '@lintel/front-door/serve'
import type { Service } from '../service.ts'
import { reset } from './reset.ts'

/** Readiness, restart and resets. Source: console specification A §7 "Maintenance". */
export const systemService: Service = (device) => {
  return {
    calls: [
      // The device answers only after its boot, and nothing delays its shutdown, so there is never
      // anything to wait for.
      serve(systemReady, () => ({
        systemready: yesNo.encode(!device.leaving()),
        needsetup: yesNo.encode(!device.accounts.rootPasswordSet()),
        uptime: String(Math.floor(device.clock.monotonic() / 1000)),
        bootid: device.bootId,
        passphrasepolicy: 'none',
      })),
      serve(getReadinessVersions, () => ({ apiVersions: [systemReady.answersWith] })),
      serve(restart, () => {
        device.restart()
        return 'The device restarts now.'
      }),
      serve(restoreSettings, async () => {
        await reset(device, 'soft')
        return 'The device restarts now with factory values. Its IP settings stay.'
      }),
      serve(factoryDefault, async () => {
        await reset(device, 'hard')
        return 'The device restarts now with factory values.'
      }),
      serve(addressAfterReset, () => {
        const { network, parameters } = device
        const { address } = network.placeWith(
          parameters.encode({
            'root.Network.BootProto': parameters.factory('root.Network.BootProto'),
            'root.Network.IPAddress': parameters.factory('root.Network.IPAddress'),
          }),
        )
        return { moves: address !== network.place().address, addresses: network.urls(address) }
      }),
    ],
  }
}
