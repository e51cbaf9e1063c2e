import { createHash, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'

/** What makes a device's certificate known before anybody has looked at it. */
export interface KnownBy {
  /** Certificates of authorities in PEM form; by default those that Node comes with. */
  ca?: string
  /** The SHA-256 fingerprint of the certificate, in hex digits; colons and case don't matter. */
  fingerprint?: string
}

/** The certificate of a device that nobody has confirmed. */
export interface Unconfirmed {
  /** SHA-256, as `AB:CD:…`. */
  fingerprint: string
  /** Host names and addresses in it; without any, its subject. */
  names: string
  /** When it expires. */
  validTo: Date
  /** The fingerprint of the one before it, which was trusted. */
  before: string | undefined
}

/** The certificate is not one that is trusted. Nothing has been sent to its owner. */
export class CertificateNotTrusted extends Error {
  readonly certificate: Unconfirmed
  constructor(certificate: Unconfirmed) {
    super(`The certificate ${certificate.fingerprint} is not trusted.`)
    this.name = 'CertificateNotTrusted'
    this.certificate = certificate
  }
}

/** Decides whether the certificate of one device is trusted, for as long as the program runs. */
export interface Trust {
  /**
   * Opens a TLS connection.
   * @param signal ends the attempt
   * @throws CertificateNotTrusted, or the error of the connection
   */
  connect(target: { host: string; port: number }, signal: AbortSignal): Promise<TLSSocket>
  /** Why the last connection was refused; `isFinal` if nobody can confirm the certificate. */
  problem(): (Unconfirmed & { isFinal: boolean }) | undefined
  /**
   * Trusts the certificate that waits, and from then on no other one.
   * @returns whether one with this fingerprint was waiting
   */
  confirm(fingerprint: string): boolean
}

/**
 * @param known with a fingerprint, only that certificate is ever trusted. Without, one that a known
 *   authority has signed for the device's name is; any other one after a person has confirmed it.
 */
export function openTrust({ ca, fingerprint }: KnownBy = {}): Trust {
  const isFixed = fingerprint !== undefined
  let pinned = fingerprint === undefined ? undefined : normalised(fingerprint)
  let waiting: Unconfirmed | undefined

  /** Refuses a socket whose certificate is not trusted. */
  function check(socket: TLSSocket, problem: Error | undefined): void {
    const raw = socket.getPeerCertificate().raw as Buffer | undefined
    if (!raw) throw new Error('The device has sent no certificate.')
    const seen = fingerprintOf(raw)
    if (pinned === undefined ? !problem : seen === pinned) {
      waiting = undefined
      return
    }
    const certificate = new X509Certificate(raw)
    const unconfirmed: Unconfirmed = {
      fingerprint: seen,
      names: namesOf(certificate),
      validTo: new Date(certificate.validTo),
      before: pinned,
    }
    waiting = unconfirmed
    throw new CertificateNotTrusted(unconfirmed)
  }

  return {
    connect: ({ host, port }, signal) =>
      new Promise((resolve, reject) => {
        const socket = connect({
          host,
          port,
          ...(ca === undefined ? {} : { ca }),
          // Node would end the connection before anybody could see its certificate.
          rejectUnauthorized: false,
          ...(isIP(host) === 0 ? { servername: host } : {}),
        })
        const giveUp = () => socket.destroy(new Error('The device does not answer.'))
        signal.addEventListener('abort', giveUp)
        socket.once('error', reject)
        socket.once('secureConnect', () => {
          socket.off('error', reject)
          signal.removeEventListener('abort', giveUp)
          try {
            check(socket, socket.authorized ? undefined : socket.authorizationError)
            resolve(socket)
          } catch (error) {
            socket.destroy()
            reject(error)
          }
        })
      }),
    problem: () => waiting && { ...waiting, isFinal: isFixed },
    confirm(wanted) {
      if (isFixed || waiting?.fingerprint !== normalised(wanted)) return false
      pinned = waiting.fingerprint
      waiting = undefined
      return true
    },
  }
}

/** A SHA-256 fingerprint as `AB:CD:…`; undefined if the text is none. */
export function readFingerprint(text: string): string | undefined {
  const digits = text.replaceAll(/[\s:]/g, '').toUpperCase()
  return /^[0-9A-F]{64}$/.test(digits) ? normalised(digits) : undefined
}

const normalised = (text: string): string =>
  (text.replaceAll(/[\s:]/g, '').toUpperCase().match(/../g) ?? []).join(':')

const fingerprintOf = (raw: Buffer): string =>
  normalised(createHash('sha256').update(raw).digest('hex'))

/** `DNS:door.local, IP Address:192.168.0.90` without the kinds of the names. */
const namesOf = ({ subject, subjectAltName }: X509Certificate): string =>
  subjectAltName?.replaceAll(/(^|, )(?:DNS|IP Address):/g, '$1') ?? subject
