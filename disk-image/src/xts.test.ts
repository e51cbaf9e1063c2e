import { createCipheriv, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openXts, SECTOR } from './xts.ts'

test.each([0, 1, 255, 2 ** 32 - 2, 2 ** 40])(
  'sectors from number %d on are encrypted as OpenSSL does it',
  (first) => {
    const [key, plain] = [randomBytes(64), randomBytes(5 * SECTOR)]
    const expected = Array.from({ length: 5 }, (_, index) => {
      const tweak = Buffer.alloc(16)
      tweak.writeBigUInt64LE(BigInt(first + index))
      const at = index * SECTOR
      return createCipheriv('aes-256-xts', key, tweak).update(plain.subarray(at, at + SECTOR))
    })
    const xts = openXts(key)
    const encrypted = xts.encrypt(plain, first)
    expect(encrypted.equals(Buffer.concat(expected))).toBe(true)
    expect(xts.decrypt(encrypted, first).equals(plain)).toBe(true)
    // Also where the bytes begin at an odd place.
    const odd = Buffer.concat([Buffer.alloc(1), encrypted]).subarray(1)
    expect(xts.decrypt(odd, first).equals(plain)).toBe(true)
  },
)
