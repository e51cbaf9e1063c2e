import type { Socket } from 'node:net'
import { plainAddress } from '../sip/transport/flow.ts'

const HEAD_MAX = 16_384
const COOKIE_MAX = 256

/** Takes what has arrived over a connection. */
export type Receive = (chunk: Buffer) => void

/** What becomes of a connection, once its first bytes are known. */
export interface Uses {
  /** Answers RTSP over it; returns what takes the requests. */
  serve: () => Receive
  /** It brings the requests of this other connection. */
  join: (output: Socket) => void
}

/**
 * RTSP over HTTP, for clients whose networks let nothing else pass: the answer to a GET carries what
 * the device sends, and a POST with the same `x-sessioncookie` what the client sends, as Base64.
 * Source: “Tunnelling RTSP and RTP over HTTP” (Apple), to which ONVIF Streaming §5.1.1.4 refers.
 */
export interface Tunnels {
  /** Reads what a connection is from its first bytes. */
  accept(socket: Socket, uses: Uses): void
}

interface Output {
  socket: Socket
  receive: Receive
  inputs: Set<Socket>
}

const ACCEPTED = [
  'HTTP/1.0 200 OK',
  'Connection: close',
  'Cache-Control: no-store',
  'Pragma: no-cache',
  'Content-Type: application/x-rtsp-tunnelled',
  '\r\n',
].join('\r\n')

export function openTunnels(): Tunnels {
  /** By address and cookie. */
  const outputs = new Map<string, Output>()

  function begin(socket: Socket, key: string, { serve }: Uses): void {
    if (outputs.has(key)) {
      socket.end('HTTP/1.0 409 Conflict\r\n\r\n')
      return
    }
    const output = { socket, receive: serve(), inputs: new Set<Socket>() }
    outputs.set(key, output)
    socket.write(ACCEPTED)
    // Requests come by POST alone.
    socket.resume()
    socket.once('close', () => {
      outputs.delete(key)
      for (const input of output.inputs) input.destroy()
    })
  }

  function bring(socket: Socket, key: string, first: Buffer, { join }: Uses): void {
    const output = outputs.get(key)
    if (!output) {
      socket.end('HTTP/1.0 404 Not Found\r\n\r\n')
      return
    }
    join(output.socket)
    output.inputs.add(socket)
    socket.once('close', () => void output.inputs.delete(socket))
    const decode = openDecoder()
    const take = (chunk: Buffer) => {
      if (!output.socket.destroyed) output.receive(decode(chunk))
    }
    socket.on('data', take)
    take(first)
  }

  return {
    accept(socket, uses) {
      let held: Buffer = Buffer.alloc(0)
      const begins = (chunk: Buffer): void => {
        held = Buffer.concat([held, chunk])
        const found = tunnelIn(held)
        if (found === 'incomplete') return
        socket.off('data', begins)
        const key = `${plainAddress(socket.remoteAddress ?? '')} ${found?.cookie}`
        if (found?.method === 'GET') begin(socket, key, uses)
        else if (found) bring(socket, key, held.subarray(found.length), uses)
        else {
          const receive = uses.serve()
          socket.on('data', receive)
          receive(held)
        }
      }
      socket.on('data', begins)
      socket.on('error', () => socket.destroy())
    },
  }
}

/** The HTTP request of a tunnel, with the length of its head; undefined for anything else. */
function tunnelIn(
  held: Buffer,
): { method: 'GET' | 'POST'; cookie: string; length: number } | 'incomplete' | undefined {
  const method = (['GET', 'POST'] as const).find((name) =>
    `${name} `.startsWith(held.toString('latin1', 0, name.length + 1)),
  )
  if (!method) return undefined
  const end = held.indexOf('\r\n\r\n')
  if (end < 0) return held.length > HEAD_MAX ? undefined : 'incomplete'
  const [line = '', ...headers] = held.toString('latin1', 0, end).split('\r\n')
  const [cookie = ''] = headers.flatMap(
    (text) => /^x-sessioncookie: *(\S+)$/i.exec(text)?.[1] ?? [],
  )
  const isTunnel = /^\w+ \S+ HTTP\/1\.[01]$/.test(line) && cookie !== ''
  return isTunnel && cookie.length <= COOKIE_MAX ? { method, cookie, length: end + 4 } : undefined
}

/** Decodes Base64 as it arrives; clients end each request with padding of its own. */
function openDecoder(): (chunk: Buffer) => Buffer {
  let held = ''
  return (chunk) => {
    held += chunk.toString('latin1').replaceAll(/\s/g, '')
    const groups = held.match(/.{4}/g) ?? []
    held = held.slice(groups.length * 4)
    return Buffer.concat(groups.map((group) => Buffer.from(group, 'base64')))
  }
}
