import type { Call } from '@lintel/contract/call'
import { deviceCalls } from '@lintel/contract/calls/all'
import { Refusal } from '@lintel/contract/fault'
import type { ServedSocket, SocketContext } from '@lintel/front-door/serve'
import { WebSocket } from 'ws'
import type { RawData } from 'ws'
import type { RemoteDevice } from './device.ts'

/** Bytes that may wait for a browser that has fallen behind, before it is cut off. */
const BEHIND_MAX = 4 * 1024 * 1024
/** Milliseconds to connect. */
const CONNECT = 10_000

/** Passes the messages of the contract's WebSockets on, both ways. */
export const socketsOf = (device: RemoteDevice): ServedSocket[] =>
  deviceCalls.flatMap((call: Call): ServedSocket[] =>
    call.kind === 'socket'
      ? [
          {
            call,
            async prepare(context) {
              const { far, takeEarly } = await connectAs(device, context)
              return (near) => {
                for (const message of takeEarly()) pass(near, message)
                far.once('close', () => {
                  if (near.readyState === near.OPEN) doubt(device, context)
                })
                join(near, far)
                join(far, near)
              }
            },
          },
        ]
      : [],
  )

/**
 * Looks whether the session goes on after the device has closed its socket, as it does when a password
 * has changed: otherwise, all that the page asks for next would be wrong attempts.
 */
function doubt(device: RemoteDevice, { user = '' }: SocketContext): void {
  const account = device.sessions.accountOf(user)
  if (account) device.stillAccepts(user, account.signIn).catch(() => {})
}

interface Message {
  data: RawData
  isBinary: boolean
}

function pass(to: WebSocket, { data, isBinary }: Message): void {
  if (to.bufferedAmount > BEHIND_MAX) to.terminate()
  else to.send(data, { binary: isBinary })
}

/** Passes on what comes from one socket, and its end. */
function join(from: WebSocket, to: WebSocket): void {
  from.on('message', (data, isBinary) => {
    if (to.readyState === to.OPEN) pass(to, { data, isBinary })
  })
  // The socket closes after it.
  from.on('error', () => {})
  from.once('close', () => to.close())
}

/** Opens the socket at the device, once more if its sign-in is challenged. */
async function connectAs(device: RemoteDevice, context: SocketContext): Promise<Opened> {
  const account = context.user === undefined ? undefined : device.sessions.accountOf(context.user)
  if (!account) throw new Refusal('unauthenticated', 'Authentication is required.')
  const { signIn } = account
  for (let attempt = 0; ; attempt += 1) {
    const sent = signIn.authorize('GET', context.path)
    const end = await open(device, context.path, sent)
    if ('far' in end) return end
    if (end.status === 404) throw new Refusal('absent', 'The device has no such socket.')
    if (end.status === 401 && sent !== undefined)
      await device.stillAccepts(context.user ?? '', signIn)
    const again = end.status === 401 && attempt === 0 && signIn.challenged(end.challenge, sent)
    if (!again) throw new Refusal('tooMany', 'The device does not open the socket.')
  }
}

/** A socket to the device. */
interface Opened {
  far: WebSocket
  /** The messages that have come so far: the first ones can come with the handshake. */
  readonly takeEarly: () => Message[]
}

/** A refusal in place of a socket. */
interface Refused {
  status: number
  challenge: string
}

function open(
  { link }: RemoteDevice,
  path: string,
  authorization: string | undefined,
): Promise<Opened | Refused> {
  return new Promise((resolve) => {
    const socket = new WebSocket(link.origin.replace(/^http/, 'ws') + path, {
      agent: link.agent,
      handshakeTimeout: CONNECT,
      ...(authorization === undefined ? {} : { headers: { authorization } }),
    })
    const early: Message[] = []
    const keep = (data: RawData, isBinary: boolean): void => void early.push({ data, isBinary })
    const takeEarly = (): Message[] => {
      socket.off('message', keep)
      return early
    }
    socket.on('message', keep)
    socket.once('open', () => resolve({ far: socket, takeEarly }))
    socket.once('unexpected-response', (request, { statusCode = 0, headers }) => {
      resolve({ status: statusCode, challenge: headers['www-authenticate'] ?? '' })
      request.destroy()
    })
    socket.on('error', () => resolve({ status: 0, challenge: '' }))
  })
}
