import { randomInt } from 'node:crypto'
import { getOak } from '@lintel/contract/calls/oak'
import { Refusal } from '@lintel/contract/fault'
import { shownAddress } from '@lintel/contract/parameters/address'
import { serve } from '@lintel/front-door/serve'
import { openRecord } from '../../state/records.ts'
import type { Service } from '../service.ts'

/** Three groups of four, without letters and digits that people mix up. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const OWNER = 'owner authentication key'

const group = () => Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]).join('')

/**
 * The owner authentication key. A real device gets it from the vendor over the Internet; this one makes
 * it, and keeps it sealed until a factory default. It answers as a real one does that can't reach the
 * vendor: without a router, or where only a proxy leads out. Source: console specification B §7.
 */
export const oakService: Service = ({ database, secrets, network, parameters }) => {
  const record = openRecord<{ sealed: string }>(database, 'oak')

  function key(): string {
    const known = secrets.open(record.get()?.sealed ?? '', OWNER)
    if (known !== undefined) return known
    const made = [group(), group(), group()].join('-')
    record.put({ sealed: secrets.seal(made, OWNER) })
    return made
  }

  function reachesVendor(): boolean {
    const { get } = parameters
    const routed =
      get('root.Network.BootProto') === 'dhcp'
        ? network.lease() !== undefined
        : shownAddress(get('root.Network.DefaultRouter')) !== ''
    return routed && get('root.RemoteService.ProxyServer') === ''
  }

  return {
    calls: [
      serve(getOak, () => {
        if (reachesVendor()) return { oak: key() }
        throw new Refusal(
          'internal',
          'The key could not be fetched: there is no way to the vendor.',
        )
      }),
    ],
  }
}
