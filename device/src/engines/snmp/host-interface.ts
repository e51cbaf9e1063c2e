import { readFileSync } from 'node:fs'
import { interfaceAt } from '@lintel/front-door/host-addresses'

/** Traffic of an interface since the host's start. */
export interface Traffic {
  received: { bytes: number; packets: number; errors: number; dropped: number; multicast: number }
  sent: { bytes: number; packets: number; errors: number; dropped: number }
}

/** The host's information on the interface with an address; undefined where it has none. */
interface HostInterface {
  mtu: number | undefined
  traffic: Traffic | undefined
}

/** The host's interface with this address. */
export function hostInterface(address: string): HostInterface | undefined {
  const id = interfaceAt(address)?.name
  if (id === undefined) return undefined
  const mtu = Number(contentOf(`/sys/class/net/${id}/mtu`))
  return { mtu: mtu > 0 ? mtu : undefined, traffic: trafficIn(contentOf('/proc/net/dev'), id) }
}

/** Parses one line of Linux's interface table. Exported for its own test. */
export function trafficIn(table: string, id: string): Traffic | undefined {
  const line = table.split('\n').find((one) => one.trimStart().startsWith(`${id}:`))
  const numbers = line
    ?.slice(line.indexOf(':') + 1)
    .trim()
    .split(/\s+/)
    .map(Number)
  if (!numbers || numbers.length < 12 || numbers.some((one) => !Number.isFinite(one)))
    return undefined
  const at = (column: number): number => numbers[column] ?? 0
  return {
    received: { bytes: at(0), packets: at(1), errors: at(2), dropped: at(3), multicast: at(7) },
    sent: { bytes: at(8), packets: at(9), errors: at(10), dropped: at(11) },
  }
}

/** Empty if there is no such file. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
