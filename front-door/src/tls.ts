import { X509Certificate } from 'node:crypto'
import type { Server } from 'node:net'
import { connect } from 'node:tls'
import type { SecureContextOptions } from 'node:tls'

/** A certificate and its private key, PEM. The certificate may be followed by its chain. */
export interface Certificate {
  cert: string
  key: string
}

/** The settings of https. */
export interface Tls extends Certificate {
  /**
   * The TLS 1.2 cipher suites by their OpenSSL names; Node's by default. TLS 1.3 always has its
   * own.
   */
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

/** Time limit of the self-test's handshake, in milliseconds. */
const LIMIT = 5_000

/** The address at which to reach a server that listens on all of them. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/**
 * Completes a TLS 1.2 handshake with a server, as a client that offers its suites. Only a handshake
 * shows whether certificate and key belong together and the suites fit the key: OpenSSL accepts any
 * combination, and then fails every client.
 * @param server resolves at once if it is not listening
 * @throws when the handshake fails, or another certificate is presented
 */
export function askItself(server: Server | undefined, tls: Tls | undefined): Promise<void> {
  const bound = server?.address()
  if (!tls || !bound || typeof bound === 'string') return Promise.resolve()
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: LOOPBACK[bound.address] ?? bound.address,
      port: bound.port,
      // It only matters whether it is our certificate, not who signed it.
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
