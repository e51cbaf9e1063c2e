import {
  request as httpRequest,
  type Agent,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http'
import { request as httpsRequest } from 'node:https'

export interface RawRequest {
  method?: string
  headers?: OutgoingHttpHeaders
  body?: string | Uint8Array
  /** The address that the request comes from. */
  localAddress?: string
  /** Keeps connections; a connection of its own by default. */
  agent?: Agent
}

export interface RawResponse {
  status: number
  headers: IncomingHttpHeaders
  /** Each WWW-Authenticate header by itself. */
  challenges: string[]
  text: string
}

/** One request with exactly these headers, which `fetch` would not send; certificates are not checked. */
export function ask(
  url: string,
  { method = 'GET', headers = {}, body, localAddress, agent }: RawRequest = {},
): Promise<RawResponse> {
  const open = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = open(
      url,
      { method, headers, agent: agent ?? false, localAddress, rejectUnauthorized: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            challenges: response.headersDistinct['www-authenticate'] ?? [],
            text: Buffer.concat(chunks).toString('utf8'),
          })
        })
      },
    )
    request.once('error', reject)
    request.end(body)
  })
}

/** The value of an Authorization header for Basic. */
export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
