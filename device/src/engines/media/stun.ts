import { Message, parseMessage } from 'werift-ice/lib/ice-server/src/stun/message.js'
import { classes, methods } from 'werift-ice/lib/ice-server/src/stun/const.js'

/** An address and port. */
export interface Endpoint {
  address: string
  port: number
}

/** Whether a packet at an RTP port is a STUN message (RFC 7983 §7). */
export const isStun = (packet: Uint8Array): boolean => (packet[0] ?? 255) < 4

/** A binding request, with the id that its response will have. */
export function bindingRequest(): { id: string; bytes: Buffer } {
  const message = new Message(methods.BINDING, classes.REQUEST)
  return { id: message.transactionIdHex, bytes: message.bytes }
}

/** The id of a binding response and the address in it; undefined for anything else. */
export function readBinding(packet: Buffer): { id: string; mapped: Endpoint } | undefined {
  try {
    const message = parseMessage(packet)
    if (message?.messageMethod !== methods.BINDING) return undefined
    if (message.messageClass !== classes.RESPONSE) return undefined
    const mapped = message.getAttributeValue('XOR-MAPPED-ADDRESS') as [string, number] | undefined
    if (!mapped) return undefined
    return { id: message.transactionIdHex, mapped: { address: mapped[0], port: mapped[1] } }
  } catch {
    // A damaged message is no response.
    return undefined
  }
}
