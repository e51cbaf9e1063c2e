import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './root.mjs'

/** Ignored by git: the key of this checkout, and the images built from it. */
export const FIRMWARE_FOLDER = join(ROOT, '.firmware')

const PRIVATE = join(FIRMWARE_FOLDER, 'signing-key.pem')
/** The board copies it to the trusted keys of its data folder (board/src/start-up.ts). */
const PUBLIC = join(FIRMWARE_FOLDER, 'signing-key.pub.pem')

/**
 * The key (Ed25519, PKCS#8 PEM) with which this checkout signs firmware images; created on first
 * use, readable by its owner only.
 * @returns {Promise<string>}
 */
export async function signingKey() {
  const known = await readFile(PRIVATE, 'utf8').catch(() => undefined)
  const pem =
    known ??
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  if (known === undefined) await store(PRIVATE, pem, 0o600)
  const publicPem = createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString()
  const storedPem = await readFile(PUBLIC, 'utf8').catch(() => undefined)
  if (storedPem !== publicPem) await store(PUBLIC, publicPem, 0o644)
  return pem
}

/**
 * @param {string} file
 * @param {string} text
 * @param {number} mode
 */
async function store(file, text, mode) {
  await mkdir(FIRMWARE_FOLDER, { recursive: true })
  const temporary = `${file}.${process.pid}`
  await writeFile(temporary, text, { mode })
  await chmod(temporary, mode)
  await rename(temporary, file)
}
