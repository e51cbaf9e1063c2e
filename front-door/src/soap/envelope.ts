import { Refusal } from '@lintel/contract/fault'
import { SOAP_11, SOAP_12, WSA } from '@lintel/contract/soap/service'
import { attributeOf, childOf } from '@lintel/contract/xml/element'
import type { XmlElement } from '@lintel/contract/xml/element'
import { checkReceivers } from './addressing.ts'
import { WSSE } from './ws-security.ts'

export type SoapVersion = '1.1' | '1.2'

/** A version's namespace, media type, and the roles in which a header is addressed to us. */
export const VERSIONS = {
  '1.1': {
    namespace: SOAP_11,
    type: 'text/xml',
    role: 'actor',
    ours: ['', 'http://schemas.xmlsoap.org/soap/actor/next'],
  },
  '1.2': {
    namespace: SOAP_12,
    type: 'application/soap+xml',
    role: 'role',
    ours: ['', `${SOAP_12}/role/next`, `${SOAP_12}/role/ultimateReceiver`],
  },
} as const

/** The version of an envelope; undefined when it is another one, or not an envelope at all. */
export function versionOf({ name, namespace }: XmlElement): SoapVersion | undefined {
  if (name !== 'Envelope') return undefined
  return namespace === SOAP_12 ? '1.2' : namespace === SOAP_11 ? '1.1' : undefined
}

/** The headers. Every one that must be understood is (SOAP 1.2 part 1 §2.4). */
export function headersOf(envelope: XmlElement, version: SoapVersion): readonly XmlElement[] {
  const { namespace, role, ours } = VERSIONS[version]
  const headers = blocksIn(envelope, version)
  for (const header of headers) {
    const must = attributeOf(header, namespace, 'mustUnderstand')?.trim()
    const meant = ours.some((one) => one === (attributeOf(header, namespace, role) ?? ''))
    const known =
      header.namespace === WSA || (header.namespace === WSSE && header.name === 'Security')
    if (meant && !known && (must === '1' || must === 'true')) {
      const message = `The header ${header.name.slice(0, 64)} is not understood.`
      throw new Refusal('malformed', message, ['MustUnderstand'])
    }
  }
  checkReceivers(headers)
  return headers
}

/** The headers, understood or not. */
export const blocksIn = (envelope: XmlElement, version: SoapVersion): readonly XmlElement[] =>
  childOf(envelope, VERSIONS[version].namespace, 'Header')?.children ?? []

/** The element that names the operation: the only one in the body. */
export function operationIn(envelope: XmlElement, version: SoapVersion): XmlElement {
  const [operation, ...others] =
    childOf(envelope, VERSIONS[version].namespace, 'Body')?.children ?? []
  if (operation && others.length === 0) return operation
  throw new Refusal('malformed', 'The body must have one element.')
}
