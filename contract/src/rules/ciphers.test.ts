import { expect, test } from 'vitest'
import { CIPHERS, DEPRECATED_CIPHERS, LEGACY_CIPHERS } from './ciphers.ts'

test('the broken suites are the four with RC4 and single or triple DES (TLS-15)', () => {
  const broken = [...CIPHERS, ...LEGACY_CIPHERS].filter((name) => /RC4|DES-CBC/.test(name))
  expect(DEPRECATED_CIPHERS.toSorted()).toEqual(broken.toSorted())
  expect(broken).toHaveLength(4)
})
