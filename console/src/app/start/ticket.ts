import type { Client } from '@lintel/contract/client'
import { DeviceFault, isLost } from '@lintel/contract/fault'
import type { HashHistory } from '../routing/hash-history.ts'
import { confirm } from '../trial/confirm.ts'

/** `#/page?ticket=…`, as whoever put a change on trial is sent to the device's new address. */
const TICKET = /[?&]ticket=([\w-]+)/

/**
 * `&from=…` after it: where the device was before, and is again without the ticket. Anybody can make
 * such a link, so it is a bare http or https origin or nothing (RFC 6454 §6.2): no other scheme, no
 * name before an @, no path, no letters that look like others.
 */
const FROM = /&from=(https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?)$/

export interface TicketHolder {
  /**
   * Redeems what the address brought, which signs this browser in; without a ticket it does nothing.
   * One that is void is forgotten: the start-up finds out who is there.
   * @returns whether what was on trial stays by it
   * @throws DeviceFault when no answer came; the ticket is kept for another try
   */
  redeem(client: Pick<Client, 'call'>): Promise<boolean>
  /** Where the device may be again as long as the ticket is not redeemed: an http or https origin. */
  from(): string | undefined
}

/** Takes the ticket out of the address, and so out of what the browser remembers. */
export function holdTicket(
  location: Pick<Location, 'hash'>,
  history: Pick<HashHistory, 'navigate'>,
): TicketHolder {
  let ticket = TICKET.exec(location.hash)?.[1]
  const [page = ''] = location.hash.slice(1).split('?', 1)
  const from = FROM.exec(location.hash)?.[1]
  if (ticket !== undefined) history.navigate(page || '/', { replace: true })
  return {
    from: () => (ticket === undefined ? undefined : from),
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
