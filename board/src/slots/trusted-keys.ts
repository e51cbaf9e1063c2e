import { createHash, createPublicKey } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeAside } from '../hardware/write-aside.ts'

/** The public keys (PEM) in a data folder: images signed by one of them may be installed. */
export function trustedKeys(dataFolder: string): string[] {
  const folder = folderIn(dataFolder)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.pem'))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

/**
 * Trusts the checkout's signatures, if it has a key yet. The key stays trusted until its file is
 * removed, because a data folder may move to another checkout.
 * @throws when the file holds no key
 */
export function trustCheckout(dataFolder: string, publicKeyFile: string): void {
  if (!existsSync(publicKeyFile)) return
  const pem = readFileSync(publicKeyFile, 'utf8')
  const der = createPublicKey(pem).export({ type: 'spki', format: 'der' })
  const fingerprint = createHash('sha256').update(der).digest('hex').slice(0, 16)
  const file = join(folderIn(dataFolder), `checkout-${fingerprint}.pem`)
  if (!existsSync(file)) writeAside(file, pem)
}

const folderIn = (dataFolder: string) => join(dataFolder, 'trusted-keys')
