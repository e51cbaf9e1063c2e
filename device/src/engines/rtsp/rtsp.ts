import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { OWN_STREAM_PATH, STREAM_PATH } from '@lintel/contract/onvif/addresses'
import type { Plugged, World } from '@lintel/contract/wire'
import type { Clock } from '../../clock/clock.ts'
import { hostEvery } from '../../clock/host-every.ts'
import type { Every } from '../../clock/host-every.ts'
import type { EventBus } from '../../events/bus.ts'
import type { LogToBench } from '../../hardware/bench-log.ts'
import type { Log } from '../../log.ts'
import { pictureRequestOf } from '../../services/video/picture-request.ts'
import type { Accounts } from '../../state/accounts.ts'
import type { MediaProfiles } from '../../state/media-profiles.ts'
import type { OnvifAccounts } from '../../state/onvif-accounts.ts'
import type { Parameters } from '../../state/parameters.ts'
import type { Engine } from '../engine.ts'
import type { Network } from '../network/network.ts'
import type { Camera } from '../video/camera.ts'
import { serveConnection } from './connection.ts'
import { openRtspDoor } from './sign-in.ts'
import type { Session } from './session.ts'
import { streamOf } from './stream-of.ts'
import type { ProfileStream } from './stream-of.ts'
import { openTunnels } from './tunnel.ts'

/** Connections at once, and of one address. Own design. */
const CONNECTIONS_MAX = 64
const CONNECTIONS_PER_ADDRESS = 16
/** Sessions at once, and of one account. Own design. */
const SESSIONS_MAX = 32
const SESSIONS_PER_ACCOUNT = 16
/** How long nothing may come or go over a connection, in milliseconds. */
const SILENT_MS = 60_000
/** How often connections and sessions are looked at, while there are any. */
const LOOK_MS = 5_000
/** Seconds of silence after which sessions end whose address names no profile. */
const TIMEOUT = 60

/** The server of live streams (RTSP, RFC 2326). It listens, and does nothing until somebody comes. */
export interface Rtsp extends Engine {
  start(): Promise<void>
  worldChanged(world: Pick<World, 'cable'>): void
  addressChanged(): void
  /** The port at which it listens; undefined if it doesn't. */
  port(): number | undefined
  /** The number of sessions. */
  sessions(): number
  /** Resolves when it listens as configured, or has given up. */
  settled(): Promise<void>
  close(): Promise<void>
}

export interface RtspParts {
  plugged: Pick<Plugged, 'ports' | 'world'>
  network: Pick<Network, 'listening'>
  camera: Camera
  clock: Clock
  events: EventBus
  parameters: Parameters
  accounts: Pick<Accounts, 'credentials' | 'subscribe'>
  onvifAccounts: Pick<OnvifAccounts, 'credentials' | 'subscribe'>
  mediaProfiles: MediaProfiles
  realm: string
  log: Log
  logToBench: LogToBench
}

/** The host's time, which goes on as it was when the device's clock is moved. */
export interface RtspTime {
  every: Every
  /** Milliseconds from any beginning. */
  monotonic: () => number
}

const HOST_TIME: RtspTime = { every: hostEvery, monotonic: () => performance.now() }

interface Connection {
  /** The number of bytes that have come and gone, and since when it is that number. */
  moved: number
  since: number
  /** Whether others need it: packets by UDP, or the other half of a tunnel. */
  isNeeded: () => boolean
}

/** Bytes that have come, and those that the client's side has taken. */
const movedBy = (socket: Socket): number =>
  socket.bytesRead + socket.bytesWritten - socket.writableLength

/** @param time in which packets are numbered and silence is measured */
export function openRtsp(parts: RtspParts, time: RtspTime = HOST_TIME): Rtsp {
  const { plugged, network, clock, parameters, accounts, onvifAccounts, mediaProfiles } = parts
  const { log, logToBench, realm } = parts
  const { get } = parameters
  const sessions = new Map<string, Session>()
  const connections = new Map<Socket, Connection>()
  let started = false
  let { cable } = plugged.world
  let listening: { server: Server; address: string } | undefined
  let last: Promise<void> = Promise.resolve()
  let stopLooking: (() => void) | undefined
  const tunnels = openTunnels()

  const door = openRtspDoor({
    realm,
    now: () => clock.monotonic(),
    credentials: (user) => accounts.credentials(user),
    tokenCredentials: (user) => onvifAccounts.credentials(user),
    algorithms: () =>
      get('root.Network.HTTP.DigestAlgorithm') === 'sha256' ? ['SHA-256'] : ['SHA-256', 'MD5'],
  })

  /** The stream at `rtsp://host/onvif-media/media.amp?profile=…`, or with settings in the query. */
  function streamAt(uri: string): ProfileStream | undefined {
    const [, path = '', query = ''] =
      /^(?:rtsp|http):\/\/[^/?]+([^?]*)(?:\?(.*))?$/i.exec(uri) ?? []
    const fields = new URLSearchParams(query)
    const at = path.replace(/\/+$/, '')
    if (at === STREAM_PATH) {
      const profile = mediaProfiles.find(fields.get('profile') ?? '')
      return profile && streamOf(profile, mediaProfiles)
    }
    if (at !== OWN_STREAM_PATH || (fields.get('videocodec') ?? 'jpeg') !== 'jpeg') return undefined
    try {
      const picture = pictureRequestOf(Object.fromEntries(fields), parameters)
      const video = fields.get('video') !== '0'
      const events = fields.get('event') === 'on'
      return video || events ? { picture, video, timeout: TIMEOUT, events } : undefined
    } catch {
      return undefined
    }
  }

  function endSession(session: Session): void {
    session.end()
    sessions.delete(session.id)
  }

  /** Ends connections over which nothing moves: who only watches sends nothing, but takes packets. */
  function endSilent(): void {
    const now = time.monotonic()
    for (const [socket, connection] of connections) {
      const moved = movedBy(socket)
      if (moved !== connection.moved) Object.assign(connection, { moved, since: now })
      else if (now - connection.since >= SILENT_MS && !connection.isNeeded()) socket.destroy()
    }
  }

  /** Ends sessions whose client, account or stream is gone. */
  function look(): void {
    endSilent()
    for (const session of sessions.values()) {
      const isGone = session.expired() && !session.interleaved()
      if (isGone || !session.viewer.groups() || !session.refresh()) endSession(session)
    }
    if (sessions.size > 0 || connections.size > 0) return
    stopLooking?.()
    stopLooking = undefined
  }

  const hasRoom = (user: string): boolean =>
    sessions.size < SESSIONS_MAX &&
    Array.from(sessions.values()).filter(({ viewer }) => viewer.user === user).length <
      SESSIONS_PER_ACCOUNT

  function accept(socket: Socket): void {
    const { remoteAddress } = socket
    const near = Array.from(connections.keys()).filter((one) => one.remoteAddress === remoteAddress)
    if (!cable || connections.size >= CONNECTIONS_MAX || near.length >= CONNECTIONS_PER_ADDRESS) {
      socket.destroy()
      return
    }
    stopLooking ??= time.every(LOOK_MS, look)
    socket.setNoDelay(true)
    socket.once('close', () => void connections.delete(socket))
    const connection: Connection = { moved: 0, since: time.monotonic(), isNeeded: () => false }
    connections.set(socket, connection)
    const serve = () => {
      const { hasUdpSession, receive } = serveConnection(socket, {
        ...parts,
        time: { ...time, now: () => clock.now() },
        door,
        name: () => get('root.Network.Bonjour.FriendlyName').replaceAll(/[\r\n]/g, ' '),
        streamAt,
        sessions,
        hasRoom,
      })
      connection.isNeeded = hasUdpSession
      return receive
    }
    tunnels.accept(socket, {
      serve,
      join: (output) => {
        connection.isNeeded = () => !output.destroyed
      },
    })
  }

  function disconnect(): void {
    for (const session of sessions.values()) endSession(session)
    for (const socket of connections.keys()) socket.destroy()
    stopLooking?.()
    stopLooking = undefined
  }

  async function listen(): Promise<void> {
    const on = started && get('root.Network.RTSP.Enabled')
    const { listen: address } = network.listening()
    if (listening && on && listening.address === address) return
    if (listening) {
      const { server } = listening
      listening = undefined
      disconnect()
      await new Promise((resolve) => void server.close(resolve))
    }
    if (!on) return
    const port = plugged.ports.rtsp
    const server = createServer(accept)
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen({ host: address, port, exclusive: true }, resolve)
      })
      server.removeAllListeners('error')
      server.on('error', (error) => log.error({ err: error }, 'RTSP server failed'))
      listening = { server, address }
      log.info({ address, port }, 'RTSP server listening')
    } catch (cause) {
      log.error({ err: cause, address, port }, 'RTSP server could not listen')
      logToBench('rtsp.noPort', { address, port })
    }
  }

  function follow(): void {
    last = last.then(listen)
  }

  const ends = [
    parameters.subscribe(['root.Network.RTSP', 'root.Image', 'root.StreamProfile'], () => {
      follow()
      look()
    }),
    accounts.subscribe(look),
    onvifAccounts.subscribe(look),
    mediaProfiles.subscribe(look),
  ]

  return {
    async start() {
      started = true
      follow()
      await last
    },
    worldChanged(now) {
      cable = now.cable
      if (!cable) disconnect()
    },
    addressChanged: follow,
    port() {
      const at = listening?.server.address()
      return typeof at === 'object' && at ? at.port : undefined
    },
    sessions: () => sessions.size,
    settled: () => last,
    async close() {
      for (const end of ends) end()
      started = false
      follow()
      await last
      disconnect()
    },
  }
}
