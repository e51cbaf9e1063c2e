import { once } from 'node:events'
import { connect, linger, serverOf } from './connection.ts'
import type { RecipientKind, Task } from './recipient.ts'

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

export const tcp: RecipientKind = {
  send: (task, { message }) => sendLine(task, message),
  test: (task) => sendLine(task, 'Test'),
}
