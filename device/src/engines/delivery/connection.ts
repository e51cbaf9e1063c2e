import { connect as connectTcp } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ConnectionOptions } from 'node:tls'
import { ActionFailure } from '../action-rules/types.ts'
import type { Task } from './recipient.ts'

/**
 * The address of a server: the parameters `host` and `port`, or those with such a beginning.
 * @throws ActionFailure for a port that doesn't exist
 */
export function serverOf({ value }: Pick<Task, 'value'>, prefix = '') {
  const port = Number(value(`${prefix}port`))
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new ActionFailure('notPossible', 'There is no such port.')
  }
  return { host: withoutBrackets(value(`${prefix}host`).trim()), port }
}

/** An IPv6 address is in brackets in a URL, and elsewhere it is not. */
export const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1')

/** Milliseconds for each but the last address of a host; by default Node gives up after 250. */
const ADDRESS_MS = 2000

/** A TCP connection. It is closed when the signal is aborted. */
export function connect(server: { host: string; port: number }, signal: AbortSignal) {
  // Node closes the socket with an abort error.
  const socket = connectTcp({ ...server, autoSelectFamilyAttemptTimeout: ADDRESS_MS, signal })
  return opened(socket, 'connect')
}

/** Milliseconds that the other side may take to close a connection that is no longer needed. */
const LINGER_MS = 2000

/** Lets the other side close a connection. What it still says has to be read. */
export function linger(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
}

/** TLS on a connection. Closes it when the handshake fails. */
export const encrypt = (socket: Socket, options: ConnectionOptions): Promise<Socket> =>
  opened(connectTls({ ...options, socket }), 'secureConnect')

function opened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // Errors that come later are noticed by those who read and write.
    socket.on('error', (cause) => {
      socket.destroy()
      reject(cause)
    })
    socket.once('close', () => reject(new ActionFailure('unreachable', 'connection closed')))
    socket.once(event, () => resolve(socket))
  })
}
