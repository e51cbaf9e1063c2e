import { ServerResponse, STATUS_CODES, type IncomingMessage, type RequestListener } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { PLAIN_PAGE_TYPE, plainPage } from './plain-page.ts'
import { requestInfoOf } from './request-info.ts'

/** Answers on a connection that Node has handed over for an upgrade, and closes it. */
export function answerRaw(
  request: IncomingMessage,
  socket: Duplex,
  status: number,
  page: string,
  headers: Readonly<Record<string, string | string[]>> = {},
): void {
  const lines = Object.entries({
    ...headers,
    'content-type': PLAIN_PAGE_TYPE,
    'content-length': String(Buffer.byteLength(page)),
    'cache-control': 'no-store',
    'x-request-id': requestInfoOf(request).id,
    connection: 'close',
  }).flatMap(([name, values]) => [values].flat().map((value) => `${name}: ${value}\r\n`))
  const start = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`
  socket.end(`${start}${lines.join('')}\r\n${page}`, () => socket.destroy())
}

/**
 * Answers an upgrade to another protocol (`h2c`) as the plain request that it also is (RFC 9110
 * §7.8). Node has released the connection by then, so a body can't be read any more.
 */
export function ignoreUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  next: RequestListener,
): void {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined ||
    Number(request.headers['content-length'] ?? 0) > 0
  if (hasBody || !(socket instanceof Socket)) {
    answerRaw(request, socket, 400, plainPage(400, 'Only WebSocket upgrades are possible.'))
    return
  }
  const response = new ServerResponse(request)
  response.assignSocket(socket)
  response.shouldKeepAlive = false
  response.once('finish', () => socket.end())
  next(request, response)
}
