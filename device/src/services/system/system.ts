import { restart, systemReady } from '@lintel/contract/calls/system'
import { serve } from '@lintel/front-door/serve'
import type { Service } from '../service.ts'

const yesNo = (value: boolean): 'yes' | 'no' => (value ? 'yes' : 'no')

/** Whether the device is up, and its restart. Source: console specification A §7 "Maintenance". */
export const systemService: Service = (device) => {
  let goingDown = false
  return {
    calls: [
      // Nothing answers before the boot is over and nothing holds a device up that goes down, so
      // there is never anything to wait for.
      serve(systemReady, () => ({
        systemready: yesNo(!goingDown),
        needsetup: yesNo(!device.accounts.rootPasswordSet()),
        uptime: String(Math.floor(device.clock.monotonic() / 1000)),
        bootid: device.bootId,
        passphrasepolicy: 'none',
      })),
      serve(restart, () => {
        goingDown = true
        device.restart()
        return 'The device restarts now.'
      }),
    ],
  }
}
