import type { Socket } from 'node:net'
import { plainAddress } from '../sip/transport/flow.ts'
import { openCarrier } from './carrier.ts'
import { describeStream, trackIn, trackUri } from './description.ts'
import { NotRtsp, openReader, transportIn, writeAnswer } from './message.ts'
import type { RtspAnswer, RtspRequest } from './message.ts'
import { openSession } from './session.ts'
import type { Session, SessionParts } from './session.ts'
import type { RtspDoor, Viewer } from './sign-in.ts'
import type { ProfileStream } from './stream-of.ts'
import type { Receive } from './tunnel.ts'

const METHODS = 'OPTIONS, DESCRIBE, SETUP, PLAY, PAUSE, TEARDOWN, GET_PARAMETER, SET_PARAMETER'
/** How many requests may wait for the one before them. */
const WAITING_MAX = 32
/** What may wait for a client that reads neither answers nor packets, in bytes. */
const UNREAD_MAX = 4 * 1024 * 1024

export interface ConnectionParts extends Omit<SessionParts, 'viewer' | 'stream'> {
  door: RtspDoor
  name: () => string
  /** The stream at an address: undefined if there is none. */
  streamAt: (uri: string) => ProfileStream | undefined
  /** Sessions of all connections by id. */
  sessions: Map<string, Session>
  /** Whether there is room for another session of this account. */
  hasRoom: (user: string) => boolean
}

/** Answers the requests of one connection, in their order. */
export function serveConnection(
  socket: Socket,
  parts: ConnectionParts,
): {
  /** Whether it controls packets that go by UDP. */
  hasUdpSession: () => boolean
  /** Takes the client's requests. */
  receive: Receive
} {
  const { door, name, streamAt, sessions, hasRoom, time, log } = parts
  const reader = openReader()
  const signIn = door.connection(plainAddress(socket.remoteAddress ?? ''))
  const own = new Set<Session>()
  const id = Math.floor(time.now() / 1000)
  let waiting: RtspRequest[] = []
  let busy = false

  const answer = (request: RtspRequest, reply: RtspAnswer): void => {
    if (socket.destroyed) return
    socket.write(writeAnswer(reply, request.headers.get('cseq')))
    if (socket.writableLength > UNREAD_MAX) socket.destroy()
  }

  /** The session that a request names, if it is one of this viewer. */
  function sessionOf({ headers }: RtspRequest, viewer: Viewer): Session | undefined {
    const named = headers.get('session')?.split(';')[0]?.trim()
    const session = named === undefined ? undefined : sessions.get(named)
    return session?.viewer.user === viewer.user ? session : undefined
  }

  function describe({ uri, headers }: RtspRequest): RtspAnswer {
    const accept = headers.get('accept')
    if (accept !== undefined && !/application\/sdp|\*\/\*/i.test(accept)) return { status: 406 }
    const stream = streamAt(uri)
    if (!stream) return { status: 404 }
    const about = { address: plainAddress(socket.localAddress ?? ''), id, name: name() }
    return {
      status: 200,
      headers: {
        'Content-Type': 'application/sdp',
        'Content-Base': `${uri.split('?')[0]?.replace(/\/+$/, '')}/`,
      },
      body: describeStream(uri, stream, about),
    }
  }

  async function setUp(request: RtspRequest, viewer: Viewer): Promise<RtspAnswer> {
    const { uri, track = 1 } = trackIn(request.uri)
    const stream = streamAt(uri)
    if (!stream || !(track === 1 ? stream.video : stream.events)) return { status: 404 }
    const transport = transportIn(request.headers.get('transport') ?? '')
    if (!transport) return { status: 461 }
    const existing = sessionOf(request, viewer)
    if (request.headers.has('session') && !existing) return { status: 454 }
    if (existing?.playing()) return { status: 455 }
    if (!existing && !hasRoom(viewer.user)) return { status: 453 }
    const session =
      existing ?? openSession({ ...parts, viewer, stream: () => streamAt(uri) }, stream)
    const carrier = await openCarrier(transport, socket, () => session.heard())
    // In the meantime the session may have ended, and others may have got the last place.
    const isOver = existing && !sessions.has(existing.id)
    if (socket.destroyed || isOver || (!existing && !hasRoom(viewer.user))) {
      carrier.close()
      return { status: socket.destroyed || isOver ? 454 : 453 }
    }
    session.setUp(track, carrier)
    sessions.set(session.id, session)
    own.add(session)
    return { status: 200, headers: { Transport: carrier.description, ...headOf(session) } }
  }

  function withSession(request: RtspRequest, session: Session): RtspAnswer {
    session.heard()
    if (request.method === 'PLAY') return play(request, session)
    if (request.method === 'PAUSE') session.pause()
    if (request.method === 'TEARDOWN') {
      session.end()
      own.delete(session)
      sessions.delete(session.id)
    }
    return { status: 200, headers: headOf(session) }
  }

  async function handle(request: RtspRequest): Promise<RtspAnswer> {
    const { method, headers } = request
    if (!headers.has('cseq')) return { status: 400 }
    if (headers.has('require')) {
      return { status: 551, headers: { Unsupported: headers.get('require') ?? '' } }
    }
    if (method === 'OPTIONS') return { status: 200, headers: { Public: METHODS } }
    if (!METHODS.split(', ').includes(method)) return { status: 405, headers: { Allow: METHODS } }
    const found = signIn.signIn(method, headers.get('authorization'))
    if (found.kind === 'slowDown') return { status: 429 }
    if (found.kind === 'forbidden') return { status: 403 }
    if (found.kind === 'unknown') {
      return { status: 401, headers: { 'WWW-Authenticate': signIn.challenge() } }
    }
    const { viewer } = found
    if (method === 'DESCRIBE') return describe(request)
    if (method === 'SETUP') return setUp(request, viewer)
    const session = sessionOf(request, viewer)
    if (session) return withSession(request, session)
    // Some clients ask for nothing to see whether the device is there.
    return method.endsWith('_PARAMETER') && !headers.has('session')
      ? { status: 200 }
      : { status: 454 }
  }

  async function work(): Promise<void> {
    if (busy) return
    busy = true
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const request = next
      const reply = await handle(request).catch((cause: unknown): RtspAnswer => {
        log.error({ err: cause, method: request.method }, 'an RTSP request failed')
        return { status: 500 }
      })
      answer(request, reply)
    }
    busy = false
  }

  function receive(chunk: Buffer): void {
    try {
      for (const input of reader.read(chunk)) {
        if (input.kind === 'packet') for (const session of own) session.heard()
        else waiting.push(input.request)
      }
    } catch (cause) {
      const status = cause instanceof NotRtsp ? (cause.status as RtspAnswer['status']) : 400
      socket.end(writeAnswer({ status }, undefined))
      return
    }
    if (waiting.length > WAITING_MAX) socket.destroy()
    else void work()
  }
  socket.on('close', () => {
    waiting = []
    for (const session of own) {
      // Packets by UDP go on until the session is over: another connection may continue it.
      if (!session.interleaved()) continue
      session.end()
      sessions.delete(session.id)
    }
  })

  return {
    receive,
    hasUdpSession() {
      for (const session of own) if (!sessions.has(session.id)) own.delete(session)
      return Array.from(own).some((session) => !session.interleaved())
    },
  }
}

const headOf = ({ id: session, timeout }: Session) => ({
  Session: `${session};timeout=${timeout}`,
})

function play({ uri }: RtspRequest, session: Session): RtspAnswer {
  const begins = session.play()
  const base = trackIn(uri).uri
  const info = Array.from(
    begins,
    ([track, { sequence, timestamp }]) =>
      `url=${trackUri(base, track)};seq=${sequence};rtptime=${timestamp}`,
  )
  return {
    status: 200,
    headers: { ...headOf(session), Range: 'npt=now-', 'RTP-Info': info.join(',') },
  }
}
