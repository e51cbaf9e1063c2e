/** Which methods and extensions of SIP the device has, and what it says about them. */
import type { IncomingRequestMessage } from 'sip.js/lib/core/index.js'
import { AllowedMethods } from 'sip.js/lib/core/user-agent-core/allowed-methods.js'
import { keepFields, methodOf, statusOf } from './wire.ts'
import type { WireMessage } from './wire.ts'

const METHODS = ['ACK', 'BYE', 'CANCEL', 'INFO', 'INVITE', 'OPTIONS', 'UPDATE']
const EXTENSIONS = ['timer']

/** The value of Allow. */
export const ALLOW = METHODS.join(', ')

// sip.js has no UPDATE, and says in each answer that it takes what we refuse.
AllowedMethods.splice(0, AllowedMethods.length, ...METHODS)

/** What can say what is supported (RFC 3261 §20.37), of what we send. */
const SAYS = new Set(['INVITE', 'OPTIONS', 'UPDATE'])

/** Says which extensions we have; sip.js offers those of WebRTC. */
export function setSupported(message: WireMessage): void {
  keepFields(message, 'supported', () => false)
  const status = statusOf(message) ?? 200
  if (SAYS.has(methodOf(message)) && status >= 200 && status < 300) {
    message.fields.push({ name: 'Supported', value: EXTENSIONS.join(', ') })
  }
}

/** The values of a field that is a list of names, in lower case. */
export const listIn = (message: Pick<IncomingRequestMessage, 'getHeaders'>, name: string) =>
  message
    .getHeaders(name)
    .join(',')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '')

/** The extensions that a request demands and that we lack (RFC 3261 §8.2.2.3). */
export function demandedInVain(message: IncomingRequestMessage): string[] {
  if (message.method === 'ACK' || message.method === 'CANCEL') return []
  return listIn(message, 'require').filter((name) => !EXTENSIONS.includes(name))
}
