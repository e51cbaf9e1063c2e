import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setMicrophone } from '@lintel/contract/bench'
import { Refusal } from '@lintel/contract/fault'
import type { Board } from '../board.ts'
import type { HostTime } from '../host-time.ts'
import type { Say } from '../texts.ts'
import { benchService } from './calls.ts'
import { openEventStream } from './event-stream.ts'
import { createGuard } from './guard.ts'
import { openHdmiStream } from './hdmi-stream.ts'
import { createPage } from './page.ts'
import { createRouter, sendRefusal } from './router.ts'
import { openSoundStreams } from './sound-streams.ts'
import { targetOf } from './target.ts'

export interface BenchParts {
  board: Board
  address: string
  port: number
  /** Required of every client, if set. */
  token: string | undefined
  /** Folder of the built page. */
  pageFolder: string
  say: Say
  time: HostTime
}

export interface Bench {
  close(): Promise<void>
}

/**
 * Milliseconds before an idle connection is closed: longer than test programs keep one unused, so
 * that none is closed just as they send the next call.
 */
const KEEP_ALIVE_MS = 65_000

/** Size limit of a request with a file for the microphone, in bytes. */
const MICROPHONE_LARGEST = 1_000_000

/**
 * Headers of every response. The page loads nothing from outside and has no inline script or style.
 */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
    "media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/**
 * Opens the bench: its calls, its events and its page. Plain `node:http`, because a framework would
 * cost the board some 20 MB, a third of its budget.
 */
export async function openBench(parts: BenchParts): Promise<Bench> {
  const { board, address, port, token, time } = parts
  const guard = createGuard(token, port)
  const route = createRouter(benchService(board), { [setMicrophone.path]: MICROPHONE_LARGEST })
  const page = createPage(parts.pageFolder)
  const events = openEventStream(
    () => board.state(),
    (fn) => board.subscribe(fn),
    time,
  )

  const sound = openSoundStreams(board.sound)
  const hdmi = openHdmiStream(board.hdmi)

  /** @param start the first digits of its hash; empty for whichever there is */
  async function sendWelcomeImage(response: ServerResponse, start: string): Promise<void> {
    const { hash, contentType, bytes } = await board.welcomeImage()
    if (!hash.startsWith(start))
      throw new Refusal('absent', 'The display has another image by now.')
    response
      .writeHead(200, {
        'content-type': contentType,
        'content-length': bytes.length,
        // An address with the hash always has the same image.
        'cache-control': start === '' ? 'no-store' : 'private, max-age=86400, immutable',
      })
      .end(bytes)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    const { path, query } = targetOf(request)
    switch (guard(request, response)) {
      case 'answered':
        return
      case 'badHost':
        sendRefusal(response, new Refusal('crossSite', 'The bench has no such name.'))
        return
      case 'foreign':
        sendRefusal(response, new Refusal('crossSite', 'A page of another site sent this.'))
        return
      case 'noToken':
        if (path.startsWith('/bench/')) {
          sendRefusal(response, new Refusal('unauthenticated', 'The bench needs its token.'))
        } else sendText(response, 401, parts.say('start.tokenNeeded'))
        return
      case 'pass':
    }
    if (path === '/bench/events' && request.method === 'GET') events.connect(response)
    else if (path === '/bench/sound' && request.method === 'GET') {
      sound.samples(response)
    } else if (path === '/bench/levels' && request.method === 'GET') sound.levels(response)
    else if (path === '/bench/hdmi' && request.method === 'GET') hdmi.connect(response)
    else if (path === '/bench/welcome-image' && request.method === 'GET') {
      await sendWelcomeImage(response, query.get('hash') ?? '')
    } else if (await route(path, request, response)) return
    else if (path.startsWith('/bench/')) {
      sendRefusal(response, new Refusal('unknownMethod', 'There is no such call.'))
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      sendRefusal(response, new Refusal('notPost', 'The page takes GET.'))
    } else if (!(await page(path, request, response))) {
      sendText(response, 404, path === '/' ? parts.say('start.noPage') : 'Not found.')
    }
  }

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      sendRefusal(response, error)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return {
    close: () =>
      new Promise((resolve) => {
        events.close()
        sound.close()
        hdmi.close()
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(`${text}\n`)
}
