import { Refusal } from '@lintel/contract/fault'
import { WSA } from '@lintel/contract/soap/service'
import { childOf, element } from '@lintel/contract/xml/element'
import type { XmlElement } from '@lintel/contract/xml/element'

/** Where every answer goes: back over the connection of the request. */
const ANONYMOUS = `${WSA}/anonymous`
const FAULT_ACTION = `${WSA}/fault`

/** How a message wants to be answered; undefined if it has no addressing headers. */
export interface Addressing {
  action: string | undefined
  messageId: string | undefined
}

/** The addressing headers of a message (WS-Addressing 1.0, SOAP Binding §2). */
export function addressingIn(headers: readonly XmlElement[]): Addressing | undefined {
  const textOf = (name: string): string | undefined =>
    headers.find((header) => header.namespace === WSA && header.name === name)?.text.trim()
  const [action, messageId] = [textOf('Action'), textOf('MessageID')]
  return action === undefined && messageId === undefined ? undefined : { action, messageId }
}

/** Refuses a message whose answer should go anywhere but back (Core §3.2). */
export function checkReceivers(headers: readonly XmlElement[]): void {
  for (const endpoint of headers.filter(isEndpoint)) {
    const address = childOf(endpoint, WSA, 'Address')?.text.trim() ?? ANONYMOUS
    if (address === ANONYMOUS) continue
    const message = `${endpoint.name} must be anonymous.`
    throw new Refusal('malformed', message, ['Sender', 'ter:InvalidArgs'])
  }
}

const isEndpoint = ({ name, namespace }: XmlElement): boolean =>
  namespace === WSA && (name === 'ReplyTo' || name === 'FaultTo')

/** The headers of the answer to such a message: none if it had none. */
export function replyHeaders(
  addressing: Addressing | undefined,
  kind: 'answer' | 'fault',
): XmlElement[] {
  if (!addressing) return []
  const { action, messageId } = addressing
  const replied = kind === 'fault' ? FAULT_ACTION : `${action ?? ''}Response`
  return [
    element(WSA, 'Action', replied),
    ...(messageId === undefined ? [] : [element(WSA, 'RelatesTo', messageId)]),
  ]
}
