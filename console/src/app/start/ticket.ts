import type { Client } from '@lintel/contract/client'
import { DeviceFault, isLost } from '@lintel/contract/fault'
import type { HashHistory } from '../routing/hash-history.ts'
import { confirm } from '../trial/confirm.ts'

/** `#/page?ticket=…`, as whoever put a change on trial is sent to the device's new address. */
const TICKET = /[?&]ticket=([\w-]+)/

export interface TicketHolder {
  /**
   * Redeems what the address brought, which signs this browser in; without a ticket it does nothing.
   * One that is void is forgotten: the start-up finds out who is there.
   * @returns whether what was on trial stays by it
   * @throws DeviceFault when no answer came; the ticket is kept for another try
   */
  redeem(client: Pick<Client, 'call'>): Promise<boolean>
}

/** Takes the ticket out of the address, and so out of what the browser remembers. */
export function holdTicket(
  location: Pick<Location, 'hash'>,
  history: Pick<HashHistory, 'navigate'>,
): TicketHolder {
  let ticket = TICKET.exec(location.hash)?.[1]
  const [page = ''] = location.hash.slice(1).split('?', 1)
  if (ticket !== undefined) history.navigate(page || '/', { replace: true })
  return {
    async redeem(client) {
      if (ticket === undefined) return false
      const kept = await confirm(client, ticket).then(
        () => true,
        (fault: unknown) => {
          if (!(fault instanceof DeviceFault) || isLost(fault)) throw fault
          return false
        },
      )
      ticket = undefined
      return kept
    },
  }
}
