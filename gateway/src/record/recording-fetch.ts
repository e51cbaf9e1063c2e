import type { IncomingMessage } from 'node:http'
import type { DeviceSignIn } from '../account.ts'
import type { Link } from '../link.ts'
import type { Exchange } from './recording.ts'

/** Bytes of the longest answer that is recorded. */
const ANSWER_MAX = 16 * 1024 * 1024

/** The media types whose answers are text. */
const TEXT = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b)/i

/** Headers of a request that a device gets, as through the gateway. */
const SENT = ['content-type', 'soapaction']

/** A request with the answer to it. */
export type Answered = Omit<Exchange, 'call'>

/**
 * A `fetch` for `createClient` that makes its requests over a link, and keeps them with their answers.
 * @param keep called with each answer before the client reads it
 */
export function recordingFetch(
  link: Pick<Link, 'origin' | 'send'>,
  signIn: DeviceSignIn | undefined,
  keep: (answered: Answered) => void,
): typeof fetch {
  return async (input, init = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    const method = init.method ?? 'GET'
    const request = typeof init.body === 'string' ? init.body : ''
    const answer = await link.send({
      method,
      target: pathname + search,
      headers: headersFor(init.headers),
      ...(request === '' ? {} : { body: Buffer.from(request) }),
      signIn,
      ...(init.signal ? { signal: init.signal } : {}),
    })
    const bytes = await bytesOf(answer)
    const { statusCode: status = 0, headers } = answer
    const type = headers['content-type'] ?? ''
    const text = textIn(bytes, type)
    keep({
      method,
      path: pathname,
      query: search.slice(1),
      request,
      status,
      type,
      body: text ?? bytes.toString('base64'),
      binary: text === undefined,
    })
    return new Response(WITHOUT_BODY.has(status) ? null : new Uint8Array(bytes), {
      status,
      headers: type === '' ? {} : { 'content-type': type },
    })
  }
}

const WITHOUT_BODY = new Set([204, 205, 304])

function headersFor(given: RequestInit['headers']): Record<string, string> {
  const headers = new Headers(given)
  return Object.fromEntries(
    SENT.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

/** @throws when the answer breaks off or is too long */
async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > ANSWER_MAX) {
      answer.destroy()
      throw new Error('The answer is too long.')
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The text of an answer; undefined if it is none. */
function textIn(bytes: Buffer, type: string): string | undefined {
  const isText = TEXT.test(type) || (type === '' && !bytes.includes(0))
  if (!isText) return undefined
  if (/charset=["']?iso-8859-1/i.test(type)) return bytes.toString('latin1')
  const text = bytes.toString('utf8')
  if (Buffer.from(text).equals(bytes)) return text
  // Older firmware writes ISO 8859-1 without saying so; what it wrote is kept.
  return /charset=["']?utf-?8/i.test(type) ? undefined : bytes.toString('latin1')
}
