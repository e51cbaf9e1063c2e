import { createHash, randomBytes } from 'node:crypto'

const OASIS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss'

export interface TokenParts {
  user: string
  password: string
  /** UTC milliseconds. */
  created: number
}

/** The security header of an ONVIF client (WSS UsernameToken profile 1.1, PasswordDigest). */
export function onvifToken({ user, password, created }: TokenParts): string {
  const at = new Date(created).toISOString()
  const nonce = randomBytes(16)
  const digest = createHash('sha1').update(nonce).update(at).update(password).digest('base64')
  const type = `${OASIS}-username-token-profile-1.0#PasswordDigest`
  return securityHeader(
    user,
    `<w:Password Type="${type}">${digest}</w:Password>` +
      `<w:Nonce>${nonce.toString('base64')}</w:Nonce><u:Created>${at}</u:Created>`,
  )
}

/** The same around any proof; the envelope's prefix is `s`. */
export const securityHeader = (user: string, proof: string): string =>
  `<w:Security s:mustUnderstand="1" xmlns:w="${OASIS}-wssecurity-secext-1.0.xsd" xmlns:u="${OASIS}-wssecurity-utility-1.0.xsd">` +
  `<w:UsernameToken><w:Username>${user}</w:Username>${proof}</w:UsernameToken></w:Security>`
