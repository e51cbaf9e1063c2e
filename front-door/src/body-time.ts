import type { IncomingMessage } from 'node:http'

/** Milliseconds a client has to send a body before it is cut off (slow loris). */
const WHOLE_MS = 30_000
/** Files may take longer, but may not pause for longer than this. */
const IDLE_MS = 30_000

/** What lifts the limit of a request; undefined once it has been lifted. */
const lifts = new WeakMap<IncomingMessage, (() => void) | undefined>()

/**
 * Limits the time until the whole body has arrived, whoever reads it. Node's own `requestTimeout`
 * would also cut off long uploads.
 * @param tooSlow ends the connection
 */
export function limitBody(request: IncomingMessage, tooSlow: () => void): void {
  const { 'content-length': length = '0', 'transfer-encoding': coded } = request.headers
  if (coded === undefined && Number(length) === 0) return
  if (begun.length === 0) setImmediate(startLimits)
  begun.push({ request, tooSlow })
}

/** Requests of this turn of the event loop. */
let begun: { request: IncomingMessage; tooSlow: () => void }[] = []

/** Most bodies have arrived by then, and a timer takes longer than many a call. */
function startLimits(): void {
  const now = begun
  begun = []
  for (const { request, tooSlow } of now) {
    const needed = !request.complete && !request.destroyed && !lifts.has(request)
    if (needed) startLimit(request, tooSlow)
  }
}

function startLimit(request: IncomingMessage, tooSlow: () => void): void {
  const timer = setTimeout(() => {
    if (!request.complete) tooSlow()
  }, WHOLE_MS)
  timer.unref()
  const lift = (): void => clearTimeout(timer)
  lifts.set(request, lift)
  request.once('end', lift)
  request.once('close', lift)
}

/** Lifts the limit: the body may take as long as it likes, and its reader watches the pauses. */
export function liftLimit(request: IncomingMessage): void {
  lifts.get(request)?.()
  lifts.set(request, undefined)
}

/** Waits for something of a sender, who is cut off if it takes too long. */
export function withoutLongPause<T>(something: Promise<T>, request: IncomingMessage): Promise<T> {
  const timer = setTimeout(() => request.destroy(), IDLE_MS)
  return something.finally(() => clearTimeout(timer))
}

/** Passes the bytes on, and cuts off a sender who pauses too long while the reader waits. */
export async function* withoutLongPauses(
  bytes: AsyncIterable<Uint8Array>,
  request: IncomingMessage,
): AsyncGenerator<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await withoutLongPause(iterator.next(), request)
      if (next.done) return
      yield next.value
    }
  } finally {
    await iterator.return?.()
  }
}

/**
 * Reads and discards the rest of a body, so that a response sent early gets through. A sender who
 * pauses too long, or sends more than the given number of bytes, is cut off.
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
