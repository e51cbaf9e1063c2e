import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import type { Log } from '../../../log.ts'
import { plainAddress } from './flow.ts'
import type { Flow, Receive } from './flow.ts'

export interface UdpPort {
  readonly port: number
  flowTo(peer: { address: string; port: number }): Flow
  close(): Promise<void>
}

/** @throws when the port is taken or the address is not the host's */
export async function openUdpPort(options: {
  address: string
  port: number
  receive: Receive
  log: Log
}): Promise<UdpPort> {
  const { address, port, receive, log } = options
  const v6 = isIPv6(address)
  const socket = createSocket(v6 ? { type: 'udp6', ipv6Only: true } : { type: 'udp4' })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, address, () => {
      socket.off('error', reject)
      resolve()
    })
  })
  let open = true
  const bound = socket.address().port
  socket.on('error', (cause) => log.warn({ err: cause, address, port }, 'SIP over UDP failed'))
  socket.on('message', (bytes, from) => {
    // Keep-alives are a few bytes; answers to port 0 can't be sent.
    if (bytes.length < 8 || from.port === 0) return
    receive(bytes.toString('utf8'), flowTo({ address: from.address, port: from.port }))
  })

  function flowTo(peer: { address: string; port: number }): Flow {
    const send = (text: string, done: (cause: Error | null) => void) =>
      socket.send(text, peer.port, peer.address, done)
    return {
      protocol: 'udp',
      address: plainAddress(peer.address),
      port: peer.port,
      local: { address, port: bound },
      send: (text) =>
        new Promise((resolve, reject) => {
          if (!open) {
            reject(new Error('The SIP port is closed.'))
            return
          }
          send(text, (cause) => (cause ? reject(cause) : resolve()))
        }),
      ping() {
        if (open) send('\r\n', () => {})
      },
      pongs: () => 0,
      end() {},
    }
  }

  return {
    port: bound,
    flowTo,
    close: () =>
      new Promise((resolve) => {
        if (!open) {
          resolve()
          return
        }
        open = false
        socket.close(() => resolve())
      }),
  }
}
