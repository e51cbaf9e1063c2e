import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Credentials, DeviceContext, TokenCredentials } from './device-context.ts'
import { requestInfoOf } from './request-info.ts'
import { browserCookieName, markIn } from './session-cookie.ts'

const REMEMBERED = 5_000

/**
 * The clients that have proved before to know an account's password, so that strangers who guess,
 * perhaps at the same address, don't slow them down: browsers with our mark, Digest clients with a
 * nonce that they have used, and connections on which somebody has signed in.
 */
export interface KnownClients {
  /** A name for the client of this request if it has proved this. */
  find(request: IncomingMessage, proof: string, nonce?: string): string | undefined
  /** Notes what the client of this request has proved. */
  add(request: IncomingMessage, proof: string, nonce?: string): void
  /** Notes a nonce that is issued to such a client in place of one that was used up. */
  renew(nonce: string, proof: string): void
}

/**
 * What a client has proved that knows the account's password. With another password it is void, or
 * somebody who once knew it could guess the new one from many known clients.
 */
export const proofOf = (user: string, { ha1 }: Pick<Credentials, 'ha1'>): string =>
  `${user} ${ha1.sha256.slice(0, 16)}`

/** The same for an ONVIF account. */
export const tokenProofOf = (user: string, { password }: TokenCredentials): string =>
  `onvif ${user} ${createHash('sha256').update(password).digest('hex').slice(0, 16)}`

/** The id of the browser that sent a request if somebody has proved this in it. */
export function browserOf(
  request: IncomingMessage,
  { serial, browsers }: Pick<DeviceContext, 'serial' | 'browsers'>,
  proof: string,
): string | undefined {
  const name = browserCookieName(serial, requestInfoOf(request).secure)
  const mark = markIn(request.headers.cookie, name)
  const known = mark === undefined ? undefined : browsers.find(mark)
  return known?.proof === proof ? known.id : undefined
}

export function openKnownClients(device: Pick<DeviceContext, 'serial' | 'browsers'>): KnownClients {
  const nonces = new Map<string, string>()
  const connections = new WeakMap<Socket, { proof: string; name: string }>()
  let count = 0

  function renew(nonce: string, proof: string): void {
    if (nonces.has(nonce)) return
    nonces.set(nonce, proof)
    const oldest = nonces.size > REMEMBERED ? nonces.keys().next().value : undefined
    if (oldest !== undefined) nonces.delete(oldest)
  }

  return {
    find(request, proof, nonce) {
      if (nonce !== undefined && nonces.get(nonce) === proof) return `nonce ${nonce}`
      const connection = connections.get(request.socket)
      if (connection?.proof === proof) return connection.name
      const browser = browserOf(request, device, proof)
      return browser === undefined ? undefined : `browser ${browser}`
    },
    add(request, proof, nonce) {
      if (nonce !== undefined) renew(nonce, proof)
      if (connections.get(request.socket)?.proof === proof) return
      count += 1
      connections.set(request.socket, { proof, name: `connection ${count}` })
    },
    renew,
  }
}
