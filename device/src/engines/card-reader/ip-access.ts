import { isDeepStrictEqual } from 'node:util'
import type { IPAccessConnection, ProbeResult } from '@lintel/contract/calls/card-reader'
import type {
  CardReaderConfiguration,
  IPAccessConfiguration,
  RequestAccessConfiguration,
} from '@lintel/contract/card-reader'
import { TOPICS } from '@lintel/contract/events'
import type { Plugged, World } from '@lintel/contract/wire'
import type { Clock } from '../../clock/clock.ts'
import type { EventBus } from '../../events/bus.ts'
import type { LogToBench } from '../../hardware/bench-log.ts'
import type { Log } from '../../log.ts'
import type { CertificateStore } from '../../state/certificate-store.ts'
import type { Parameters } from '../../state/parameters.ts'
import type { Engine } from '../engine.ts'
import { isPoint, readAccessPoints, requestAccess } from './ip-access-messages.ts'
import type { Credential, Decision } from './ip-access-messages.ts'
import { RemoteServerError, remoteServer, codeOf, inTime } from '../remote-server.ts'
import type { RemoteServer, ServerFailure } from '../remote-server.ts'
import { openAttempts, readerOf } from './presented.ts'
import type { Presented } from './presented.ts'
import { accessText, PROBE_STATUS_OF } from './ip-access-texts.ts'
import type { AccessState } from './ip-access-texts.ts'

/** What came of a card or a PIN; a failure says why the server decided nothing. */
type AccessResult = Decision | { granted: false; failure: ServerFailure | 'notSet' | 'busy' }

/**
 * The VAPIX reader: passes cards and PINs to a remote access server, a door controller, and follows
 * whether it is there. Source: public documentation of the intercom service, "IP Access
 * configuration".
 */
export interface IpAccess extends Engine {
  start(): void
  /** Without a network cable nothing is asked. */
  worldChanged(world: Pick<World, 'cable'>): void
  /**
   * Asks a server for its access points; stores nothing. Rejects with the signal's reason, or when
   * the engine closes.
   * @param config as it is to be stored, with the real password
   */
  probe(config: IPAccessConfiguration, signal: AbortSignal): Promise<ProbeResult>
  /**
   * The configuration with this access point chosen: of the server that was probed last, or of the
   * stored one if that has been changed since. Undefined if the server has no such access point.
   * @throws RemoteServerError, or the signal's reason
   */
  choose(id: string, signal: AbortSignal): Promise<IPAccessConfiguration | undefined>
  /**
   * The access points in use, and how each connection is, in the device's language. With an address
   * alone there is one entry without an id, which says that none is chosen.
   */
  connections(): IPAccessConnection[]
  /**
   * Passes on what somebody has presented. Never rejects; the result is also an event
   * (`TOPICS.access`), and in the bench's log.
   */
  request(credential: Credential): Promise<AccessResult>
  close(): void
}

type Settings = Pick<
  CardReaderConfiguration,
  'Protocol' | 'IPAccessConfiguration' | 'PinConfiguration'
>

interface IpAccessParts {
  /** The settings of the reader, with their secrets. */
  cardReader: { get(): Settings; subscribe(fn: () => void): () => void }
  reader: {
    /** Every card and PIN that the reader accepts. */
    subscribe(fn: (presented: Presented) => void): () => void
    /** Shows a decision to whoever stands there. */
    show(granted: boolean): void
  }
  certificates: Pick<CertificateStore, 'all' | 'subscribe'>
  parameters: Pick<Parameters, 'get'>
  clock: Pick<Clock, 'wait' | 'monotonic'>
  events: Pick<EventBus, 'changed' | 'publish'>
  plugged: Pick<Plugged, 'world'>
  logToBench: LogToBench
  log: Log
}

/** Milliseconds for a whole list of access points. Own design, as those below. */
export const LIST_MS = 30_000
/** Milliseconds between two looks at a server that answers. */
const LOOK_MS = 60_000
/** Until the first retry, doubled each time, and the longest. */
const RETRY_MS = 10_000
const RETRY_LONGEST = 300_000
/** Cards and PINs that can be under way at once. */
const UNDER_WAY_MAX = 4

export function openIpAccess(parts: IpAccessParts): IpAccess {
  const { cardReader, certificates, parameters, clock, events, logToBench, log } = parts
  const closing = new AbortController()
  let { cable } = parts.plugged.world
  let started = false
  let underWay = 0
  /** What the connection is like, of the access point that is followed. */
  let state: AccessState = 'checking'
  let following: { config: IPAccessConfiguration; server: RemoteServer } | undefined
  let watch = new AbortController()
  const attemptWith = openAttempts(clock, () => cardReader.get().PinConfiguration.pinTimeout)
  /** What was probed last, and what was found, until other settings are stored. */
  let probed:
    | { config: IPAccessConfiguration; points: readonly RequestAccessConfiguration[] }
    | undefined
  let seen = cardReader.get().IPAccessConfiguration

  const serverOf = (config: IPAccessConfiguration) =>
    remoteServer(
      {
        scheme: config.Scheme,
        address: config.Address,
        user: config.Username,
        password: config.Password,
        verifyCertificate: config.VerifyCertificate,
      },
      {
        clock,
        authorities: () =>
          certificates.all().flatMap(({ kind, cert }) => (kind === 'authority' ? [cert] : [])),
      },
    )
  const pointsOf = (config: IPAccessConfiguration, server: RemoteServer, signal: AbortSignal) =>
    inTime(clock, LIST_MS, signal, (within) => readAccessPoints(server, config.Address, within))
  const text = (of: AccessState) =>
    accessText(of, parameters.get('root.Properties.System.Language'))
  const untilClosed = (signal: AbortSignal) => AbortSignal.any([signal, closing.signal])
  const stored = () => cardReader.get().IPAccessConfiguration

  function become(next: AccessState): void {
    if (next === state) return
    state = next
    events.changed('intercom')
  }

  /** The settings in use; undefined while there is nothing to ask. */
  function wanted(): IPAccessConfiguration | undefined {
    const { Protocol, IPAccessConfiguration: config } = cardReader.get()
    const used = Protocol === 'IPAccess' && config.Address !== ''
    return used && config.RequestAccessConfiguration.length > 0 ? config : undefined
  }

  /** Follows another server, or none, if the settings or the cable have changed. */
  function follow(): void {
    const config = started && cable ? wanted() : undefined
    if (isDeepStrictEqual(config, following?.config)) return
    following = config && { config, server: serverOf(config) }
    state = 'checking'
    events.changed('intercom')
    lookNow()
  }

  /** Looks at the server that is followed now, and ends earlier looks. */
  function lookNow(): void {
    watch.abort()
    watch = new AbortController()
    if (!following) return
    const { signal } = watch
    lookAgain(following, signal).catch((cause: unknown) => {
      if (!signal.aborted) log.error({ err: cause }, 'Checks of the remote access server failed')
    })
  }

  /** Looks until the signal ends it, less and less often while the server isn't there. */
  async function lookAgain(
    { config, server }: NonNullable<typeof following>,
    signal: AbortSignal,
  ): Promise<never> {
    for (let retry = RETRY_MS; ;) {
      const found = await look(config, server, signal)
      become(found)
      // Wrong passwords, tried again and again, could lock the account on the server.
      const wait = found === 'connected' ? LOOK_MS : found === 'refusedUser' ? RETRY_LONGEST : retry
      retry = found === 'connected' ? RETRY_MS : Math.min(retry * 2, RETRY_LONGEST)
      await clock.wait(wait, signal)
    }
  }

  async function look(
    config: IPAccessConfiguration,
    server: RemoteServer,
    signal: AbortSignal,
  ): Promise<AccessState> {
    try {
      const points = await pointsOf(config, server, signal)
      const [chosen] = config.RequestAccessConfiguration
      if (points.length === 0) return 'noPoints'
      return chosen && points.some((one) => isPoint(chosen, one)) ? 'connected' : 'gone'
    } catch (cause) {
      return failureIn(cause, signal)
    }
  }

  /** Rethrows what is not the server's fault. */
  function failureIn(cause: unknown, signal: AbortSignal): ServerFailure {
    signal.throwIfAborted()
    if (!(cause instanceof RemoteServerError)) throw cause
    const { failure } = cause
    log.info({ failure, code: codeOf(cause.cause) }, 'Remote access server')
    return failure
  }

  const isFollowed = (server: RemoteServer) => following?.server === server

  async function ask(credential: Credential): Promise<AccessResult> {
    const [point] = following?.config.RequestAccessConfiguration ?? []
    if (!following || !point) return { granted: false, failure: cable ? 'notSet' : 'unreachable' }
    if (underWay >= UNDER_WAY_MAX) return { granted: false, failure: 'busy' }
    const { server } = following
    underWay += 1
    try {
      const decision = await requestAccess(server, point, credential, closing.signal)
      if (isFollowed(server)) become('connected')
      return decision
    } catch (cause) {
      if (closing.signal.aborted) return { granted: false, failure: 'unreachable' }
      const failure = failureIn(cause, closing.signal)
      // A controller refuses a door that it lacks in the same way as what is no controller.
      if (isFollowed(server) && failure === 'unreadable') lookNow()
      else if (isFollowed(server)) become(failure)
      return { granted: false, failure }
    } finally {
      underWay -= 1
    }
  }

  async function pass(presented: Presented): Promise<void> {
    // A door controller decides at its other readers itself.
    if (cardReader.get().Protocol !== 'IPAccess' || readerOf(presented) > 1) return
    const { credential, settle } = attemptWith(presented)
    const { granted } = await request(credential)
    settle(granted)
  }

  async function request(credential: Credential): Promise<AccessResult> {
    // The settings may change meanwhile.
    const name = stored().RequestAccessConfiguration[0]?.Name ?? ''
    const result = await ask(credential)
    if (closing.signal.aborted) return result
    const failure = 'failure' in result ? result.failure : undefined
    const reason = 'reason' in result ? result.reason : ''
    events.publish({
      topic: TOPICS.access,
      source: { Source: 'Internal' },
      data: {
        AccessGranted: String(result.granted),
        Reason: reason,
        AccessPoint: name,
        ...(failure && { Failure: failure }),
      },
    })
    if (cardReader.get().Protocol === 'IPAccess') parts.reader.show(result.granted)
    if (failure) logToBench('access.failed', { name, why: whyOf(failure) })
    else if (result.granted) logToBench('access.granted', { name })
    else logToBench('access.denied', { name, reason: reason || 'none' })
    return result
  }

  function settingsChanged(): void {
    const now = stored()
    // With a deleted server, its password is forgotten here, too.
    if (!isDeepStrictEqual(now, seen)) probed = undefined
    seen = now
    follow()
  }

  const unsubscribe = [
    cardReader.subscribe(settingsChanged),
    parts.reader.subscribe((presented) => {
      pass(presented).catch((cause: unknown) => {
        log.error({ err: cause }, 'The remote access server was not asked')
      })
    }),
    // A server that was not trusted may be now.
    certificates.subscribe(() => {
      following = undefined
      follow()
    }),
  ]

  return {
    start() {
      started = true
      follow()
    },
    worldChanged(world) {
      cable = world.cable
      follow()
    },
    stateRestored: settingsChanged,
    async probe(config, signal) {
      const [current] = stored().RequestAccessConfiguration
      const CurrentName = current?.Name
      const named = CurrentName === undefined || CurrentName === '' ? {} : { CurrentName }
      const before = stored()
      if (!cable) {
        return {
          Status: 'ConnectionError',
          StatusText: text('offline'),
          IPAccessOptions: [],
          ...named,
        }
      }
      try {
        const points = await pointsOf(config, serverOf(config), untilClosed(signal))
        if (isDeepStrictEqual(before, stored())) probed = { config, points }
        const [Status, found] =
          points.length === 0
            ? (['NoAccessPoints', 'noPoints'] as const)
            : (['OK', 'connected'] as const)
        const suggested = current && points.find((one) => isPoint(current, one))
        return {
          Status,
          StatusText: text(found),
          IPAccessOptions: points.map(({ Id, Name }) => ({
            Name,
            Id,
            IPProtocol: 'RequestAccess' as const,
          })),
          ...(suggested && { SuggestedId: suggested.Id }),
          ...named,
        }
      } catch (cause) {
        const failure = failureIn(cause, untilClosed(signal))
        const Status = PROBE_STATUS_OF[failure]
        return { Status, StatusText: text(failure), IPAccessOptions: [], ...named }
      }
    },
    async choose(id, signal) {
      const { config, points: found } = probed ?? { config: stored(), points: undefined }
      if (!found && !cable) throw new RemoteServerError('unreachable')
      const points = found ?? (await pointsOf(config, serverOf(config), untilClosed(signal)))
      const point = points.find(({ Id }) => Id === id)
      return (
        point && { ...config, IPProtocol: 'RequestAccess', RequestAccessConfiguration: [point] }
      )
    },
    connections() {
      const { Address, RequestAccessConfiguration: points } = stored()
      if (Address !== '' && points.length === 0) {
        return [{ Id: '', Name: '', StatusText: text('notChosen') }]
      }
      return points.map(({ Id, Name }, index) => ({
        Id,
        Name,
        StatusText: text(!wanted() || index > 0 ? 'unused' : cable ? state : 'offline'),
      }))
    },
    request,
    close() {
      for (const end of unsubscribe) end()
      closing.abort()
      watch.abort()
    },
  }
}

/** A failure as the bench's log names it. */
const whyOf = (failure: ServerFailure | 'notSet' | 'busy'): string =>
  failure === 'notSet' || failure === 'busy' ? failure : PROBE_STATUS_OF[failure]
