import { CHUNK_TIMEOUT } from './timing.ts'

/** A part of the app that failed to load. Source: A §8. */
export class ChunkError extends Error {
  readonly chunk: string
  /**
   * `css` for a style sheet; `timeout` when nothing arrived for 120 s; `error` for everything else.
   */
  readonly type: 'error' | 'timeout' | 'css'
  /** The URL that was requested, if the browser names it. */
  readonly request: string
  constructor(chunk: string, type: ChunkError['type'], request: string, cause?: unknown) {
    super(`Loading chunk ${chunk} failed.\n(${type}: ${request})`, { cause })
    this.name = 'ChunkError'
    this.chunk = chunk
    this.type = type
    this.request = request
  }
}

/**
 * Loads a part of the app. A request that fails is repeated once, because phones drop requests when
 * they change networks. A failed stylesheet is not: the second time it would count as loaded.
 * @param chunk the name for the error
 * @throws ChunkError when it did not arrive within 120 s, or failed again
 */
export async function loadChunk<T>(chunk: string, load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ChunkError(chunk, 'timeout', chunk))
    }, CHUNK_TIMEOUT)
  })
  try {
    return await Promise.race([load().catch((cause: unknown) => again(cause, load)), late])
  } catch (cause) {
    if (cause instanceof ChunkError) throw cause
    const message = cause instanceof Error ? cause.message : String(cause)
    const request = /(?:https?:\/\/|\/)\S+/.exec(message)?.[0] ?? chunk
    const type = request.endsWith('.css') ? 'css' : 'error'
    throw new ChunkError(chunk, type, request, cause)
  } finally {
    clearTimeout(timer)
  }
}

function again<T>(cause: unknown, load: () => Promise<T>): Promise<T> {
  if (cause instanceof Error && cause.message.includes('.css')) throw cause
  return load()
}
