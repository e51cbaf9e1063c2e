/** One account: its sip.js core, its registration and its calls. */
import { createHash, randomBytes } from 'node:crypto'
import { LoggerFactory, Parser, Timers, URI, UserAgentCore } from 'sip.js/lib/core/index.js'
import type {
  IncomingInviteRequest,
  IncomingRequestMessage,
  IncomingResponseMessage,
  ResponseOptions,
  Session,
} from 'sip.js/lib/core/index.js'
import type { Clock } from '../../clock/clock.ts'
import type { Log } from '../../log.ts'
import type { Media } from '../media/types.ts'
import { demandedInVain } from './abilities.ts'
import type { CallRecord } from './call-record.ts'
import { openAuthorization } from './digest.ts'
import type { Authorization } from './digest.ts'
import { CORE_SETTINGS } from './core-settings.ts'
import { OWN_HOST } from './exchange.ts'
import type { Endpoint, Exchange } from './exchange.ts'
import { failureText } from './failure.ts'
import { openNegotiation } from './offer-answer.ts'
import type { Negotiation } from './offer-answer.ts'
import type { Ports } from './ports.ts'
import { dropOtherContacts } from './redirection.ts'
import { newCredentials } from './sdp-ice.ts'
import { openRegistrar } from './registrar.ts'
import type { RegistrarClient } from './registrar.ts'
import { openRegistration } from './registration.ts'
import type { Registration, RegistrationStatus } from './registration.ts'
import { MEMORY } from './retransmission.ts'
import { routeTo, serversOf, targetOf } from './servers.ts'
import type { Server } from './servers.ts'
import type { Flow } from './transport/flow.ts'
import { nameOf } from './transport/flow.ts'
import { openKeepAlive } from './transport/keep-alive.ts'
import { hopOf } from './transport/resolve.ts'
import type { TlsClient } from './transport/streams.ts'
import type { SipAccount, SipSettings } from './types.ts'
import { receiveUpdate } from './updates.ts'
import type { UpdateHandler } from './updates.ts'
import {
  inUri,
  methodOf,
  readHostPort,
  readUri,
  requestUriOf,
  setRequestUri,
  statusOf,
  viaParameter,
  writeMessage,
} from './wire.ts'
import type { WireMessage } from './wire.ts'

/** What a call needs of its account. */
export interface Agent {
  readonly core: UserAgentCore
  readonly log: Log
  account(): SipAccount
  /** The account's own URI, where it is registered now. */
  aor(): URI
  /** `<sip:…>`, where the account is reached. */
  contact(): string
  /** Answers the challenges of one request. */
  authorization(): Authorization
  /** Opens the audio of a call with whoever is at this URI. Rejects without network or ports. */
  openAudio(record: CallRecord, uri: string): Promise<{ negotiation: Negotiation }>
  /** Lets an established call answer the UPDATE requests that it gets. */
  onUpdate(session: Session, handler: UpdateHandler): void
  /** Why a request could last not be sent. */
  lastFailure(): string | undefined
  /** UTC milliseconds. */
  now(): number
}

export interface AccountAgent extends Agent {
  readonly endpoint: Endpoint
  /** In our Contact, so that a registrar's request names the account. */
  readonly line: string
  /** Changes what needs no new registration. */
  adapt(account: SipAccount): void
  /** The URI to call for what a person has entered. */
  targetOf(to: string): string | undefined
  registration(): RegistrationStatus | undefined
  refresh(): void
  /** Whether a request within a dialog is ours. */
  holds(dialog: DialogId): boolean
  /** Whether the registrar was reached over this connection, and reaches us over it. */
  registeredOver(flow: Flow): boolean
  /** Ends the registration where possible. */
  leave(): Promise<void>
  dispose(): void
}

export interface DialogId {
  callId: string
  toTag: string
  fromTag: string
}

export interface AgentParts {
  clock: Clock
  log: Log
  media: Media
  exchange: () => Exchange
  ports: Ports
  settings: () => SipSettings
  tls: (account: SipAccount) => Omit<TlsClient, 'owner'>
  onStatus: () => void
  /** Whether a call is refused at once; undefined if it is taken. */
  refusalOf: (message: IncomingRequestMessage, flow: Flow) => ResponseOptions | undefined
  onInvite: (agent: AccountAgent, request: IncomingInviteRequest, flow: Flow) => void
}

// sip.js was made for WebSockets, which lose nothing; see there.
Object.assign(Timers, MEMORY)

/** sip.js logs with the messages' contents; what matters is logged here. */
function quietLogger(): LoggerFactory {
  const factory = new LoggerFactory()
  factory.builtinEnabled = false
  return factory
}

export function openAgent(first: SipAccount, parts: AgentParts): AccountAgent {
  const { clock, media, exchange, ports, settings } = parts
  let account = first
  const log = parts.log
  const line = createHash('sha256').update(`line ${account.id}`).digest('hex').slice(0, 12)
  const servers = serversOf(account)
  const loggerFactory = quietLogger()
  const scheme = account.sips ? 'sips' : 'sip'
  /** `host:port` at which the registrar last saw us, if that is not our own. */
  let seen: string | undefined
  let failure: string | undefined
  let status: RegistrationStatus | undefined
  let arriving: Flow | undefined
  let registeredOver: Flow | undefined
  /** Seconds after which the registrar gives up a way on which nothing comes; 0 if it says nothing. */
  let flowTimer = 0
  let left = false
  const keepAlive = openKeepAlive(clock)
  const updateHandlers = new WeakMap<object, UpdateHandler>()

  const server = (): Server | undefined => status?.server ?? servers[0]
  const contactUri = (host = OWN_HOST) =>
    `${scheme}:${new URI(scheme, account.user, OWN_HOST).toString().replace(/^sips?:/, '')};line=${line}`.replace(
      `@${OWN_HOST}`,
      `@${host}`,
    )
  const contact = () => `<${contactUri()}>`

  function aor(): URI {
    const domain = server()?.domain ?? OWN_HOST
    return new URI(scheme, account.user, domain)
  }

  const endpoint: Endpoint = {
    accountId: account.id,
    salt: randomBytes(6).toString('hex'),
    get preferIPv6() {
      return account.preferIPv6
    },
    get tls() {
      return { ...parts.tls(account), owner: endpoint.salt }
    },
    nextHop(uri, inDialog) {
      const target = readUri(uri)
      const own = server()
      if (inDialog || !target || !own) return hopOf(uri, account.transport)
      const isOwn = target.host === readHostPort(own.domain).host && target.port === undefined
      const registers = servers.find((one) => one.uri === uri)
      return registers?.hop ?? (isOwn ? own.hop : hopOf(uri, account.transport))
    },
    publicAddress(place) {
      const { rewriteVia, rewriteContact } = settings()
      return (place === 'via' ? rewriteVia : rewriteContact) ? seen : undefined
    },
    receive,
    onFailure(cause) {
      const { identity } = parts.tls(account)
      const own = typeof identity === 'object' ? identity.cert : undefined
      failure = failureText(cause, own, clock.now())
      return failure
    },
  }

  function receive(message: WireMessage, flow: Flow): void {
    if (statusOf(message) === undefined && requestUriOf(message) !== '') {
      // sip.js takes only requests to the one user it knows, and none to `sips:`.
      setRequestUri(message, `sip:${new URI('sip', account.user, OWN_HOST).toString().slice(4)}`)
    }
    if (statusOf(message) !== undefined) {
      dropOtherContacts(message)
      if (methodOf(message) === 'REGISTER') registeredOver = flow
    }
    arriving = flow
    try {
      const parsed = Parser.parseMessage(writeMessage(message), loggerFactory.getLogger('parser'))
      if (!parsed) return
      if (isResponse(parsed)) core.receiveIncomingResponseFromTransport(parsed)
      else receiveRequest(parsed, flow)
    } catch (cause) {
      log.debug({ err: cause, peer: nameOf(flow) }, 'SIP message not understood')
    } finally {
      arriving = undefined
    }
  }

  function receiveRequest(message: IncomingRequestMessage, flow: Flow): void {
    const refusal = refusalOf(message, flow)
    if (refusal) core.replyStateless(message, refusal)
    else if (message.method === 'UPDATE') {
      receiveUpdate(core, message, (dialog) => updateHandlers.get(dialog))
    } else core.receiveIncomingRequestFromTransport(message)
  }

  /** What is refused at once leaves no transaction behind: strangers could send any number. */
  function refusalOf(message: IncomingRequestMessage, flow: Flow): ResponseOptions | undefined {
    const missing = demandedInVain(message)
    if (missing.length > 0) {
      return { statusCode: 420, extraHeaders: [`Unsupported: ${missing.join(', ')}`] }
    }
    const begins = message.method === 'INVITE' && !message.toTag
    if (!begins || core.userAgentServers.has(message.viaBranch)) return undefined
    return parts.refusalOf(message, flow)
  }

  const core = new UserAgentCore(
    {
      get aor() {
        return aor()
      },
      contact: {
        pubGruu: undefined,
        tempGruu: undefined,
        uri: new URI('sip', account.user, OWN_HOST),
        toString: contact,
      },
      get displayName() {
        // sip.js puts it between quotes as it is.
        return (account.callerId ?? '').replace(/["\\\p{Cc}]/gu, '')
      },
      loggerFactory,
      ...CORE_SETTINGS,
      routeSet: account.proxies.map(({ address }) => routeTo(address, account)),
      transportAccessor: () => ({
        protocol: account.transport.toUpperCase(),
        send: (text) => exchange().send(endpoint, text),
      }),
    },
    {
      onInvite(request) {
        if (arriving) parts.onInvite(agent, request, arriving)
        else request.reject({ statusCode: 500 })
      },
    },
  )

  const registrar: RegistrarClient = openRegistrar({
    core,
    account: () => account,
    contact,
    line,
    authorization,
    interval: () => settings().registrationInterval,
    lastFailure: () => failure,
    learn,
    contactAddress,
    contactAt: (address) => `<${contactUri(address)}>`,
  })

  /** Notes the address from which the registrar saw us (RFC 3581). */
  function learn(response: IncomingResponseMessage): void {
    const fields = [{ name: 'Via', value: response.getHeader('via') ?? '' }]
    const via: WireMessage = { line: '', fields, body: '' }
    const received = viaParameter(via, 'received') ?? ''
    const rport = Number(viaParameter(via, 'rport'))
    const own = ports.placeFor(received)?.address === received
    // Over streams the port is that of the connection, where nobody else can reach us.
    const same = own && (account.transport !== 'udp' || rport === settings().port)
    flowTimer = Number.parseInt(response.getHeader('flow-timer') ?? '', 10) || 0
    seen = received === '' || !rport || same ? undefined : `${inUri(received)}:${rport}`
  }

  /** Keeps the way open on which the registrar answered. */
  function keepOpen(isRegistered: boolean): void {
    if (isRegistered && registeredOver && !left) keepAlive.follow(registeredOver, flowTimer)
    else keepAlive.stop()
  }

  /** `host:port` in our Contact at the registrar; undefined before it was ever reached. */
  function contactAddress(): string | undefined {
    if (!registeredOver) return undefined
    return endpoint.publicAddress('contact', registeredOver) ?? ports.sentBy(registeredOver)
  }

  function authorization(): Authorization {
    const { user, password, authenticationId, proxies } = account
    const own = { user: authenticationId ?? user, password }
    return openAuthorization((proxy, realm) => {
      if (!proxy) return own
      const named = proxies.filter((each) => each.user !== '')
      return named.find(({ address }) => readHostPort(address).host === realm) ?? named[0] ?? own
    })
  }

  const registration: Registration | undefined =
    servers.length === 0
      ? undefined
      : openRegistration({
          servers,
          clock,
          log,
          async register(at, remove) {
            const outcome = await registrar.register(at, remove)
            if (!remove) keepOpen(outcome.status < 300)
            return outcome
          },
          onStatus(next) {
            status = next
            parts.onStatus()
          },
        })

  const agent: AccountAgent = {
    core,
    log,
    endpoint,
    line,
    account: () => account,
    adapt(next) {
      account = next
    },
    aor,
    contact,
    authorization,
    async openAudio(record, uri) {
      const [peer] = await exchange().peersOf(endpoint, uri)
      const place = ports.placeFor(peer?.address ?? '')
      if (!place) throw new Error('The device has no address to call from.')
      const { rtpStartPort, stunServer, turn, codecs, audioDirection, dtmfPayloadType } = settings()
      const session = await media.open(rtpStartPort, place.listen)
      record.adopt(session)
      if (record.ended()) throw new Error('The call has ended.')
      const ice = settings().ice ? newCredentials() : undefined
      // Behind a router, audio comes from where signalling does, whatever SDP says.
      const permitted = peer ? [peer.address] : []
      const found = await session.gather({ stunServer, turn, ice, permitted })
      for (const problem of found.problems) {
        log.warn({ callId: record.callId, ...problem }, 'SIP call without the help of a server')
      }
      const { encryption, dtmf } = account
      const terms = {
        codecs,
        direction: audioDirection,
        encryption,
        dtmfPayloadType: dtmf.rfc2833 ? dtmfPayloadType : undefined,
      }
      const own = { ...found, address: place.address, port: session.port, ice }
      return { negotiation: openNegotiation(terms, own) }
    },
    onUpdate: (session, handler) => void updateHandlers.set(session, handler),
    lastFailure: () => failure,
    now: () => clock.now(),
    targetOf: (to) => targetOf(to, account, server()),
    registration: () => status,
    refresh: () => registration?.refresh(),
    registeredOver: (flow) => flow === registeredOver,
    holds: ({ callId, toTag, fromTag }) => core.dialogs.has(callId + toTag + fromTag),
    async leave() {
      left = true
      keepAlive.stop()
      await registration?.stop()
    },
    dispose() {
      core.dispose()
      ports.drop(endpoint.salt)
    },
  }
  return agent
}

const isResponse = (
  message: IncomingRequestMessage | IncomingResponseMessage,
): message is IncomingResponseMessage => 'statusCode' in message
