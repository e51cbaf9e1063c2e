import { createHash, randomBytes } from 'node:crypto'
import type { Credentials } from '@lintel/front-door/device-context'

/** The account of a running application, with which it makes calls of the device. */
export interface AppAccount {
  user: string
  password: string
  credentials: Credentials
}

/**
 * Makes an account for one run. No person's account can have such a name: it has a dot. It exists in
 * memory only, and is a viewer's.
 */
export function makeAccount(app: string, realm: string): AppAccount {
  const user = `app.${app}`
  const password = randomBytes(24).toString('base64url')
  const digest = (algorithm: string) =>
    createHash(algorithm).update(`${user}:${realm}:${password}`).digest('hex')
  const ha1 = { md5: digest('md5'), sha256: digest('sha256') }
  return { user, password, credentials: { ha1, groups: ['viewer'] } }
}
