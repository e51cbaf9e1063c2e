/** The SIP user agent of the device: registrations and calls. */
import type {
  IncomingInviteRequest,
  IncomingRequestMessage,
  ResponseOptions,
} from 'sip.js/lib/core/index.js'
import type { Clock } from '../../clock/clock.ts'
import type { Log } from '../../log.ts'
import type { Engine } from '../engine.ts'
import type { Media, MediaStatistics, Microphone } from '../media/types.ts'
import { openAccounts } from './accounts.ts'
import { openAgent } from './agent.ts'
import type { AccountAgent } from './agent.ts'
import { mayCall } from './allow-list.ts'
import { openCallList } from './call-list.ts'
import { openCallerAuthentication } from './caller-authentication.ts'
import { openCallRecord } from './call-record.ts'
import type { CallRecord } from './call-record.ts'
import { openExchange } from './exchange.ts'
import type { Exchange } from './exchange.ts'
import { startIncomingCall } from './incoming-call.ts'
import { keyOf, openLadder } from './ladder.ts'
import { openListeners } from './listeners.ts'
import { openNobody } from './nobody.ts'
import { startOutgoingCall } from './outgoing-call.ts'
import { openPorts } from './ports.ts'
import type { Place } from './ports.ts'
import { termsOfRequest } from './session-timer.ts'
import { after } from './timer.ts'
import { nameOf } from './transport/flow.ts'
import type { Flow } from './transport/flow.ts'
import type { Names } from './transport/resolve.ts'
import type { TlsClient } from './transport/streams.ts'
import type {
  AccountStatus,
  CallStatus,
  LadderLine,
  ReceivedDigit,
  SipAccount,
  SipSettings,
} from './types.ts'
import { inUri } from './wire.ts'

export interface Sip extends Engine {
  /** Registers what is new or changed, and leaves what is gone. Applied after `start`. */
  configure(settings: SipSettings, accounts: readonly SipAccount[]): void
  /** Resolves when the configuration is applied; registrations may still be under way. */
  settled(): Promise<void>
  /** Of all accounts, in their order. */
  statuses(): AccountStatus[]
  onStatus(listener: () => void): () => void
  /**
   * Calls a URI, a host, or a user of the account's domain. Before the configuration is settled, the
   * call may end with the one that is left.
   * @param accountId undefined: the default account
   * @returns the id of the call, whose state tells what becomes of it
   * @throws CannotCall
   */
  call(to: string, accountId?: string): string
  /** Answers an incoming call that rings. Like the next ones, does nothing for other calls. */
  answer(callId: string): void
  /** Cancels, declines or hangs up. */
  terminate(callId: string): void
  /** Sends a key as the account is set to: in RTP, or by INFO. */
  press(callId: string, digit: string): void
  speak(callId: string, microphone: Microphone): void
  /** Calls that are under way, then those that ended last, newest first. */
  calls(): CallStatus[]
  /** Called with each change of a call. */
  onCall(listener: (status: CallStatus) => void): () => void
  onDigit(listener: (digit: ReceivedDigit) => void): () => void
  onStatistics(listener: (callId: string, statistics: MediaStatistics) => void): () => void
  /** The messages of a call, or the registrations of an account. */
  ladder(id: string): LadderLine[]
  start(): Promise<void>
  addressChanged(): void
  close(): Promise<void>
}

/** Why a call can't even be tried. */
export class CannotCall extends Error {
  readonly reason: 'disabled' | 'noAccount' | 'badAddress' | 'tooMany'

  constructor(reason: CannotCall['reason']) {
    super(`The call is not possible: ${reason}.`)
    this.reason = reason
  }
}

export interface SipParts {
  clock: Clock
  log: Log
  media: Media
  /** Where to listen: the device's IPv4 address, and its IPv6 ones. */
  places: () => readonly Place[]
  certificates: {
    /** Key and certificate in PEM; without an id, the device's own. */
    identity(id: string | undefined): { key: string; cert: string } | undefined
    /** Certificates of the authorities that the device trusts, in PEM. */
    authorities(): readonly string[]
    /** Called when any of them changes. */
    subscribe(listener: () => void): () => void
  }
}

/** Milliseconds that calls get to end when SIP is switched off. Own design. */
const HANG_UP_MS = 1000
/**
 * Milliseconds after which ports are tried again that could not be opened: those of an IPv6 address that
 * the host is still checking, or that another program has. Own design.
 */
const REOPEN_MS = 60_000

/** Opens the user agent; it does nothing before it is configured and started. */
export function openSip(parts: SipParts, { names }: { names?: Names } = {}): Sip {
  const { clock, log, media, places, certificates } = parts
  const ladder = openLadder()
  const callers = openCallerAuthentication(clock)
  const calls = openCallList((sipCallId) => ladder.forget(sipCallId))
  const onError = (cause: unknown) => log.error({ err: cause }, 'SIP: a listener failed')
  const onStatus = openListeners<[]>(onError)
  const onCall = openListeners<[CallStatus]>(onError)
  const onDigit = openListeners<[ReceivedDigit]>(onError)
  const onStatistics = openListeners<[string, MediaStatistics]>(onError)
  const ports = openPorts((text, flow) => exchange.receive(text, flow), log)
  const nobody = openNobody((text) => exchange.send(nobody.endpoint, text))

  let settings: SipSettings | undefined
  let accounts: readonly SipAccount[] = []
  let started = false
  /** What was applied last, and whether all ports could be opened. */
  let applied: { ports: string; refresh: string; certificates: string; whole: boolean } | undefined
  let stopRetrying: (() => void) | undefined
  let last: Promise<void> = Promise.resolve()

  function current(): SipSettings {
    if (!settings) throw new Error('SIP is not configured.')
    return settings
  }

  const agents = openAccounts(clock, (account) =>
    openAgent(account, {
      clock,
      log,
      media,
      ports,
      exchange: (): Exchange => exchange,
      settings: current,
      tls: tlsOf,
      onStatus: () => onStatus.tell(),
      refusalOf,
      onInvite,
    }),
  )

  const exchange = openExchange({
    clock,
    log,
    ladder,
    ports,
    settings: current,
    endpointFor: (request) => agents.agentFor(request)?.endpoint ?? nobody.endpoint,
    ...(names && { names }),
  })

  ports.onEnd((flow) => agents.connectionEnded(flow))

  const tlsOf = (account: SipAccount): Omit<TlsClient, 'owner'> => ({
    identity:
      account.certificateId === undefined
        ? undefined
        : (certificates.identity(account.certificateId) ?? 'missing'),
    authorities: certificates.authorities(),
    verify: account.verifyServer,
  })

  function openRecord(
    agent: AccountAgent,
    start: Pick<CallStatus, 'direction' | 'state' | 'localUri' | 'remoteUri'>,
  ): CallRecord {
    return openCallRecord(
      {
        clock,
        log,
        account: () => agent.account(),
        settings: current,
        listeners: {
          onCall(status) {
            if (status.state === 'terminated') calls.ended(status)
            onCall.tell(status)
          },
          onDigit: (digit) => onDigit.tell(digit),
          onStatistics: (callId, statistics) => onStatistics.tell(callId, statistics),
        },
      },
      start,
    )
  }

  /** The URI at which an account can be called. */
  function ownUri(agent: AccountAgent): string {
    const { id } = agent.account()
    return statuses().find(({ accountId }) => accountId === id)?.uri ?? ''
  }

  /** What a caller gets who is not a user with the right password; undefined if it is one. */
  function unproven(message: IncomingRequestMessage, flow: Flow): ResponseOptions | undefined {
    const { allowIncoming, allowedUsers = [] } = current()
    const users = allowIncoming ? allowedUsers.filter(({ password }) => password !== '') : []
    const result =
      users.length === 0
        ? ({ verdict: 'refused' } as const)
        : callers.check(message, users, flow.address)
    if (result.verdict === 'proven') return undefined
    if (result.verdict === 'asked') return { statusCode: 401, extraHeaders: result.fields }
    log.info({ peer: nameOf(flow) }, 'SIP call refused: the caller is not allowed')
    return { statusCode: 403 }
  }

  function refusalOf(message: IncomingRequestMessage, flow: Flow): ResponseOptions | undefined {
    const refusal = mayCall(message.from.uri.toString(), current())
      ? undefined
      : unproven(message, flow)
    if (refusal) return refusal
    if (calls.isFull()) return { statusCode: 486 }
    const { refused, fields } = termsOfRequest(message)
    // The caller tries again with a longer interval, and that is the call.
    return refused ? { statusCode: 422, extraHeaders: fields } : undefined
  }

  function onInvite(agent: AccountAgent, request: IncomingInviteRequest, flow: Flow): void {
    const { message } = request
    const record = openRecord(agent, {
      direction: 'incoming',
      state: 'idle',
      localUri: ownUri(agent),
      remoteUri: message.from.uri.toString(),
    })
    const timer = termsOfRequest(message)
    calls.add(startIncomingCall(record, agent, request, inUri(flow.address), timer))
    record.change({})
  }

  function statuses(): AccountStatus[] {
    if (!settings) return []
    const { port, tlsPort } = settings
    const address = inUri(places()[0]?.address ?? '')
    return agents.statuses(
      settings,
      ({ sips, transport }) =>
        `${sips ? 'sips' : 'sip'}:${address}:${transport === 'tls' ? tlsPort : port}`,
      (account) => account.transport !== 'tls' || tlsOf(account).identity !== 'missing',
    )
  }

  /** TLS connections to us get the certificate of the first account that has one, or the device's. */
  function serverIdentity() {
    const own = accounts.flatMap(({ enabled, transport, certificateId }) =>
      enabled && transport === 'tls' && certificateId !== undefined
        ? (certificates.identity(certificateId) ?? [])
        : [],
    )
    return own[0] ?? certificates.identity(undefined)
  }

  async function hangUpAll(): Promise<void> {
    const live = calls.live()
    if (live.length === 0) return
    const ended = new Promise<void>((resolve) => {
      const stop = onCall.add(() => {
        if (calls.live().length > 0) return
        stop()
        resolve()
      })
    })
    for (const call of live) call.terminate()
    if (calls.live().length === 0) return
    await Promise.race([ended, clock.wait(HANG_UP_MS)])
    for (const { record } of calls.live()) record.end(undefined, '')
  }

  async function apply(): Promise<void> {
    if (!started || !settings) return
    const { enabled, port, tlsPort, registrationInterval, rewriteContact, rewriteVia } = settings
    const where = enabled ? places() : []
    const key = JSON.stringify([where, port, tlsPort])
    const refresh = JSON.stringify([registrationInterval, rewriteContact, rewriteVia])
    const used = JSON.stringify(
      accounts.filter(({ transport }) => transport === 'tls').map((account) => tlsOf(account)),
    )
    const moved = applied !== undefined && applied.ports !== key
    if (moved || !enabled) {
      await hangUpAll()
      await agents.leaveAll()
    }
    stopRetrying?.()
    const tls = enabled ? serverIdentity() : undefined
    const whole = await ports.listen(where, { port, tlsPort }, tls)
    stopRetrying = whole ? undefined : after(clock, REOPEN_MS, follow)
    await agents.configure(
      enabled ? accounts : accounts.map((account) => ({ ...account, enabled: false })),
      {
        anew: ({ transport }) => transport === 'tls' && applied?.certificates !== used,
        refresh:
          applied !== undefined && (applied.refresh !== refresh || (whole && !applied.whole)),
      },
    )
    applied = { ports: key, refresh, certificates: used, whole }
    onStatus.tell()
  }

  function follow(): void {
    last = last.then(apply).catch((cause: unknown) => {
      log.error({ err: cause }, 'SIP could not be configured')
    })
  }

  const unsubscribe = certificates.subscribe(follow)

  return {
    configure(next, all) {
      settings = next
      accounts = all
      follow()
    },
    settled: () => last,
    statuses,
    onStatus: (listener) => onStatus.add(listener),
    call(to, accountId) {
      if (!started || !settings?.enabled) throw new CannotCall('disabled')
      const agent = agents.find(accountId)
      if (!agent) throw new CannotCall('noAccount')
      const uri = agent.targetOf(to)
      if (uri === undefined) throw new CannotCall('badAddress')
      if (calls.isFull()) throw new CannotCall('tooMany')
      const localUri = ownUri(agent)
      const record = openRecord(agent, {
        direction: 'outgoing',
        state: 'calling',
        localUri,
        remoteUri: uri,
      })
      calls.add(startOutgoingCall(record, agent, uri))
      record.change({})
      return record.callId
    },
    answer: (callId) => calls.find(callId)?.answer(),
    terminate: (callId) => calls.find(callId)?.terminate(),
    press: (callId, digit) => calls.find(callId)?.press(digit),
    speak: (callId, microphone) => calls.find(callId)?.record.speak(microphone),
    calls: () => calls.statuses(),
    onCall: (listener) => onCall.add(listener),
    onDigit: (listener) => onDigit.add(listener),
    onStatistics: (listener) => onStatistics.add(listener),
    ladder(id) {
      const sipCallId = calls.sipCallId(id)
      if (sipCallId === undefined) return [...ladder.of(keyOf(id))]
      return ladder.of(sipCallId).map((line) => ({ ...line, callId: id }))
    },
    async start() {
      started = true
      follow()
      await last
    },
    addressChanged: follow,
    async close() {
      started = false
      unsubscribe()
      await last
      stopRetrying?.()
      await hangUpAll()
      await agents.leaveAll()
      agents.dispose()
      nobody.dispose()
      exchange.close()
      await ports.close()
    },
  }
}
