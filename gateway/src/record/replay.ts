import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { accessOf } from '@lintel/contract/call'
import { parseAuthorization } from '@lintel/front-door/authorization'
import { digestMatches, ha1Of } from '@lintel/front-door/digest'
import { askedBy, callsOf } from './asked.ts'
import type { Request } from './asked.ts'
import type { Recording } from './recording.ts'
import { signInPage } from './replay-answer.ts'
import type { ReplayAnswer } from './replay-answer.ts'
import { openReplayAnswers } from './replay-match.ts'
import { EXAMPLE_SERIAL } from './serials.ts'

/** A server that answers as a recorded device did. */
export interface Replay {
  /** Its URL without a path. */
  http: string
  close(): Promise<void>
}

export interface ReplayOptions {
  /** The account that calls take, by Digest; by default they take none. */
  digest?: { user: string; password: string }
  /** 0, the default: a free port. */
  port?: number
}

/**
 * Answers at a loopback address as the recorded device did: calls that change something with 403,
 * what it does not have with its 404. It keeps no state.
 */
export async function openReplay(
  recording: Recording,
  { digest, port = 0 }: ReplayOptions = {},
): Promise<Replay> {
  const find = openReplayAnswers(recording)
  const isAllowed = digest && openDigest(digest)
  const challenge = signInPage(recording)

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = incoming
    const mark = url.indexOf('?')
    const request: Request = {
      method,
      path: pathIn(mark === -1 ? url : url.slice(0, mark)),
      query: mark === -1 ? '' : url.slice(mark + 1),
      body: await text(incoming),
    }
    const refused = isAllowed && !isOpen(request) && !isAllowed(incoming)
    if (refused) response.setHeader('www-authenticate', CHALLENGE(isAllowed.nonce))
    send(response, refused ? challenge : find(request), method === 'HEAD')
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    http: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function pathIn(written: string): string {
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}

function send(response: ServerResponse, answer: ReplayAnswer, isHead: boolean): void {
  const { status, type, body, binary = false, isEndless } = answer
  const bytes = Buffer.from(body, binary ? 'base64' : encodingOf(type))
  response.writeHead(status, {
    ...(type === '' ? {} : { 'content-type': type }),
    'cache-control': 'no-store',
    ...(isEndless ? {} : { 'content-length': bytes.length }),
  })
  if (isHead) response.end()
  else if (isEndless) response.write(bytes)
  else response.end(bytes)
}

/** Recordings are in UTF-8; what declared itself to be ISO 8859-1 is sent so again. */
const encodingOf = (type: string): BufferEncoding =>
  /charset=["']?iso-8859-1/i.test(type) ? 'latin1' : 'utf8'

/** Whether devices answer it without a sign-in. */
const isOpen = (request: Request): boolean =>
  callsOf(request, askedBy(request)).some((call) => accessOf(call, 'ready') === 'anyone')

const REALM = `AXIS_${EXAMPLE_SERIAL}`

const CHALLENGE = (nonce: string): string =>
  `Digest realm="${REALM}", nonce="${nonce}", algorithm=MD5, qop="auth"`

function openDigest({ user, password }: { user: string; password: string }) {
  const nonce = randomBytes(16).toString('base64url')
  const ha1 = ha1Of(user, REALM, password)
  const isAllowed = ({ headers, method = 'GET', url }: IncomingMessage): boolean => {
    const found = parseAuthorization(headers.authorization)
    if (found?.scheme !== 'digest') return false
    const { digest } = found
    const isOurs = digest.user === user && digest.nonce === nonce && digest.uri === url
    return isOurs && digestMatches(digest, method, ha1)
  }
  return Object.assign(isAllowed, { nonce })
}
