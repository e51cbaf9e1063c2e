import { leaveAudioSite } from '@lintel/contract/calls/audio-followers'
import type { Client } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'

/**
 * Leaves the audio site that the device follows. A device that follows none any more has left it.
 * @throws DeviceFault
 */
export async function leave(client: Pick<Client, 'call'>): Promise<void> {
  try {
    await client.call(leaveAudioSite, {})
  } catch (fault) {
    if (!(fault instanceof DeviceFault) || fault.kind !== 'missing') throw fault
  }
}
