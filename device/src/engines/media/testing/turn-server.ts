import { createHash } from 'node:crypto'
import { answerTo, bytesOf, classes, readStun } from '../stun.ts'
import type { StunMessage } from '../stun.ts'

/** A TURN server that does as a test says, and relays nothing. Its user is `door` with `secret`. */
export interface TurnServer {
  nonce: string
  /** Seconds. */
  lifetime: number
  /** Error codes by method, in place of success. */
  refuses: Map<number, number>
  silent: boolean
  /** Requests with the right signature, as they came. */
  asked: { method: number; message: StunMessage; packet: Buffer }[]
  /** What was sent through it. */
  data: Buffer[]
  /** Takes a packet. */
  receive(packet: Buffer, reply: (bytes: Buffer) => void): void
}

const KEY = createHash('md5').update('door:lab:secret').digest()

export function openTurnServer(relayed: [string, number], mapped: [string, number]): TurnServer {
  const server: TurnServer = {
    nonce: 'one',
    lifetime: 600,
    refuses: new Map(),
    silent: false,
    asked: [],
    data: [],
    receive(packet, reply) {
      const request = readStun(packet)
      if (!request || request.messageClass === classes.INDICATION) {
        server.data.push(packet)
        return
      }
      if (!server.silent) answer(request, packet, reply)
    },
  }

  function answer(request: StunMessage, packet: Buffer, reply: (bytes: Buffer) => void): void {
    const refuse = (code: number, key?: Buffer) => {
      const error = answerTo(request, classes.ERROR).setAttribute('ERROR-CODE', [code, 'No'])
      error.setAttribute('REALM', 'lab').setAttribute('NONCE', Buffer.from(server.nonce))
      reply(bytesOf(error, key))
    }
    const nonce = request.getAttributeValue('NONCE') as Buffer | undefined
    if (!readStun(packet, KEY)) {
      refuse(401)
      return
    }
    if (nonce?.toString() !== server.nonce) {
      refuse(438)
      return
    }
    server.asked.push({ method: request.messageMethod, message: request, packet })
    const code = server.refuses.get(request.messageMethod)
    if (code !== undefined) {
      refuse(code, KEY)
      return
    }
    const response = answerTo(request, classes.RESPONSE).setAttribute('LIFETIME', server.lifetime)
    response.setAttribute('XOR-RELAYED-ADDRESS', relayed)
    response.setAttribute('XOR-MAPPED-ADDRESS', mapped)
    reply(bytesOf(response, KEY))
  }
  return server
}
