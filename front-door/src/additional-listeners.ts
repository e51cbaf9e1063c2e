import { createServer, type Server, type Socket } from 'node:net'

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

interface Door {
  server: Server
  sockets: Set<Socket>
}

/** Time for responses in flight to finish, in milliseconds. */
const DRAIN_MS = 1_000

type Adopt = (scheme: 'http' | 'https', socket: Socket) => void

export function openAdditionalListeners(adopt: Adopt): AdditionalListeners {
  /** By address and ports. */
  const open = new Map<string, Door[]>()
  let over = false

  async function openAt(address: string, { http, https }: ListenerPorts): Promise<Door[]> {
    const made = [await bound('http', address, http)]
    try {
      if (https !== undefined) made.push(await bound('https', address, https))
      return made
    } catch (error) {
      made.forEach(shut)
      throw error
    }
  }

  function bound(scheme: 'http' | 'https', address: string, port: number): Promise<Door> {
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
        resolve({ server, sockets })
      })
    })
  }

  async function listen(addresses: readonly string[], ports: ListenerPorts): Promise<string[]> {
    const keyOf = (address: string) => `${address} ${ports.http} ${ports.https}`
    const wanted = new Set(addresses.map(keyOf))
    const gone = Array.from(open).filter(([key]) => !wanted.has(key))
    for (const [key] of gone) open.delete(key)
    for (const [, doors] of gone) doors.forEach(shut)
    const had: string[] = []
    for (const address of addresses) {
      const key = keyOf(address)
      const doors = open.get(key) ?? (await openAt(address, ports).catch(() => undefined))
      if (!doors) continue
      if (over) {
        doors.forEach(shut)
        return []
      }
      open.set(key, doors)
      had.push(address)
    }
    return had
  }

  return {
    listen,
    close() {
      over = true
      for (const doors of open.values()) doors.forEach(shut)
      open.clear()
    },
  }
}

/** Stops accepting connections and closes the open ones shortly after. */
function shut({ server, sockets }: Door): void {
  server.close()
  setTimeout(() => {
    for (const socket of sockets) socket.destroy()
  }, DRAIN_MS).unref()
}
