/**
 * Encrypted images: LUKS1 by cryptsetup, which asks for neither root nor a device here. LUKS1,
 * because independent programs such as qemu-img open it. Source: LUKS1 On-Disk Format
 * Specification 1.2.3; the manual page of cryptsetup 2.6.
 */
import { open } from 'node:fs/promises'
import { empty, sync } from './durable.ts'
import type { Watch } from './file-system.ts'
import { ProgramFailed, run } from './programs.ts'
import { SECTOR } from './xts.ts'

/**
 * Iterations of PBKDF2 with SHA-256: about 0.3 s on a core of 2020. A fixed number, because
 * cryptsetup would otherwise measure for a second or more, and a busy host would get fewer.
 */
export const ITERATIONS = 200_000

/** cryptsetup's exit code when no key fits. */
const WRONG_PASSPHRASE = 2

/** Bytes of the volume key: two of AES-256, for XTS. */
const KEY_SIZE = 64

const HEADER = { size: 592, payloadAt: 104, keySizeAt: 108, cipherAt: 8, modeAt: 40 }

/** Tests take fewer iterations. */
interface Strength extends Pick<Watch, 'signal'> {
  iterations?: number
}

const strong = (iterations: number) => ['--pbkdf-force-iterations', String(iterations)]

/**
 * Makes an image an encrypted one, in which nothing has been written yet. What it held is gone.
 * @param passphrase Its UTF-8 bytes are the key, as of a passphrase typed at cryptsetup's prompt.
 */
export async function formatLuks(
  image: string,
  passphrase: string,
  { iterations = ITERATIONS, signal }: Strength = {},
): Promise<void> {
  await empty(image)
  const cipher = ['--cipher', 'aes-xts-plain64', '--key-size', '512', '--hash', 'sha256']
  const args = ['luksFormat', '--batch-mode', '--type', 'luks1', ...cipher, ...strong(iterations)]
  const input = Buffer.from(passphrase)
  const { code, stderr } = await run('cryptsetup', [...args, '--key-file', '-', image], {
    input,
    signal,
  })
  if (code !== 0) throw new ProgramFailed('cryptsetup', stderr)
  await sync(image)
}

/**
 * The key with which an image is encrypted; undefined for a wrong passphrase. It is only in memory:
 * cryptsetup writes it into a pipe.
 */
export async function unlock(
  image: string,
  passphrase: string,
  { signal }: Pick<Watch, 'signal'> = {},
): Promise<Buffer | undefined> {
  const args = ['luksDump', '--batch-mode', '--dump-volume-key', '--key-file', '-', image]
  const { code, stdout, stderr } = await run('cryptsetup', args, {
    input: Buffer.from(passphrase),
    signal,
  })
  if (code === WRONG_PASSPHRASE) return undefined
  const [, digits = ''] = /^MK dump:((?:\s+[\da-f]{2})+)\s*$/m.exec(stdout.toString()) ?? []
  const key = Buffer.from(digits.replaceAll(/\s/g, ''), 'hex')
  stdout.fill(0)
  if (code !== 0 || key.length !== KEY_SIZE) throw new ProgramFailed('cryptsetup', stderr)
  return key
}

/**
 * Changes the passphrase, and nothing of what is encrypted; false if the old one is wrong. A power
 * cut leaves the old one, the new one, or both valid.
 */
export async function changePassphrase(
  image: string,
  old: string,
  passphrase: string,
  { iterations = ITERATIONS, signal }: Strength = {},
): Promise<boolean> {
  // Both come through the standard input: the size of the first says where the second begins.
  // Further pipes of Node are sockets, which cryptsetup can't open by name.
  const [first, second] = [Buffer.from(old), Buffer.from(passphrase)]
  const oldKey = ['--key-file', '-', '--keyfile-size', String(first.length)]
  const args = ['luksChangeKey', '--batch-mode', ...strong(iterations), ...oldKey, image, '-']
  const input = Buffer.concat([first, second])
  const { code, stderr } = await run('cryptsetup', args, { input, signal })
  if (code === WRONG_PASSPHRASE) return false
  if (code !== 0) throw new ProgramFailed('cryptsetup', stderr)
  await sync(image)
  return true
}

/**
 * Where the encrypted sectors of an image begin, in bytes.
 * @throws if it is encrypted in another way than ours
 */
export async function payloadOffset(image: string): Promise<number> {
  const handle = await open(image, 'r')
  try {
    const { buffer } = await handle.read(Buffer.alloc(HEADER.size), 0, HEADER.size, 0)
    const text = (at: number) => buffer.toString('latin1', at, at + 32).replace(/\0[\s\S]*$/, '')
    const ours =
      text(HEADER.cipherAt) === 'aes' &&
      text(HEADER.modeAt) === 'xts-plain64' &&
      buffer.readUInt32BE(HEADER.keySizeAt) === KEY_SIZE
    if (!ours) throw new Error('The card is encrypted in a way that the device does not know.')
    return buffer.readUInt32BE(HEADER.payloadAt) * SECTOR
  } finally {
    await handle.close()
  }
}
