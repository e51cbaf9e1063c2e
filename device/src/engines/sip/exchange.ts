/** Sends and receives the messages of all accounts over the ports that they share. */
import type { Clock } from '../../clock/clock.ts'
import type { Log } from '../../log.ts'
import { setSupported } from './abilities.ts'
import { BoundedMap } from './bounded-map.ts'
import { callIdOf, keyOf } from './ladder.ts'
import type { Ladder } from './ladder.ts'
import type { Ports } from './ports.ts'
import { openRetransmission } from './retransmission.ts'
import { DNS, resolve } from './transport/resolve.ts'
import type { Hop, Names } from './transport/resolve.ts'
import { openTcpSwitch } from './transport/tcp-switch.ts'
import { nameOf } from './transport/flow.ts'
import type { Flow, Peer } from './transport/flow.ts'
import type { TlsClient } from './transport/streams.ts'
import type { SipSettings } from './types.ts'
import {
  branchOf,
  methodOf,
  readMessage,
  requestUriOf,
  sentByOf,
  setBranch,
  setReceived,
  setSentBy,
  statusOf,
  uriIn,
  valueOf,
  valuesOf,
  viaParameter,
  writeMessage,
} from './wire.ts'
import type { WireMessage } from './wire.ts'

/** What the exchange knows of an account. */
export interface Endpoint {
  accountId: string | undefined
  /**
   * Ends the branches of its requests: sip.js draws only 10 million different ones, which others
   * could guess, and which two accounts could have in common.
   */
  salt: string
  preferIPv6: boolean
  tls: TlsClient
  /** Where a request to this URI goes next. */
  nextHop(uri: string, inDialog: boolean): Hop | undefined
  /** Our address as a server saw it, if it is to be used in Via or Contact. */
  publicAddress(place: 'via' | 'contact', flow: Flow): string | undefined
  /** Takes a message; must not throw. */
  receive(message: WireMessage, flow: Flow): void
  /** A request could not be sent, or its connection has ended; returns the reason for people. */
  onFailure(cause: Error): string
}

export interface Exchange {
  /** Sends what sip.js has written. Rejects if nobody can be reached. */
  send(endpoint: Endpoint, text: string): Promise<void>
  /** Where a call to this URI would go. */
  peersOf(endpoint: Endpoint, uri: string): Promise<Peer[]>
  /** Passes on what arrived. */
  receive(text: string, flow: Flow): void
  close(): void
}

/** In URIs that sip.js writes, our own address and port, which depend on the transport taken. */
export const OWN_HOST = 'own.invalid'
/** Longest request over UDP in bytes (RFC 3261 §18.1.1). */
const LONGEST_OVER_UDP = 1300
/** Transactions of the last half minute: 10 calls a second have 960. Own design. */
export const TRANSACTIONS = 2000

/** A request that we received. */
interface Served {
  endpoint: Endpoint
  flow: Flow
  /** Whether it has had a provisional response, after which its sender no longer repeats it. */
  provisional: boolean
}

interface Unanswered {
  endpoint: Endpoint
  message: WireMessage
  flow: Flow
  /** Whether it may be sent once more. */
  retry: boolean
}

export function openExchange(parts: {
  clock: Pick<Clock, 'monotonic' | 'now' | 'wait'>
  log: Log
  ladder: Ladder
  ports: Ports
  settings: () => Pick<SipSettings, 'switchToTcp'>
  /** Whose a request from outside is. */
  endpointFor: (request: WireMessage) => Endpoint
  names?: Names
}): Exchange {
  const { clock, log, ladder, ports, settings, endpointFor, names = DNS } = parts
  const retransmission = openRetransmission(clock)
  const tcpSwitch = openTcpSwitch(clock)
  /** Requests that we sent, by branch. */
  const clients = new BoundedMap<string, { endpoint: Endpoint; flow: Flow }>(TRANSACTIONS)
  /** By branch. */
  const servers = new BoundedMap<string, Served>(TRANSACTIONS)
  /** Invitations without any answer: sip.js acknowledges the failure, but nobody expects that. */
  const expired = new BoundedMap<string, true>(TRANSACTIONS)

  /** Requests over streams that have had no response, by branch and method. */
  const unanswered = new Map<string, Unanswered>()

  ports.onEnd(sendAgain)

  function note(message: WireMessage, endpoint: Endpoint, flow: Peer, sent: boolean): void {
    const { accountId } = endpoint
    const register = methodOf(message) === 'REGISTER'
    ladder.add(message, {
      key: register ? keyOf(accountId) : callIdOf(message),
      callId: undefined,
      accountId,
      time: clock.now(),
      sent,
      peer: nameOf(flow),
    })
  }

  /** Writes our own address into Via and Contact, as it is on this flow. */
  function addressed(message: WireMessage, endpoint: Endpoint, flow: Flow): string {
    const own = ports.sentBy(flow)
    if (statusOf(message) === undefined) {
      setSentBy(message, flow.protocol, endpoint.publicAddress('via', flow) ?? own)
    }
    const contact = endpoint.publicAddress('contact', flow) ?? own
    for (const field of message.fields) {
      const plain = flow.protocol === 'udp' || field.value.includes('sips:')
      // The parameter has no place in From and To (RFC 3261 §19.1.1).
      const named = !plain && field.name.toLowerCase() === 'contact'
      const transport = named ? `;transport=${flow.protocol}` : ''
      field.value = field.value.replaceAll(`@${OWN_HOST}`, `@${contact}${transport}`)
    }
    return writeMessage(message)
  }

  /**
   * Where a response goes by itself (RFC 3261 §18.2.2, RFC 3581 §4), if newer requests have displaced
   * the one that it answers. Over streams, that one's connection is unknown.
   */
  async function wayBack(endpoint: Endpoint, message: WireMessage): Promise<Flow | undefined> {
    const address = viaParameter(message, 'received')
    const { protocol, port } = sentByOf(message)
    if (address === undefined || protocol !== 'udp') return undefined
    const at = Number(viaParameter(message, 'rport')) || (port ?? 5060)
    return ports.flowTo({ protocol, address, port: at }, { name: address, tls: endpoint.tls })
  }

  async function sendResponse(endpoint: Endpoint, message: WireMessage): Promise<void> {
    const branch = branchOf(message) ?? ''
    const served = servers.get(branch)
    const flow = served?.flow ?? (await wayBack(endpoint, message))
    if (!flow) return
    const status = statusOf(message) ?? 0
    if (served && status < 200) served.provisional = true
    const text = addressed(message, endpoint, flow)
    note(message, endpoint, flow, true)
    // Who has heard nothing yet repeats the INVITE, if it was sent from there at all: repeating the
    // refusal of a forged one would only multiply it (RFC 3261 §26.3.2.4).
    const refuses = status >= 300 && methodOf(message) === 'INVITE' && served?.provisional
    if (refuses && flow.protocol === 'udp') {
      retransmission.refusal(branch, () => void flow.send(text).catch(() => {}))
    }
    try {
      await flow.send(text)
    } catch (cause) {
      if (flow.protocol === 'udp') throw cause
      // The connection has ended: RFC 3261 §18.2.2 wants a new one to the port in Via.
      const { port } = sentByOf(message)
      const back: Peer = { ...flow, port: port ?? (flow.protocol === 'tls' ? 5061 : 5060) }
      const again = await ports.flowTo(back, { name: flow.address, tls: endpoint.tls })
      await again.send(text)
    }
  }

  /** Ends a transaction of sip.js by the device's clock, as if an answer had come. */
  function giveUp(
    endpoint: Endpoint,
    request: WireMessage,
    flow: Flow,
    line = 'SIP/2.0 408 Request Timeout',
  ): void {
    const copied = new Set(['via', 'v', 'from', 'f', 'to', 't', 'call-id', 'i', 'cseq'])
    const fields = request.fields.filter(({ name }) => copied.has(name.toLowerCase()))
    const branch = branchOf(request) ?? ''
    if (methodOf(request) === 'INVITE') expired.set(branch, true)
    unanswered.delete(`${branch} ${methodOf(request)}`)
    const answer = { line, fields, body: '' }
    setBranch(answer, branch.slice(0, -endpoint.salt.length))
    endpoint.receive(answer, flow)
  }

  /** @param message with our branch */
  async function sendRequest(
    endpoint: Endpoint,
    message: WireMessage,
    retry = true,
  ): Promise<void> {
    const branch = branchOf(message) ?? ''
    const method = methodOf(message)
    const key = `${branch} ${method}`
    const acknowledges = method === 'ACK'
    if (acknowledges && expired.has(branch)) return
    // They go where their INVITE went, while that connection lasts.
    const follows = retry && (acknowledges || method === 'CANCEL')
    const known = follows ? clients.get(branch) : undefined
    const flow = known?.flow ?? (await flowFor(endpoint, message))
    const text = addressed(message, endpoint, flow)
    clients.set(branch, { endpoint, flow })
    note(message, endpoint, flow, true)
    if (!acknowledges) {
      retransmission.request({
        key,
        invite: method === 'INVITE',
        repeats: flow.protocol === 'udp',
        again: () => void flow.send(text).catch(() => {}),
        onTimeout: () => giveUp(endpoint, message, flow),
      })
      if (flow.protocol !== 'udp') unanswered.set(key, { endpoint, message, flow, retry })
    }
    try {
      await flow.send(text)
    } catch (cause) {
      if (unanswered.has(key)) {
        sendAgain(flow, asError(cause))
        return
      }
      retransmission.answered(key, 503)
      throw cause
    }
  }

  /** The server may have dropped the connection before it read the last requests. */
  function sendAgain(ended: Flow, cause: Error): void {
    for (const [key, request] of unanswered) {
      const { endpoint, message, flow, retry } = request
      if (flow !== ended) continue
      unanswered.delete(key)
      if (retry) {
        sendRequest(endpoint, message, false).catch((failure: unknown) =>
          fail(key, request, asError(failure)),
        )
      } else {
        fail(key, request, cause)
      }
    }
  }

  function fail(key: string, { endpoint, message, flow }: Unanswered, cause: Error): void {
    const reason = endpoint.onFailure(cause)
    retransmission.answered(key, 503)
    giveUp(endpoint, message, flow, `SIP/2.0 503 ${reason.replaceAll(/\p{Cc}+/gu, ' ')}`)
  }

  async function flowFor(endpoint: Endpoint, message: WireMessage): Promise<Flow> {
    const route = valueOf(message, 'route')
    const uri = route === undefined ? requestUriOf(message) : uriIn(route)
    const inDialog = /;\s*tag=/i.test(valueOf(message, 'to') ?? '')
    const hop = endpoint.nextHop(uri, inDialog)
    if (!hop) throw new Error(`There is no way to ${uri}.`)
    const { preferIPv6, tls } = endpoint
    const peers = await resolve(hop, { preferIPv6, families: ports.families(), names })
    const long = Buffer.byteLength(writeMessage(message)) > LONGEST_OVER_UDP
    const viaTcp = hop.protocol === 'udp' && long && settings().switchToTcp
    let failure: unknown
    const connect = (peer: Peer) => ports.flowTo(peer, { name: hop.host, tls })
    for (const peer of viaTcp ? peers : []) {
      const flow = await tcpSwitch.flowTo(peer, connect)
      if (flow) return flow
    }
    for (const peer of peers) {
      try {
        return await connect(peer)
      } catch (cause) {
        log.debug({ err: cause, peer: nameOf(peer) }, 'SIP server out of reach')
        failure = cause
      }
    }
    throw failure
  }

  function receiveRequest(message: WireMessage, flow: Flow): void {
    const branch = branchOf(message)
    if (branch === undefined) return
    setReceived(message, flow)
    const method = methodOf(message)
    if (method === 'ACK') retransmission.acknowledged(branch)
    const known = servers.get(branch)
    const endpoint = known?.endpoint ?? endpointFor(message)
    servers.set(branch, { endpoint, flow, provisional: known?.provisional ?? false })
    note(message, endpoint, flow, false)
    endpoint.receive(message, flow)
  }

  function receiveResponse(message: WireMessage, flow: Flow): void {
    const branch = branchOf(message) ?? ''
    const client = clients.get(branch)
    if (!client || client.flow.protocol !== flow.protocol) return
    // Over UDP, servers may answer from another of their addresses.
    if (flow.protocol !== 'udp' && client.flow.address !== flow.address) return
    const { endpoint } = client
    unanswered.delete(`${branch} ${methodOf(message)}`)
    retransmission.answered(`${branch} ${methodOf(message)}`, statusOf(message) ?? 0)
    note(message, endpoint, flow, false)
    setBranch(message, branch.slice(0, -endpoint.salt.length))
    endpoint.receive(message, flow)
  }

  return {
    async send(endpoint, text) {
      const message = readMessage(text)
      if (!message) throw new Error('This is not a SIP message.')
      setSupported(message)
      if (statusOf(message) !== undefined) {
        await sendResponse(endpoint, message)
        return
      }
      try {
        setBranch(message, `${branchOf(message) ?? ''}${endpoint.salt}`)
        await sendRequest(endpoint, message)
      } catch (cause) {
        const failure = asError(cause)
        endpoint.onFailure(failure)
        throw failure
      }
    },
    async peersOf(endpoint, uri) {
      const hop = endpoint.nextHop(uri, false)
      if (!hop) throw new Error(`There is no way to ${uri}.`)
      return resolve(hop, {
        preferIPv6: endpoint.preferIPv6,
        families: ports.families(),
        names,
      })
    },
    receive(text, flow) {
      try {
        const message = readMessage(text)
        if (!message || valuesOf(message, 'via').length === 0) return
        if (statusOf(message) === undefined) receiveRequest(message, flow)
        else receiveResponse(message, flow)
      } catch (cause) {
        log.debug({ err: cause, peer: nameOf(flow) }, 'unreadable SIP message')
      }
    },
    close: () => retransmission.close(),
  }
}

const asError = (cause: unknown): Error =>
  cause instanceof Error ? cause : new Error(String(cause))
