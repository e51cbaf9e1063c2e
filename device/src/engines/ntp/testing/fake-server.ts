import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** Fields of a fake server's response; valid by default. */
export interface ResponseFields {
  leap?: number
  version?: number
  mode?: number
  stratum?: number
  /** Seconds. */
  dispersion?: number
  /** Kiss code or reference id. */
  code?: string
  origin?: bigint
  /** UTC milliseconds; undefined leaves both timestamps zero. */
  time?: number | undefined
  /** Milliseconds between receiving the request and sending the response. */
  processing?: number
  /** Length of the packet in bytes. */
  length?: number
}

/** Builds a server's response to a request. */
export function responseTo(request: Buffer, fields: ResponseFields = {}): Buffer {
  const { leap = 0, version = 4, mode = 4, stratum = 2, dispersion = 0.01, code = 'TEST' } = fields
  const { origin = request.readBigUInt64BE(40), processing = 0, length = 48 } = fields
  const time = 'time' in fields ? fields.time : Date.now()
  const packet = Buffer.alloc(Math.max(length, 48))
  packet[0] = (leap << 6) | (version << 3) | mode
  packet[1] = stratum
  packet.writeUInt32BE(dispersion * 2 ** 16, 8)
  packet.write(code, 12, 'latin1')
  packet.writeBigUInt64BE(origin, 24)
  if (time !== undefined) {
    packet.writeBigUInt64BE(timestamp(time), 32)
    packet.writeBigUInt64BE(timestamp(time + processing), 40)
  }
  return packet.subarray(0, length)
}

function timestamp(utc: number): bigint {
  const seconds = (BigInt(Math.floor(utc / 1000)) + 2_208_988_800n) % 2n ** 32n
  const fraction = (((utc % 1000) + 1000) % 1000) / 1000
  return (seconds << 32n) | BigInt(Math.floor(fraction * 2 ** 32))
}

/** A server that sends these packets for each request, on a free port of an address. */
export async function openFakeServer(
  respond: (request: Buffer) => Buffer[],
  address = '127.0.0.1',
  port = 0,
) {
  const kind = address.includes(':') ? 'udp6' : 'udp4'
  const socket = createSocket(kind)
  let requests = 0
  let marked: (() => void) | undefined
  socket.on('message', (request, { port: from, address: at }) => {
    if (request.length === 0) {
      marked?.()
      return
    }
    requests += 1
    for (const packet of respond(request)) socket.send(packet, from, at)
  })
  socket.bind(port, address)
  await once(socket, 'listening')
  let open = true
  return {
    port: socket.address().port,
    /** The number of requests received. */
    requests: () => requests,
    /**
     * Sends itself a few markers, each from its own socket, as the device sends a request. Requests
     * that were about to be sent have arrived when this resolves.
     */
    async settle() {
      for (let count = 0; count < 3; count += 1) {
        const marker = createSocket(kind)
        const arrived = new Promise<void>((resolve) => (marked = resolve))
        marker.send('', socket.address().port, address)
        await arrived
        marker.close()
      }
    },
    close() {
      if (open) socket.close()
      open = false
    },
  }
}
