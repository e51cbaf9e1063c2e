import { createServer, type Server, type Socket } from 'node:net'
import { DRAIN_MS } from './listener.ts'

interface ListenerPorts {
  http: number
  /** Undefined while https has no port yet. */
  https: number | undefined
}

/** Extra addresses of the same servers. Connections accepted there are handed to those servers. */
export interface AdditionalListeners {
  /**
   * Listens at these IPv6 addresses and no others; resolves with those where that worked.
   * Connections at an address that goes away get a second to finish.
   * @param addresses link-local ones with their interface (`fe80::1%eth0`)
   */
  listen(addresses: readonly string[], ports: ListenerPorts): Promise<string[]>
  close(): void
}

/** One port at one address. */
interface Endpoint {
  scheme: 'http' | 'https'
  address: string
  port: number
}

interface Listener {
  server: Server
  sockets: Set<Socket>
}

type Adopt = (scheme: 'http' | 'https', socket: Socket) => void

/** @param notAccepted called when a connection could not be accepted */
export function openAdditionalListeners(
  adopt: Adopt,
  notAccepted: (error: Error) => void,
): AdditionalListeners {
  const open = new Map<string, Listener>()
  let closed = false

  function openOne({ scheme, address, port }: Endpoint): Promise<Listener> {
    return new Promise((resolve, reject) => {
      const sockets = new Set<Socket>()
      const server = createServer({ noDelay: true }, (socket) => {
        sockets.add(socket)
        socket.once('close', () => sockets.delete(socket))
        adopt(scheme, socket)
      })
      server.once('error', reject)
      server.listen({ host: address, port, ipv6Only: true }, () => {
        server.off('error', reject)
        server.on('error', notAccepted)
        resolve({ server, sockets })
      })
    })
  }

  function closeOne(key: string): void {
    const listener = open.get(key)
    open.delete(key)
    if (listener) drain(listener)
  }

  /** Listens at all of these and returns true, or at none of them. */
  async function openAll(endpoints: readonly Endpoint[]): Promise<boolean> {
    try {
      for (const endpoint of endpoints) {
        if (open.has(keyOf(endpoint))) continue
        open.set(keyOf(endpoint), await openOne(endpoint))
      }
    } catch {
      for (const endpoint of endpoints) closeOne(keyOf(endpoint))
      return false
    }
    if (closed) for (const endpoint of endpoints) closeOne(keyOf(endpoint))
    return !closed
  }

  return {
    async listen(addresses, ports) {
      const wanted = addresses.map((address) => endpointsAt(address, ports))
      const keys = new Set(wanted.flat().map(keyOf))
      for (const key of Array.from(open.keys())) if (!keys.has(key)) closeOne(key)
      const listening: string[] = []
      for (const [at, address] of addresses.entries()) {
        if (await openAll(wanted[at] ?? [])) listening.push(address)
      }
      return listening
    },
    close() {
      closed = true
      for (const key of Array.from(open.keys())) closeOne(key)
    },
  }
}

const endpointsAt = (address: string, { http, https }: ListenerPorts): Endpoint[] => [
  { scheme: 'http', address, port: http },
  ...(https === undefined ? [] : [{ scheme: 'https' as const, address, port: https }]),
]

const keyOf = ({ scheme, address, port }: Endpoint): string => `${scheme} ${address} ${port}`

/** Stops accepting connections and closes the open ones shortly after. */
function drain({ server, sockets }: Listener): void {
  server.close()
  setTimeout(() => {
    for (const socket of sockets) socket.destroy()
  }, DRAIN_MS).unref()
}
