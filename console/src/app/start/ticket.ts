import type { Client } from '@lintel/contract/client'
import { DeviceFault, isLost } from '@lintel/contract/fault'
import type { HashHistory } from '../routing/hash-history.ts'
import { confirm } from '../trial/confirm.ts'

/** `#/page?ticket=…`: the address that opens after a change was put on trial. */
const TICKET = /[?&]ticket=([\w-]+)/

/**
 * `&from=…` after it: the device's previous address, to which it returns if the ticket is not
 * redeemed. Anybody can make such a link, so only a bare http or https origin is accepted (RFC 6454
 * §6.2): no other scheme, no name before an @, no path, no look-alike letters.
 */
const FROM = /&from=(https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?)$/

export interface TicketHolder {
  /**
   * Redeems the ticket in the address, if there is one, which signs this browser in. An invalid
   * ticket is dropped: the start-up finds out who is signed in.
   * @returns whether it confirmed the change on trial
   * @throws DeviceFault when no answer came; the ticket stays for another attempt
   */
  redeem(client: Pick<Client, 'call'>): Promise<boolean>
  /** The device's previous address until the ticket is redeemed: an http or https origin. */
  from(): string | undefined
}

/** Removes the ticket from the address, and so from the browser's history. */
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
      const confirmed = await confirm(client, ticket).then(
        () => true,
        (fault: unknown) => {
          if (!(fault instanceof DeviceFault) || isLost(fault)) throw fault
          return false
        },
      )
      ticket = undefined
      return confirmed
    },
  }
}
