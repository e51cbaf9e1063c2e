import { lookup } from 'node:dns/promises'
import { randomInt } from 'node:crypto'
import type { Socket } from 'node:dgram'
import { CallAudio } from './call-audio.ts'
import type { PortPair } from './ports.ts'
import { bindingRequest, isStun, readBinding } from './stun.ts'
import type { Endpoint } from './stun.ts'

const STUN_PORT = 3478
/** When a request to a STUN server is repeated, in milliseconds after the first (RFC 8489 §6.2.1). */
const STUN_REPEATS = [500, 1500]
/** A call doesn't wait longer than this for a STUN server. */
const STUN_PATIENCE_MS = 3000

/** The audio of a call with its sockets. */
export interface Session {
  readonly port: number
  readonly audio: CallAudio
  discover(stunServer: string): Promise<Endpoint | undefined>
  close(): void
}

/** Connects the audio of a call with its sockets. */
export function openSession(pair: PortPair, onDigit: (digit: string) => void): Session {
  const { port, rtp, rtcp } = pair
  const answers = new Map<string, (mapped: Endpoint) => void>()
  let closed = false
  const audio = new CallAudio({
    sendRtp: (packet, to) => send(rtp, packet, to),
    sendRtcp: (packet, to) => send(rtcp, packet, to),
    onDigit,
    random: (limit) => randomInt(limit),
    wallTime: () => Date.now(),
    name: `${randomInt(2 ** 47).toString(36)}@lintel`,
  })

  function send(socket: Socket, packet: Buffer, to: Endpoint): void {
    // What can't be sent is lost, as anything else on the way may be.
    if (!closed && isPlace(to)) socket.send(packet, to.port, to.address, () => {})
  }

  rtp.on('message', (packet, from) => {
    if (isStun(packet)) {
      const binding = readBinding(packet)
      if (binding) answers.get(binding.id)?.(binding.mapped)
    } else {
      audio.receive(packet, { address: from.address, port: from.port }, performance.now())
    }
  })
  rtcp.on('message', (packet) => audio.receiveRtcp(packet, performance.now()))
  // An error of a socket, such as an unreachable port, concerns packets that are lost anyway.
  rtp.on('error', () => {})
  rtcp.on('error', () => {})

  return {
    port,
    audio,
    async discover(stunServer) {
      const server = await resolveServer(stunServer, rtp.address().family)
      if (!server || closed) return undefined
      const { id, bytes } = bindingRequest()
      const timers = STUN_REPEATS.map((ms) => setTimeout(send, ms, rtp, bytes, server))
      const mapped = await new Promise<Endpoint | undefined>((resolve) => {
        timers.push(setTimeout(resolve, STUN_PATIENCE_MS, undefined))
        answers.set(id, resolve)
        send(rtp, bytes, server)
      })
      answers.delete(id)
      for (const timer of timers) clearTimeout(timer)
      return mapped
    },
    close() {
      audio.end(performance.now())
      closed = true
      rtp.close()
      rtcp.close()
    },
  }
}

/** Whether something can be sent there: a call on hold may have neither address nor port (RFC 3264 §8.4). */
const isPlace = ({ address, port }: Endpoint): boolean =>
  port > 0 && port < 65_536 && address !== '0.0.0.0' && address !== '::'

/** @param server `host` or `host:port`, an IPv6 address in brackets if there is a port */
async function resolveServer(server: string, family: string): Promise<Endpoint | undefined> {
  const [, bracketed, name, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(server) ?? []
  const host = bracketed ?? name ?? server
  try {
    const { address } = await lookup(host, { family: family === 'IPv6' ? 6 : 4 })
    return { address, port: port === undefined ? STUN_PORT : Number(port) }
  } catch {
    // A server without an address gives no answer.
    return undefined
  }
}
