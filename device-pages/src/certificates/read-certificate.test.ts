import { expect, test } from 'vitest'
import { contentsOf } from './read-certificate.ts'

/** Made with OpenSSL: valid for 9,000 days, until a year that UTCTime can't write. */
const HOUSE = `-----BEGIN CERTIFICATE-----
MIIBpjCCAUugAwIBAgIUeY1rX+9RCVxklKum3b80cCVMCmAwCgYIKoZIzj0EAwIw
JzEOMAwGA1UECgwFSG91c2UxFTATBgNVBAMMDGdhdGUuZXhhbXBsZTAgFw0yNjEx
MjcyMTUwMzVaGA8yMDUxMDcxOTIxNTAzNVowJzEOMAwGA1UECgwFSG91c2UxFTAT
BgNVBAMMDGdhdGUuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABE/B
Uh9CESyjksAutTGfvCsoYhZQELHtZyGdtuRy0HMEhZKB3bO82HjQ0s+HCklLkeEj
AkyXpWAeSkGBBIaS0JujUzBRMB0GA1UdDgQWBBQmMIl96pRRtutg0H6IcrhtOXPK
yjAfBgNVHSMEGDAWgBQmMIl96pRRtutg0H6IcrhtOXPKyjAPBgNVHRMBAf8EBTAD
AQH/MAoGCCqGSM49BAMCA0kAMEYCIQCy3pt4icqVSIGswX+8gDJsMiLtXiLGUWVH
D57wLAJ6iwIhAPZ1g37+uF0IuMofJaNXfHyxomlptraYRBtiFy1LhDbw
-----END CERTIFICATE-----`

/** Its organisation is a BMPString, and it has no common name. */
const SOUTH = `-----BEGIN CERTIFICATE-----
MIIBQjCB6QIUbUJkFtEylhpwMhfEgDMUG2w4/ecwCgYIKoZIzj0EAwIwIzEhMB8G
A1UECh4YAFcAbwBoAG4AaABhAHUAcwAgAFMA/ABkMCAXDTI2MTEyNzIxNTAzNVoY
DzIwNTEwNzE5MjE1MDM1WjAjMSEwHwYDVQQKHhgAVwBvAGgAbgBoAGEAdQBzACAA
UwD8AGQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARMBGHfZJWY1O7oAUb7QgOo
vZkAjmQc9VLyk/7roMTbAaHOIowJpgYZKUd4vEuVWFV39GOGb9PtTH2Tr+DgUYQG
MAoGCCqGSM49BAMCA0gAMEUCIQD1Iri+Onom90nOZZf1Xxr9e7Iu9NskJYt9P/zv
Mv2brwIgWmybbivB9bAngzl9SOVG+ZXh80nVmt5gK3Y5T4MCkpQ=
-----END CERTIFICATE-----`

const KEY = '-----BEGIN PRIVATE KEY-----\nbm90IHJlYWQgaGVyZQ==\n-----END PRIVATE KEY-----'

/** Where the month of its first date is. */
const MONTH_AT = 94

const file = (...parts: BlobPart[]) => new Blob(parts)

/** The bytes in a PEM file (DER). */
const derOf = (pem: string) =>
  Uint8Array.from(atob(pem.replaceAll(/-----.*-----|\n/g, '')), (char) => char.charCodeAt(0))

test('a file has the name and the dates of its first certificate, and its certificates and keys', async () => {
  expect(await contentsOf(file(HOUSE, '\n', KEY, '\n', SOUTH))).toEqual({
    certificates: 2,
    keys: 1,
    first: {
      subject: 'gate.example',
      from: new Date('2026-11-27T21:50:35Z'),
      to: new Date('2051-07-19T21:50:35Z'),
    },
  })
})

test('a certificate without a common name has the name of its organisation, however it is written', async () => {
  expect(await contentsOf(file(SOUTH))).toMatchObject({ first: { subject: 'Wohnhaus Süd' } })
})

test('a binary file with a certificate is read too', async () => {
  const { first } = (await contentsOf(file(HOUSE))) ?? {}
  expect(await contentsOf(file(derOf(HOUSE)))).toEqual({ certificates: 1, keys: 0, first })
})

test('a file with only a key has no certificate to show', async () => {
  expect(await contentsOf(file(KEY))).toEqual({ certificates: 0, keys: 1, first: undefined })
})

test.each<[string, BlobPart]>([
  ['a text', 'Dear device'],
  ['nothing', ''],
  ['a certificate that is cut off', derOf(HOUSE).slice(0, 200)],
  ['another structure', new Uint8Array([0x30, 3, 2, 1, 3])],
  ['a date that can’t be read', derOf(HOUSE).map((byte, at) => (at === MONTH_AT ? 0x41 : byte))],
])('%s has no certificate to show', async (_, content) => {
  expect(await contentsOf(file(content))).toBeUndefined()
})
