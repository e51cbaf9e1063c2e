import type { RefusalReason } from '@lintel/contract/fault'
import { REFUSALS } from '@lintel/contract/fault'
import { element } from '@lintel/contract/xml/element'
import type { XmlAttribute, XmlElement } from '@lintel/contract/xml/element'
import { writeXml, XML_DECLARATION } from '@lintel/contract/xml/write'
import type { Answer, ErrorEncoder } from '../kinds/kind.ts'
import type { Addressing } from './addressing.ts'
import { replyHeaders } from './addressing.ts'
import type { SoapVersion } from './envelope.ts'
import { VERSIONS } from './envelope.ts'
import { MORE_NAMESPACES, NAMESPACES } from './namespaces.ts'

/**
 * An envelope around one element, as devices write it: all namespaces declared on it, one line, no
 * header unless there is something in it.
 */
export function soapAnswer(
  version: SoapVersion,
  status: number,
  content: XmlElement,
  headers: readonly XmlElement[] = [],
): Answer {
  const { namespace, type } = VERSIONS[version]
  const envelope = element(namespace, 'Envelope', [
    ...(headers.length === 0 ? [] : [element(namespace, 'Header', headers)]),
    element(namespace, 'Body', [content]),
  ])
  const prefixes = {
    'SOAP-ENV': namespace,
    ...NAMESPACES,
    ...Object.fromEntries(Object.entries(MORE_NAMESPACES).filter((one) => uses(envelope, one))),
  }
  return {
    status,
    type: `${type}; charset=utf-8`,
    body: XML_DECLARATION + writeXml(envelope, prefixes, { unwritable: 'replace' }),
  }
}

const uses = (
  { namespace, attributes, children }: XmlElement,
  one: readonly [prefix: string, uri: string],
): boolean =>
  namespace === one[1] ||
  attributes.some(({ name, value }) => name === 'Type' && value.startsWith(`${one[0]}:`)) ||
  children.some((child) => uses(child, one))

type Fault = readonly [codes: readonly string[], reason: string]

const NOT_AUTHORIZED: Fault = [['Sender', 'ter:NotAuthorized'], 'Sender not authorized']
const INVALID_VALUE: Fault = [['Sender', 'ter:InvalidArgVal'], 'Argument value invalid']

/** How each reason reads without a more specific code (ONVIF Core, "Generic faults"). */
const FAULTS: Partial<Record<RefusalReason, Fault>> = {
  malformed: [['Sender', 'ter:TagMismatch'], 'Tag mismatch'],
  unknownMethod: [['Receiver', 'ter:ActionNotSupported'], 'Optional action not implemented'],
  unknownVersion: [['VersionMismatch'], 'Version mismatch'],
  missing: INVALID_VALUE,
  invalid: INVALID_VALUE,
  tooLarge: [['Sender', 'ter:InvalidArgs'], 'Invalid arguments'],
  notPost: [['Sender', 'ter:UnknownAction'], 'Unknown action'],
  conflict: [['Sender', 'ter:OperationProhibited'], 'Operation not permitted'],
  unauthenticated: NOT_AUTHORIZED,
  forbidden: NOT_AUTHORIZED,
  crossSite: NOT_AUTHORIZED,
  slowDown: NOT_AUTHORIZED,
}
const FAILED: Fault = [['Receiver', 'ter:Action'], 'Action failed']

/** Reasons that HTTP itself has a status for keep it. */
const AS_HTTP = new Set<RefusalReason>([
  'unauthenticated',
  'forbidden',
  'crossSite',
  'conflict',
  'tooLarge',
  'notPost',
  'slowDown',
  'tooMany',
])

/** A refusal as a Fault. With codes of its own its message is the reason, otherwise the detail. */
export const encodeSoapFault =
  (version: SoapVersion, addressing?: Addressing): ErrorEncoder =>
  (reason, message, own) => {
    const [codes, title] = FAULTS[reason] ?? FAILED
    const fault =
      own === undefined
        ? { codes, reason: title, detail: message }
        : { ...ownParts(own), reason: message }
    const status = AS_HTTP.has(reason) ? REFUSALS[reason].status : statusOf(version, fault.codes)
    const content = version === '1.2' ? newFault(fault) : oldFault(fault)
    return soapAnswer(version, status, content, replyHeaders(addressing, 'fault'))
  }

/** SOAP 1.2 part 2 §7.5.1.2; every fault of SOAP 1.1 is a 500 (SOAP 1.1 §6.2). */
const statusOf = (version: SoapVersion, [code]: readonly string[]): number =>
  version === '1.2' && code === 'Sender' ? 400 : 500

interface FaultParts {
  codes: readonly string[]
  reason: string
  /** A text, or an element that says which fault it is. */
  detail: string | XmlElement
}

/**
 * The faults that the maker's action service declares in its description are elements of the detail
 * instead of codes, as WSDL 1.1 has them.
 */
const DECLARED = /^aa:(\w+)$/

function ownParts(codes: readonly string[]): Pick<FaultParts, 'codes' | 'detail'> {
  const declared = DECLARED.exec(codes.at(-1) ?? '')?.[1]
  if (declared === undefined) return { codes, detail: '' }
  return { codes: codes.slice(0, -1), detail: element(NAMESPACES.aa, declared) }
}

const ENGLISH = [
  { name: 'lang', namespace: 'http://www.w3.org/XML/1998/namespace', value: 'en' },
] as const

/** SOAP 1.2 part 1 §5.4. */
function newFault({ codes, reason, detail }: FaultParts): XmlElement {
  const { namespace } = VERSIONS['1.2']
  const env = (
    name: string,
    content: string | readonly XmlElement[],
    attributes?: readonly XmlAttribute[],
  ): XmlElement => element(namespace, name, content, attributes)
  const code = ([first = '', ...rest]: readonly string[]): XmlElement[] => [
    env('Value', first.includes(':') ? first : `SOAP-ENV:${first}`),
    ...(rest.length === 0 ? [] : [env('Subcode', code(rest))]),
  ]
  return env('Fault', [
    env('Code', code(codes)),
    env('Reason', [env('Text', reason, ENGLISH)]),
    ...(detail === ''
      ? []
      : [env('Detail', [typeof detail === 'string' ? env('Text', detail) : detail])]),
  ])
}

const OLD_CODES: Readonly<Record<string, string>> = { Sender: 'Client', Receiver: 'Server' }

/** SOAP 1.1 §4.4. It has no place for subcodes, so the most specific code is the code. */
function oldFault({ codes, reason, detail }: FaultParts): XmlElement {
  const [first = '', ...finer] = codes
  return element(VERSIONS['1.1'].namespace, 'Fault', [
    element('', 'faultcode', finer.at(-1) ?? `SOAP-ENV:${OLD_CODES[first] ?? first}`),
    element('', 'faultstring', reason),
    ...(detail === ''
      ? []
      : [
          element('', 'detail', [
            typeof detail === 'string' ? element('', 'Text', detail) : detail,
          ]),
        ]),
  ])
}
