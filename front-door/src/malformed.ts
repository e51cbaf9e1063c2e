import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { PLAIN_PAGE_TYPE, plainPage } from './plain-page.ts'
import { addressOf, nextId } from './request-info.ts'
import type { VisitorLog } from './visitor-log.ts'

const STATUS_FOR = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
])

/** Nobody is left to read an answer. */
const DESTROYED = new Set(['ECONNRESET', 'ERR_TLS_HANDSHAKE_TIMEOUT'])

/** Answers a request that is not HTTP, or comes too slowly, and closes the connection. */
export function malformedAnswer(log: VisitorLog) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    // A client that never completed the TLS handshake can't read a response; close the socket
    // instead of waiting.
    if (!socket.writable || DESTROYED.has(error.code ?? '')) {
      socket.destroy()
      return
    }
    const id = nextId()
    const status = STATUS_FOR.get(error.code ?? '') ?? 400
    const address = addressOf(socket)
    log
      .about({ address, user: undefined })
      .info({ request: id, status, code: error.code, address }, 'malformed request')
    const page = plainPage(status, 'The request could not be read.')
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: ${PLAIN_PAGE_TYPE}\r\n` +
        `Content-Length: ${page.length}\r\nX-Request-Id: ${id}\r\nConnection: close\r\n\r\n${page}`,
      () => socket.destroy(),
    )
  }
}
