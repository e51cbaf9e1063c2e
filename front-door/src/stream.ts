import type { ServerResponse } from 'node:http'
import type { AnswerHeaders } from './answer-headers.ts'
import type { StreamAnswer } from './serve.ts'
import type { OpenConnection, OpenConnections } from './open-connections.ts'

/** How much may wait in memory for one slow client, in bytes: about one picture. */
const BACKLOG = 256 * 1024

/** Milliseconds that a client has to read the rest of a stream that ends. */
const FAREWELL_MS = 1_000

/**
 * Sends an endless response until the client disconnects, loses the right to it, or the handler is
 * done. When the client's backlog is full, a chunk is dropped whole.
 */
export async function sendStream(
  answer: StreamAnswer,
  headers: AnswerHeaders,
  response: ServerResponse,
  connections: OpenConnections,
  { user, isAllowed }: Pick<OpenConnection, 'user' | 'isAllowed'>,
): Promise<void> {
  // The client may have left while the handler was preparing the answer.
  if (response.closed) return
  const gone = new AbortController()
  // A clean end, so that browsers don't report an error; a client that doesn't read is cut off.
  const end = (): void => {
    gone.abort()
    response.end()
    setTimeout(() => response.destroy(), FAREWELL_MS).unref()
  }
  const forget = connections.add({ user, isAllowed, end })
  response.once('close', () => {
    forget()
    gone.abort()
  })
  response.writeHead(200, headers)
  response.flushHeaders()
  const write = (chunk: Uint8Array): boolean => {
    if (gone.signal.aborted || response.writableLength > BACKLOG) return false
    response.write(chunk)
    return true
  }
  try {
    await answer.run(write, gone.signal)
    response.end()
  } catch (error) {
    response.destroy()
    if (!gone.signal.aborted) throw error
  }
}
