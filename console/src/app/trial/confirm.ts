import { confirmTrial } from '@lintel/contract/calls/trial'
import type { Client } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'

/** More connections than a browser keeps open to one host. */
const TRIES = 10

/**
 * Redeems a ticket. Settings of the web server are proven by a new connection only: on an older one
 * the answer is a conflict, and the next attempt uses another connection.
 * @throws DeviceFault
 */
export async function confirm(client: Pick<Client, 'call'>, ticket: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.call(confirmTrial, { ticket })
      return
    } catch (fault) {
      const old = fault instanceof DeviceFault && fault.kind === 'conflict'
      if (!old || tries === TRIES) throw fault
    }
  }
}
