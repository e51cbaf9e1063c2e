import { createPrivateKey, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeOwnCertificate } from './make.ts'

test('the self-signed certificate names the device and its address, and matches its key', async () => {
  const now = Date.UTC(2026, 10, 20)
  const others = ['axis-aecc8e012345.local', '192.168.0.90', 'fe80::1']
  const { cert, key } = await makeOwnCertificate({ hostName: 'axis-aecc8e012345', others, now })
  const read = new X509Certificate(cert)
  expect(read.subject).toBe('CN=axis-aecc8e012345')
  expect(read.issuer).toBe(read.subject)
  expect(read.verify(read.publicKey)).toBe(true)
  expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true)
  expect(read.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' })
  expect(read.ca).toBe(false)
  expect(read.checkHost('axis-aecc8e012345.local')).toBeDefined()
  expect(read.checkIP('192.168.0.90')).toBeDefined()
  expect(read.checkIP('fe80::1')).toBeDefined()
  expect(read.checkHost('example.org')).toBeUndefined()
  expect(Date.parse(read.validFrom)).toBeLessThan(now)
  expect(Date.parse(read.validTo) - Date.parse(read.validFrom)).toBeLessThan(398 * 86_400_000)
})

test('every certificate has a different serial number', async () => {
  const numbers = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const { cert } = await makeOwnCertificate({ hostName: 'door', others: [], now: 0 })
      return new X509Certificate(cert).serialNumber
    }),
  )
  expect(new Set(numbers).size).toBe(3)
})
