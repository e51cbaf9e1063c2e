import type { Device } from '../../device.ts'
import { planRestore } from '../../state/reset.ts'

/**
 * Restarts the device with factory values. `soft` keeps the IP settings and the device's own
 * certificate; `hard` keeps nothing, in no firmware slot. The clock and the serial number are
 * hardware. Until the start that does it, all is as it was: a power cut leaves the one or the other.
 * @throws Refusal when it cannot be written down; then nothing happens
 */
export async function reset(device: Device, mode: 'soft' | 'hard'): Promise<void> {
  if (mode === 'soft') planRestore(device.database)
  else await device.firmware.order({ do: 'factoryDefault' })
  device.restart()
}
