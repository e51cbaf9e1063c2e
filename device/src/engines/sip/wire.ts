/**
 * The text of SIP messages, as far as the transport has to read and change it. Everything else reads
 * them with sip.js, whose parser wants messages that are well-formed.
 */
import { isIPv6 } from 'node:net'

interface Field {
  /** As written. */
  name: string
  value: string
}

export interface WireMessage {
  /** Request line or status line. */
  line: string
  fields: Field[]
  body: string
}

/** Compact forms (RFC 3261 §7.3.3). */
const COMPACT: Readonly<Record<string, string>> = {
  v: 'via',
  f: 'from',
  t: 'to',
  i: 'call-id',
  m: 'contact',
  c: 'content-type',
  l: 'content-length',
  k: 'supported',
  s: 'subject',
  e: 'content-encoding',
  x: 'session-expires',
}

/** The longest head in characters: those of real messages have about 1,000. Own design. */
export const HEAD_MAX = 16_384
const LINE = /^(?:SIP\/2\.0 [1-6]\d\d(?: |$)|[A-Z]{2,20} \S+ SIP\/2\.0$)/
const HEAD_END = '\r\n\r\n'

const fullName = (name: string): string => {
  const lower = name.toLowerCase()
  return COMPACT[lower] ?? lower
}

/** Reads a message; undefined for what is not SIP, or too long. Folded lines are joined. */
export function readMessage(text: string): WireMessage | undefined {
  const end = text.indexOf(HEAD_END)
  if (end < 0 || end > HEAD_MAX) return undefined
  const [line = '', ...lines] = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  if (!LINE.test(line)) return undefined
  const fields: Field[] = []
  for (const field of lines) {
    const colon = field.indexOf(':')
    if (colon <= 0) return undefined
    fields.push({ name: field.slice(0, colon).trim(), value: field.slice(colon + 1).trim() })
  }
  return { line, fields, body: text.slice(end + HEAD_END.length) }
}

/** The text to send, with the length of the body. */
export function writeMessage({ line, fields, body }: WireMessage): string {
  const head = fields
    .filter(({ name }) => fullName(name) !== 'content-length')
    .map(({ name, value }) => `${name}: ${value}\r\n`)
    .join('')
  return `${line}\r\n${head}Content-Length: ${Buffer.byteLength(body)}${HEAD_END}${body}`
}

/** The values of a field, by its long name in lower case. */
export const valuesOf = (message: WireMessage, name: string): string[] =>
  message.fields.filter((field) => fullName(field.name) === name).map(({ value }) => value)

export const valueOf = (message: WireMessage, name: string): string | undefined =>
  message.fields.find((field) => fullName(field.name) === name)?.value

/** Removes the fields of this name for which the test fails. */
export function keepFields(
  message: WireMessage,
  name: string,
  keep: (value: string, index: number) => boolean,
): void {
  let index = 0
  message.fields = message.fields.filter(
    (field) => fullName(field.name) !== name || keep(field.value, index++),
  )
}

/** Status code of a response; undefined for a request. */
export const statusOf = ({ line }: WireMessage): number | undefined =>
  line.startsWith('SIP/2.0 ') ? Number(line.slice(8, 11)) : undefined

/** Method of a request, or of the request that a response answers. */
export const methodOf = (message: WireMessage): string =>
  statusOf(message) === undefined
    ? message.line.slice(0, message.line.indexOf(' '))
    : (valueOf(message, 'cseq')?.split(/\s+/)[1] ?? '')

/** Request-URI; empty for a response. */
export const requestUriOf = (message: WireMessage): string =>
  statusOf(message) === undefined ? (message.line.split(' ')[1] ?? '') : ''

export function setRequestUri(message: WireMessage, uri: string): void {
  message.line = `${methodOf(message)} ${uri} SIP/2.0`
}

/** Splits at commas outside of quotes and angle brackets. */
export function splitList(value: string): string[] {
  const parts: string[] = []
  let start = 0
  let quoted = false
  let depth = 0
  for (let at = 0; at < value.length; at += 1) {
    const char = value[at]
    if (quoted && char === '\\') at += 1
    else if (char === '"') quoted = !quoted
    else if (!quoted && char === '<') depth += 1
    else if (!quoted && char === '>') depth -= 1
    else if (!quoted && depth <= 0 && char === ',') {
      parts.push(value.slice(start, at).trim())
      start = at + 1
    }
  }
  parts.push(value.slice(start).trim())
  return parts
}

const topVia = (message: WireMessage): string => splitList(valueOf(message, 'via') ?? '')[0] ?? ''

/** A copy of a part of a message. Otherwise V8 keeps the whole message as long as the part is kept. */
export const detached = (text: string): string => Buffer.from(text).toString()

/** The transaction's identifier; undefined for what clients before RFC 3261 send. */
export function branchOf(message: WireMessage): string | undefined {
  const branch = /;\s*branch\s*=\s*(z9hG4bK[^;,\s]+)/i.exec(topVia(message))?.[1]
  return branch === undefined ? undefined : detached(branch)
}

/** Value of a parameter of the topmost Via; empty if it has none. */
export const viaParameter = (message: WireMessage, name: string): string | undefined =>
  new RegExp(`;\\s*${name}\\s*(?:=\\s*([^;,\\s]*))?(?=\\s*(?:;|,|$))`, 'i').exec(
    topVia(message),
  )?.[1]

/** `SIP/2.0/UDP host:port` of the topmost Via: the sender of the request. */
export function sentByOf(message: WireMessage): {
  /** In lower case. */
  protocol: string
  host: string
  port: number | undefined
} {
  const [, protocol = '', host = '', port] =
    /^SIP\s*\/\s*2\.0\s*\/\s*(\w+)\s+(\[[^\]]*\]|[^\s;:]+)(?:\s*:\s*(\d+))?/i.exec(
      topVia(message),
    ) ?? []
  return { protocol: protocol.toLowerCase(), host, port: port === undefined ? port : Number(port) }
}

function changeTopVia(message: WireMessage, change: (via: string) => string): void {
  const field = message.fields.find(({ name }) => fullName(name) === 'via')
  if (!field) return
  const [top = '', ...rest] = splitList(field.value)
  field.value = [change(top), ...rest].join(', ')
}

/** Says in the topmost Via of a request which transport it takes and where we are. */
export function setSentBy(message: WireMessage, protocol: string, sentBy: string): void {
  changeTopVia(message, (via) => {
    const parameters = via.slice(via.indexOf(';')).replace(/;rport(?==|;|$)[^;]*/, '')
    return `SIP/2.0/${protocol.toUpperCase()} ${sentBy}${parameters};rport`
  })
}

export function setBranch(message: WireMessage, branch: string): void {
  changeTopVia(message, (via) => via.replace(/(;\s*branch\s*=\s*)[^;,\s]+/i, `$1${branch}`))
}

/** Notes where a request came from (RFC 3261 §18.2.1, RFC 3581 §4). */
export function setReceived(message: WireMessage, from: { address: string; port: number }): void {
  changeTopVia(message, (via) => {
    const rport = /;\s*rport\s*(?==|;|$)/i.test(via)
    const clean = via.replace(/;\s*(?:received|rport)\s*(?:=[^;]*)?(?=;|$)/gi, '')
    return `${clean};received=${from.address}${rport ? `;rport=${from.port}` : ''}`
  })
}

/** The URI within `"Name" <uri>;tag=…` or a bare one. */
export const uriIn = (value: string): string =>
  /<([^>]*)>/.exec(value)?.[1] ?? value.split(';')[0]?.trim() ?? ''

/** A text with a URI, which may carry a password (RFC 3261 §19.1.1), without that. */
export const withoutPassword = (text: string): string =>
  text.replace(/(sips?:[^@:\s]*):[^@\s]*@/i, '$1@')

export interface UriParts {
  scheme: string
  user: string | undefined
  /** Without brackets. */
  host: string
  port: number | undefined
  /** In lower case; empty for parameters without a value. */
  parameters: ReadonlyMap<string, string>
}

const URI =
  /^(sips?):(?:([^@:]*)(?::[^@]*)?@)?(\[[0-9a-f:.]+\]|[^:;?@>\s[\]]+)(?::(\d{1,5}))?((?:;[^?]*)?)(?:\?.*)?$/i

/** Parts of a `sip:` or `sips:` URI; undefined for anything else. */
export function readUri(text: string): UriParts | undefined {
  const match = URI.exec(text.trim())
  if (!match) return undefined
  const [, scheme = '', user, host = '', port, rest = ''] = match
  const parameters = new Map<string, string>()
  for (const part of rest.split(';').slice(1)) {
    const [name = '', value = ''] = part.split('=')
    parameters.set(name.trim().toLowerCase(), value.trim())
  }
  return {
    scheme: scheme.toLowerCase(),
    user: user === undefined ? undefined : decoded(user),
    host: host.replace(/^\[|\]$/g, ''),
    port: port === undefined ? undefined : Number(port),
    parameters,
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A host as it stands in URIs and Via fields: IPv6 addresses in brackets. */
export const inUri = (host: string): string => (isIPv6(host) ? `[${host}]` : host)

/** `host:port` as people configure it; IPv6 with or without brackets. */
export function readHostPort(text: string): { host: string; port: number | undefined } {
  const plain = text.trim().replace(/^sips?:/i, '')
  if (isIPv6(plain)) return { host: plain, port: undefined }
  const match = /^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(plain)
  if (!match) return { host: plain, port: undefined }
  const [, host = '', port] = match
  return { host: host.replace(/^\[|\]$/g, ''), port: port === undefined ? undefined : Number(port) }
}
