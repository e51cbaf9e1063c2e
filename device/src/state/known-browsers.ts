import { randomBytes } from 'node:crypto'
import type { KnownBrowsers } from '@lintel/front-door/device-context'
import type { SecretBox } from './secret-box.ts'

const OWNER = 'known browser'
const ID_BYTES = 9
/** Its length in base64. */
const ID_LENGTH = 12

/** Marks that are sealed with the device's key, so that nothing has to be stored. */
export function openKnownBrowsers(secrets: SecretBox): KnownBrowsers {
  return {
    mark(proof) {
      const id = randomBytes(ID_BYTES).toString('base64url')
      return Buffer.from(secrets.seal(id + proof, OWNER), 'base64').toString('base64url')
    },
    find(mark) {
      const text = secrets.open(mark, OWNER)
      if (text === undefined) return undefined
      return { id: text.slice(0, ID_LENGTH), proof: text.slice(ID_LENGTH) }
    },
  }
}
