import type { DigestAccount, DigestSession } from '@lintel/front-door/digest-client'
import { challengesIn } from '@lintel/front-door/challenge-list'
import { createDigestSession } from '@lintel/front-door/digest-client'

/** How an account signs in to a device: by Digest, or by Basic where the connection is encrypted. */
export interface DeviceSignIn {
  /** The `Authorization` of the next request; undefined before the first challenge. */
  authorize(method: string, target: string): string | undefined
  /**
   * Takes the challenge of a 401.
   * @param header the value of WWW-Authenticate; empty without one
   * @param sent the `Authorization` that was refused, if there was one
   * @returns whether to send the request again
   */
  challenged(header: string, sent: string | undefined): boolean
}

/**
 * @param secure whether the connection to the device is encrypted: the password itself is sent over
 *   no other
 */
export function createDeviceSignIn(account: DigestAccount, secure: boolean): DeviceSignIn {
  const digest: DigestSession = createDigestSession(account)
  let basic: string | undefined
  return {
    authorize: (method, target) => basic ?? digest.authorize(method, partsOf(target)),
    challenged(header, sent) {
      if (digest.challenged(header, sent)) {
        basic = undefined
        return true
      }
      const isOffered = challengesIn(header).some(({ scheme }) => scheme === 'basic')
      if (!secure || !isOffered || sent !== undefined) {
        basic = undefined
        return false
      }
      const pair = Buffer.from(`${account.user}:${account.password}`).toString('base64')
      basic = `Basic ${pair}`
      return true
    },
  }
}

/** A request target as the parts of a URL. */
function partsOf(target: string): Pick<URL, 'pathname' | 'search'> {
  const mark = target.indexOf('?')
  return mark === -1
    ? { pathname: target, search: '' }
    : { pathname: target.slice(0, mark), search: target.slice(mark) }
}
