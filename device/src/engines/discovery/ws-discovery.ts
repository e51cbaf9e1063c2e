import { randomUUID } from 'node:crypto'
import type { RemoteInfo } from 'node:dgram'
import { SOAP_12 } from '@lintel/contract/soap/service'
import { attributeOf, childOf, element } from '@lintel/contract/xml/element'
import type { XmlElement } from '@lintel/contract/xml/element'
import { writeXml, XML_DECLARATION } from '@lintel/contract/xml/write'
import { readXml } from '@lintel/front-door/xml'
import type { Clock } from '../../clock/clock.ts'
import type { Log } from '../../log.ts'
import { joinGroup } from './multicast.ts'

/** An announcement by WS-Discovery, by which ONVIF clients find devices, until it is closed. */
export interface WsDiscovery {
  /** Says goodbye and leaves the group. */
  close(): Promise<void>
}

interface WsDiscoveryParts {
  /** `urn:uuid:…`, stable across restarts. */
  endpoint: string
  /** The address of the device management service. */
  xaddr: string
  scopes: readonly string[]
  place: { address: string; subnetMask: string }
  clock: Clock
  log: Log
  /** Tests pass a fake network. */
  join?: typeof joinGroup
}

/** WS-Discovery (April 2005) §2.4; ONVIF Core uses this version. */
const GROUP = { group: '239.255.255.250', port: 3702, ttl: 1 }
const WSD = 'http://schemas.xmlsoap.org/ws/2005/04/discovery'
const WSA = 'http://schemas.xmlsoap.org/ws/2004/08/addressing'
const NETWORK = 'http://www.onvif.org/ver10/network/wsdl'
const DEVICE = 'http://www.onvif.org/ver10/device/wsdl'
const ANONYMOUS = `${WSA}/role/anonymous`
const EVERYBODY = 'urn:schemas-xmlsoap-org:ws:2005:04:discovery'
const PREFIXES = { s: SOAP_12, a: WSA, d: WSD, dn: NETWORK, tds: DEVICE }

/** What the device is, by namespace and name. */
const TYPES = [
  [NETWORK, 'NetworkVideoTransmitter'],
  [DEVICE, 'Device'],
] as const

/** Milliseconds over which answers to a probe are spread (§2.4, APP_MAX_DELAY). */
const DELAY_MAX = 500
/** How often what everybody hears is sent, and the pause in milliseconds (SOAP-over-UDP §A). */
const REPEATS = 2
const REPEAT_PAUSE = 150
/** Bytes of a message; longer ones are not for us. */
const MESSAGE_MAX = 8_192
/** Messages of which repetitions are not answered. */
const REMEMBERED = 200
/** Answers that wait at once; probes beyond that are not answered. */
const WAITING_MAX = 50

/** A Probe or a Resolve, and what it asks for. */
interface Question {
  kind: 'probe' | 'resolve'
  id: string
  matches: boolean
}

/** Announces the device to ONVIF clients, and answers their probes. */
export async function openWsDiscovery(parts: WsDiscoveryParts): Promise<WsDiscovery> {
  const { endpoint, xaddr, scopes, place, clock, log, join = joinGroup } = parts
  const over = new AbortController()
  const instance = Math.floor(clock.now() / 1000)
  const seen = new Set<string>()
  let count = 0
  let waiting = 0
  const member = await join(GROUP, place, receive, log)

  const reference = () => wsa('EndpointReference', [wsa('Address', endpoint)])

  const description = () => [
    reference(),
    wsd('Types', 'dn:NetworkVideoTransmitter tds:Device'),
    wsd('Scopes', scopes.join(' ')),
    wsd('XAddrs', xaddr),
    // Each announcement has another one, because what it describes may have changed.
    wsd('MetadataVersion', String(instance)),
  ]

  function messageOf(name: string, content: readonly XmlElement[], relatesTo?: string): Buffer {
    count += 1
    const sequence = element(WSD, 'AppSequence', '', [
      { name: 'InstanceId', namespace: '', value: String(instance) },
      { name: 'MessageNumber', namespace: '', value: String(count) },
    ])
    const header = element(SOAP_12, 'Header', [
      wsa('MessageID', `urn:uuid:${randomUUID()}`),
      ...(relatesTo === undefined ? [] : [wsa('RelatesTo', relatesTo)]),
      wsa('To', relatesTo === undefined ? EVERYBODY : ANONYMOUS),
      wsa('Action', `${WSD}/${name}`),
      sequence,
    ])
    const body = element(SOAP_12, 'Body', [wsd(name, content)])
    const text = writeXml(element(SOAP_12, 'Envelope', [header, body]), PREFIXES)
    return Buffer.from(XML_DECLARATION + text)
  }

  async function announce(message: Buffer): Promise<void> {
    for (let attempt = 0; attempt < REPEATS; attempt += 1) {
      if (attempt > 0) await clock.wait(REPEAT_PAUSE, over.signal)
      await member.send(message)
    }
  }

  function receive(bytes: Buffer, from: RemoteInfo): void {
    const question = questionIn(bytes, endpoint, scopes)
    if (!question || !question.matches || waiting >= WAITING_MAX || seen.has(question.id)) return
    seen.add(question.id)
    const [oldest] = seen.size > REMEMBERED ? seen : []
    if (oldest !== undefined) seen.delete(oldest)
    waiting += 1
    clock
      .wait(Math.random() * DELAY_MAX, over.signal)
      .then(
        () => member.send(answerTo(question), from),
        () => undefined,
      )
      .finally(() => (waiting -= 1))
  }

  const answerTo = ({ kind, id }: Question): Buffer =>
    kind === 'probe'
      ? messageOf('ProbeMatches', [wsd('ProbeMatch', description())], id)
      : messageOf('ResolveMatches', [wsd('ResolveMatch', description())], id)

  announce(messageOf('Hello', description())).catch((cause: unknown) => {
    if (!over.signal.aborted) log.error({ err: cause }, 'WS-Discovery announcement failed')
  })

  return {
    async close() {
      if (over.signal.aborted) return
      over.abort()
      const bye = messageOf('Bye', [reference()])
      for (let attempt = 0; attempt < REPEATS; attempt += 1) await member.send(bye)
      member.close()
    },
  }
}

const wsd = (name: string, content: string | readonly XmlElement[]): XmlElement =>
  element(WSD, name, content)
const wsa = (name: string, content: string | readonly XmlElement[]): XmlElement =>
  element(WSA, name, content)

/** The question in a datagram; undefined if it is none. Anybody may send anything. */
function questionIn(
  bytes: Buffer,
  endpoint: string,
  scopes: readonly string[],
): Question | undefined {
  if (bytes.length > MESSAGE_MAX) return undefined
  let envelope: XmlElement
  try {
    envelope = readXml(bytes)
  } catch {
    return undefined
  }
  const id = childOf(childOf(envelope, SOAP_12, 'Header'), WSA, 'MessageID')?.text.trim() ?? ''
  const body = childOf(envelope, SOAP_12, 'Body')
  const probe = childOf(body, WSD, 'Probe')
  if (id === '' || id.length > 256) return undefined
  if (probe) {
    return { kind: 'probe', id, matches: hasTypes(probe, bytes) && hasScopes(probe, scopes) }
  }
  const resolve = childOf(body, WSD, 'Resolve')
  const wanted = childOf(childOf(resolve, WSA, 'EndpointReference'), WSA, 'Address')?.text.trim()
  return resolve && { kind: 'resolve', id, matches: wanted === endpoint }
}

/**
 * Whether the device is everything that a probe asks for. The names have prefixes, which the tree
 * doesn't keep, so only those declared somewhere in the message for our namespaces count.
 */
function hasTypes(probe: XmlElement, bytes: Buffer): boolean {
  const wanted = childOf(probe, WSD, 'Types')?.text.trim() ?? ''
  if (wanted === '') return true
  const text = bytes.toString('utf8')
  return Array.from(new Set(wanted.split(/\s+/))).every((name) => {
    const [prefix = '', local] = name.includes(':') ? name.split(':') : ['', name]
    return TYPES.some(
      ([namespace, type]) =>
        type === local &&
        new RegExp(
          `xmlns${prefix === '' ? '' : `:${escaped(prefix)}`}\\s*=\\s*["']${escaped(namespace)}["']`,
        ).test(text),
    )
  })
}

const escaped = (text: string): string => text.replaceAll(/[^\w]/g, String.raw`\$&`)

/** Whether a probe's scopes are all ours, by the rule that it names (§5.1). */
function hasScopes(probe: XmlElement, scopes: readonly string[]): boolean {
  const wanted = childOf(probe, WSD, 'Scopes')
  const names = wanted?.text.trim() ?? ''
  if (!wanted || names === '') return true
  const matches = RULES.get(attributeOf(wanted, '', 'MatchBy')?.trim() ?? `${WSD}/rfc3986`)
  if (!matches) return false
  return names.split(/\s+/).every((scope) => scopes.some((own) => matches(own, scope)))
}

/** Whether one of our scopes is what was asked for, by each rule that the device knows. */
const RULES = new Map<string, (own: string, wanted: string) => boolean>([
  [`${WSD}/rfc3986`, isBelow],
  [`${WSD}/strcmp0`, (own, wanted) => own === wanted],
])

/** By whole segments of the path; scheme and host in any case. */
function isBelow(own: string, wanted: string): boolean {
  const [below, above] = [own, wanted].map((scope) =>
    scope.replace(/\/+$/, '').replace(/^[^:]*:\/\/[^/]*/, (start) => start.toLowerCase()),
  )
  return below === above || (below ?? '').startsWith(`${above}/`)
}
