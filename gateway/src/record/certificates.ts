import type { Leaf } from './values.ts'

/** The certificate in recordings, in DER and base64: self-signed, for `device.example`. */
export const EXAMPLE_CERTIFICATE =
  'MIIBiTCCAS+gAwIBAgIUAL4dwrAY7ISey74S6rghzr37CdEwCgYIKoZIzj0EAwIwGTEXMBUGA1UEAwwOZGV2aWNlLmV4' +
  'YW1wbGUwIBcNMjYxMTI3MTMwOTUxWhgPMjEyNjExMDMxMzA5NTFaMBkxFzAVBgNVBAMMDmRldmljZS5leGFtcGxlMFkw' +
  'EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEZLI5rdbV5KuZ9CUGDNKujnCdjIUsB139Q38LZHVBvAaGJziei3Zh4/Q+97+6' +
  '0axHdIdAgMs/oIwONwDT2ejjSqNTMFEwHQYDVR0OBBYEFJd63tX8wD5vbp5JWqge5f8LVJcwMB8GA1UdIwQYMBaAFJd6' +
  '3tX8wD5vbp5JWqge5f8LVJcwMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgXIJXX/RaWA6ATPphspsn' +
  'raSkKSVWSnwDWPzMbPAylnMCIQDEQQ5wJPuSy9uvHKVx1MBpzbAYm8eP/kh0gjLA/5OokA=='

/** What descriptions of a certificate say of the example, by the names of their elements. */
const DESCRIBED: Readonly<Record<string, string>> = {
  issuerdn: 'CN=device.example',
  subjectdn: 'CN=device.example',
  serialnum: 'BE1DC2B018EC849ECBBE12EAB821CEBDFB09D1',
}

const VALIDITY: Readonly<Record<string, string>> = {
  from: '2026-11-27T13:09:51.000Z',
  until: '2126-11-03T13:09:51.000Z',
}

const PEM = /-----BEGIN ([A-Z0-9 ]+)-----[^-]*-----END \1-----/g
const BASE64_DER = /^MII[A-Za-z0-9+/\s]{200,}={0,2}$/

/** The value with certificates replaced by the example, and without private keys. */
export function maskCertificates({ name, within, value }: Leaf): string {
  const lower = name.toLowerCase()
  const described = DESCRIBED[lower] ?? (within.includes('Validity') ? VALIDITY[lower] : undefined)
  if (described !== undefined && value !== '') return described
  if (BASE64_DER.test(value.trim())) return EXAMPLE_CERTIFICATE
  return maskPem(value)
}

/** The text with blocks of PEM replaced. */
export function maskPem(text: string): string {
  if (!text.includes('-----BEGIN ')) return text
  return text.replaceAll(PEM, (_whole, kind: string) =>
    kind.includes('CERTIFICATE') && !kind.includes('REQUEST')
      ? pemOf(EXAMPLE_CERTIFICATE)
      : 'hidden',
  )
}

const pemOf = (base64: string): string =>
  [
    '-----BEGIN CERTIFICATE-----',
    ...(base64.match(/.{1,64}/g) ?? []),
    '-----END CERTIFICATE-----',
  ].join('\n')
