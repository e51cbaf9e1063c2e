import { confirmTrial } from '@lintel/contract/calls/trial'
import type { Client } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import type { HashHistory } from '../routing/hash-history.ts'

/** `#/?ticket=…`, as whoever put a change on trial is sent to the device's new address. */
const TICKET = /[?&]ticket=([\w-]+)/

export interface TicketHolder {
  /**
   * Redeems what the address brought, which signs this browser in; without a ticket it does nothing.
   * One that is void is forgotten: the start-up finds out who is there.
   * @throws DeviceFault when no answer came; the ticket is kept for another try
   */
  redeem(client: Pick<Client, 'call'>): Promise<void>
}

/** Takes the ticket out of the address, and so out of what the browser remembers. */
export function holdTicket(
  location: Pick<Location, 'hash'>,
  history: Pick<HashHistory, 'navigate'>,
): TicketHolder {
  let ticket = TICKET.exec(location.hash)?.[1]
  if (ticket !== undefined) history.navigate('/', { replace: true })
  return {
    async redeem(client) {
      if (ticket === undefined) return
      try {
        await client.call(confirmTrial, { ticket })
      } catch (fault) {
        if (!(fault instanceof DeviceFault)) throw fault
        if (fault.kind === 'unreachable' || fault.kind === 'timeout') throw fault
      }
      ticket = undefined
    },
  }
}
