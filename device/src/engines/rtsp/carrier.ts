import type { Socket as TcpSocket } from 'node:net'
import { bindPair } from '../media/ports.ts'
import { plainAddress } from '../sip/transport/flow.ts'
import type { Transport } from './message.ts'

/** Brings the packets of one track to the client. */
export interface Carrier {
  /** For the `Transport` of the answer. */
  description: string
  /** Sends all packets, or none of them to a client that has fallen behind. */
  rtp(packets: readonly Buffer[]): void
  rtcp(packet: Buffer): void
  close(): void
}

/** Where the search for free UDP ports begins. Own design. */
const FIRST_PORT = 50_000
/** What may wait for a slow client, in bytes; beyond that it misses pictures. */
const BACKLOG_MAX = 1024 * 1024

/** @param onReport called when the client reports that it still receives */
export async function openCarrier(
  transport: Transport,
  socket: TcpSocket,
  onReport: () => void,
): Promise<Carrier> {
  if (transport.kind === 'interleaved') return interleaved(transport.channels, socket)
  const localAddress = plainAddress(socket.localAddress ?? '')
  const remoteAddress = plainAddress(socket.remoteAddress ?? '')
  const { port, rtp, rtcp } = await bindPair(FIRST_PORT, localAddress)
  const [toRtp, toRtcp] = transport.ports
  // A lost packet is no failure, and neither is a client whose port is closed.
  rtp.on('error', ignore)
  rtcp.on('error', ignore)
  rtcp.on('message', (_, from) => {
    if (from.address === remoteAddress) onReport()
  })
  let open = true
  return {
    description: `RTP/AVP;unicast;client_port=${toRtp}-${toRtcp};server_port=${port}-${port + 1}`,
    rtp(packets) {
      // Nowhere but to the client itself (RFC 2326 §16, denial of service).
      if (open) for (const packet of packets) rtp.send(packet, toRtp, remoteAddress, ignore)
    },
    rtcp(packet) {
      if (open) rtcp.send(packet, toRtcp, remoteAddress, ignore)
    },
    close() {
      if (!open) return
      open = false
      rtp.close()
      rtcp.close()
    },
  }
}

function interleaved([rtp, rtcp]: readonly [number, number], socket: TcpSocket): Carrier {
  const isBehind = () => socket.destroyed || socket.writableLength > BACKLOG_MAX
  return {
    description: `RTP/AVP/TCP;unicast;interleaved=${rtp}-${rtcp}`,
    rtp(packets) {
      if (!isBehind()) socket.write(Buffer.concat(packets.map((packet) => framed(rtp, packet))))
    },
    rtcp(packet) {
      if (!isBehind()) socket.write(framed(rtcp, packet))
    },
    close: () => undefined,
  }
}

const ignore = (): void => undefined

const framed = (channel: number, packet: Buffer): Buffer => {
  const head = Buffer.from([0x24, channel, 0, 0])
  head.writeUInt16BE(packet.length, 2)
  return Buffer.concat([head, packet])
}
