import { X509Certificate } from 'node:crypto'
import type { Server } from 'node:net'
import { connect } from 'node:tls'
import type { SecureContextOptions } from 'node:tls'

/** A certificate and its private key, PEM. The certificate may be followed by its chain. */
export interface Certificate {
  cert: string
  key: string
}

/** How https answers. */
export interface Tls extends Certificate {
  /** The suites of TLS 1.2 by their OpenSSL names; absent: Node's. TLS 1.3 has its own, always. */
  ciphers?: readonly string[]
}

/** DHE suites need parameters of their own (RFC 7919). */
export const contextOf = ({ cert, key, ciphers }: Tls): SecureContextOptions => ({
  cert,
  key,
  dhparam: 'auto',
  minVersion: 'TLSv1.2',
  ...(ciphers ? { ciphers: ciphers.join(':') } : {}),
})

/** Milliseconds that a handshake with oneself may take. */
const LIMIT = 5_000

/** By which address of its own a server that listens on all of them is asked. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/**
 * Shakes hands with a server over TLS 1.2, as a client that takes its suites. A certificate and a
 * key that do not belong together, or suites that do not fit the key, show themselves only so:
 * OpenSSL takes them, and then serves nobody.
 * @param server resolves at once where it does not listen
 * @throws when the handshake fails, or another certificate is shown
 */
export function askItself(server: Server | undefined, tls: Tls | undefined): Promise<void> {
  const bound = server?.address()
  if (!tls || !bound || typeof bound === 'string') return Promise.resolve()
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: LOOPBACK[bound.address] ?? bound.address,
      port: bound.port,
      // Only whether it is ours matters here, not who signed it.
      rejectUnauthorized: false,
      maxVersion: 'TLSv1.2',
      ...(tls.ciphers ? { ciphers: tls.ciphers.join(':') } : {}),
    })
    socket.setTimeout(LIMIT, () => socket.destroy(new Error('The handshake took too long.')))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      const shown = socket.getPeerX509Certificate()?.fingerprint256
      socket.destroy()
      if (shown === new X509Certificate(tls.cert).fingerprint256) resolve()
      else reject(new Error('Another certificate is shown.'))
    })
  })
}
