import { createHash } from 'node:crypto'
import { ActionFailure } from '../action-rules/types.ts'
import type { Task } from './recipient.ts'

/**
 * Compares the key of an SSH server with the fingerprints of its recipient: SHA-256 in Base64 or
 * hexadecimal digits, MD5 in hexadecimal digits, with or without what programs print around them.
 * Without a fingerprint no server is trusted, because whoever answers would get the password.
 * @returns why the key isn't accepted; it says which fingerprint would be
 */
export function refusalOfKey(key: Buffer, { value }: Pick<Task, 'value'>) {
  const [sha256, md5] = [
    createHash('sha256').update(key).digest(),
    createHash('md5').update(key).digest(),
  ]
  const shown = sha256.toString('base64').replace(/=+$/, '')
  const expected = {
    sha256: value('ssh_host_pub_key_sha256')
      .trim()
      .replace(/^SHA256:/i, '')
      .replace(/=+$/, ''),
    md5: value('ssh_host_pub_key_md5')
      .trim()
      .replace(/^MD5:/i, '')
      .replaceAll(':', '')
      .toLowerCase(),
  }
  const isSha256 =
    expected.sha256 === shown || expected.sha256.toLowerCase() === sha256.toString('hex')
  const isMd5 = expected.md5 === md5.toString('hex')
  const isKnown =
    (isSha256 || expected.sha256 === '') && (isMd5 || expected.md5 === '') && (isSha256 || isMd5)
  if (isKnown) return undefined
  return new ActionFailure('certificate', `The key of the server is SHA256:${shown}`)
}
