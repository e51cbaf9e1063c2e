import type { IncomingMessage } from 'node:http'

/** A client that sends a body slower than this is cut off (slow-loris). */
const WHOLE_MS = 30_000
/** What comes as a file may take long, but not stop for longer than this. */
const IDLE_MS = 30_000

const lifts = new WeakMap<IncomingMessage, () => void>()

/**
 * Limits the time in which the whole body has to be here, whoever reads it. Node's own
 * `requestTimeout` would cut long uploads off.
 * @param tooSlow ends the connection
 */
export function limitBody(request: IncomingMessage, tooSlow: () => void): void {
  const { 'content-length': length = '0', 'transfer-encoding': coded } = request.headers
  if (coded === undefined && Number(length) === 0) return
  const timer = setTimeout(() => {
    if (!request.complete) tooSlow()
  }, WHOLE_MS)
  timer.unref()
  const lift = (): void => clearTimeout(timer)
  lifts.set(request, lift)
  request.once('end', lift)
  request.once('close', lift)
}

/** From now on the body may take as long as it likes: whoever reads it looks to the pauses. */
export function liftLimit(request: IncomingMessage): void {
  lifts.get(request)?.()
}

/** The same bytes; a sender who pauses for too long while they are waited for is cut off. */
export async function* withoutLongPauses(
  bytes: AsyncIterable<Uint8Array>,
  request: IncomingMessage,
): AsyncGenerator<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]()
  try {
    for (;;) {
      const timer = setTimeout(() => request.destroy(), IDLE_MS)
      const next = await iterator.next().finally(() => clearTimeout(timer))
      if (next.done) return
      yield next.value
    }
  } finally {
    await iterator.return?.()
  }
}

/**
 * Reads what is left of a body and throws it away, so that an answer that was given early gets
 * through. A sender who pauses for too long, or goes on for more than so many bytes, is cut off.
 */
export function drain(request: IncomingMessage, most: number): void {
  if (request.readableEnded || request.destroyed) return
  let left = most
  const idle = setTimeout(() => request.destroy(), IDLE_MS)
  const over = (): void => clearTimeout(idle)
  liftLimit(request)
  request.unpipe()
  request.once('end', over)
  request.once('close', over)
  request.on('data', (chunk: Uint8Array) => {
    left -= chunk.length
    if (left < 0) request.destroy()
    else idle.refresh()
  })
  request.resume()
}
