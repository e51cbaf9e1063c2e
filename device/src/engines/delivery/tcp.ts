import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect, serverOf } from './connection.ts'
import type { RecipientKind, Task } from './recipient.ts'

/** Milliseconds that the receiver may take to close its side. */
const LINGER_MS = 2000

/** Sends a line of text, and closes. The receiver doesn't answer. */
async function sendLine(task: Task, text: string): Promise<string> {
  const socket = await connect(serverOf(task), task.signal)
  const failed = once(socket, 'close').then(() => {
    throw socket.errored ?? new Error('connection closed')
  })
  failed.catch(() => {})
  // Until then, answers are read: closing a socket with unread ones would discard what is sent.
  socket.resume()
  const flushed = new Promise<void>((resolve) => void socket.end(`${text}\n`, resolve))
  await Promise.race([flushed, failed])
  linger(socket)
  return ''
}

function linger(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
}

export const tcp: RecipientKind = {
  send: (task, { message }) => sendLine(task, message),
  test: (task) => sendLine(task, 'Test'),
}
