import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'

/** What went through an interface since the host's start. */
export interface Traffic {
  received: { bytes: number; packets: number; errors: number; dropped: number; multicast: number }
  sent: { bytes: number; packets: number; errors: number; dropped: number }
}

/** What the host tells of the interface with an address; undefined for what it does not tell. */
interface HostInterface {
  mtu: number | undefined
  traffic: Traffic | undefined
}

/** The host's interface with this address. Linux answers at every 127.x.y.z on its loopback. */
export function hostInterface(address: string): HostInterface | undefined {
  const all = Object.entries(networkInterfaces())
  const named = all.find(([, entries]) => entries?.some((entry) => entry.address === address))
  const loopback = address.startsWith('127.')
    ? all.find(([, entries]) => entries?.some(({ internal }) => internal))
    : undefined
  const id = (named ?? loopback)?.[0]
  if (id === undefined) return undefined
  const mtu = Number(contentOf(`/sys/class/net/${id}/mtu`))
  return { mtu: mtu > 0 ? mtu : undefined, traffic: trafficIn(contentOf('/proc/net/dev'), id) }
}

/** One line of Linux's table of interfaces. Exported for its own test. */
export function trafficIn(table: string, id: string): Traffic | undefined {
  const line = table.split('\n').find((one) => one.trimStart().startsWith(`${id}:`))
  const numbers = line
    ?.slice(line.indexOf(':') + 1)
    .trim()
    .split(/\s+/)
    .map(Number)
  if (!numbers || numbers.length < 12 || numbers.some((one) => !Number.isFinite(one)))
    return undefined
  const [bytes, packets, errors, dropped, , , , multicast, out, outPackets, outErrors, outDropped] =
    numbers as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
  return {
    received: { bytes, packets, errors, dropped, multicast },
    sent: { bytes: out, packets: outPackets, errors: outErrors, dropped: outDropped },
  }
}

/** Empty where there is no such file. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
