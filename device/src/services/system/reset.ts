import type { Device } from '../../device.ts'
import { planRestore } from '../../state/reset.ts'

/**
 * Restarts the device with factory values. `soft` keeps the IP settings and the device's own
 * certificate; `hard` keeps nothing, in no firmware slot. The clock and the serial number are
 * hardware. The next start carries it out; after a power cut the state is the old or the new one,
 * never a mix.
 * @throws Refusal if the order can't be stored; then nothing happens
 */
export async function reset(device: Device, mode: 'soft' | 'hard'): Promise<void> {
  if (mode === 'soft') planRestore(device.database)
  else await device.firmware.order({ do: 'factoryDefault' })
  device.restart()
}
