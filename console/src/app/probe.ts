import { systemReady } from '@lintel/contract/calls/system'
import type { CallOptions, Client } from '@lintel/contract/client'
import { isNotFound } from '@lintel/contract/fault'
import { yesNo } from '@lintel/contract/parameters/codec'

export interface Probed {
  /** Whether it has no administrator yet. */
  needsSetup: boolean
  /** Another one after every start; older firmware does not tell. */
  bootId: string | undefined
}

/**
 * Asks whether the device answers, ready or not. Firmware before 9.50 lacks the call; its
 * answer that it does counts, too.
 * @throws DeviceFault when it does not answer
 */
export async function probe(client: Pick<Client, 'call'>, options?: CallOptions): Promise<Probed> {
  try {
    const { needsetup, bootid } = await client.call(systemReady, { timeout: 0 }, options)
    return { needsSetup: yesNo.decode(needsetup), bootId: bootid }
  } catch (fault) {
    if (!isNotFound(fault)) throw fault
    return { needsSetup: false, bootId: undefined }
  }
}
