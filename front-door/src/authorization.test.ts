import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parameters, parseAuthorization } from './authorization.ts'

const FIELDS = {
  username: '"root"',
  realm: '"AXIS_ACCC8E012345"',
  nonce: '"abc"',
  uri: '"/axis-cgi/param.cgi?action=list&group=a,b"',
  response: '"0123"',
  cnonce: '"c"',
  nc: '0000000a',
  qop: 'auth',
}
const headerOf = (fields: Record<string, string>): string =>
  `Digest ${Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')}`

test('reads a Digest response, also with commas in the URI', () => {
  expect(parseAuthorization(headerOf(FIELDS))).toEqual({
    scheme: 'digest',
    digest: {
      user: 'root',
      realm: 'AXIS_ACCC8E012345',
      nonce: 'abc',
      uri: '/axis-cgi/param.cgi?action=list&group=a,b',
      response: '0123',
      algorithm: 'MD5',
      cnonce: 'c',
      nc: '0000000a',
      count: 10,
    },
  })
})

test.each([
  ['md5', 'MD5'],
  ['"sha-256"', 'SHA-256'],
])('takes the algorithm %s in any case', (written, algorithm) => {
  expect(parseAuthorization(headerOf({ ...FIELDS, algorithm: written }))).toMatchObject({
    digest: { algorithm },
  })
})

test.each([
  ['an unknown algorithm', { ...FIELDS, algorithm: 'MD5-sess' }],
  ['another protection', { ...FIELDS, qop: 'auth-int' }],
  ['a short count', { ...FIELDS, nc: '1' }],
  ['a count that is no number', { ...FIELDS, nc: '0000000g' }],
])('refuses %s', (_what, fields) => {
  expect(parseAuthorization(headerOf(fields))).toBeUndefined()
})

test.each(Object.keys(FIELDS))('refuses a Digest answer without %s', (name) => {
  const fields: Record<string, string> = { ...FIELDS }
  delete fields[name]
  expect(parseAuthorization(headerOf(fields))).toBeUndefined()
})

test('refuses a name that occurs twice', () => {
  expect(parseAuthorization(`${headerOf(FIELDS)}, username="admin"`)).toBeUndefined()
})

test('reads Basic, where passwords may contain colons', () => {
  const encoded = Buffer.from('röot:pass:word').toString('base64')
  expect(parseAuthorization(`basic ${encoded}`)).toEqual({
    scheme: 'basic',
    user: 'röot',
    password: 'pass:word',
  })
})

test.each([
  '',
  'Basic',
  'Basic  ',
  'Basic %%%',
  'Basic cm9vdA==',
  'Bearer abc',
  'Digest',
  'Digest a',
])('refuses %j', (header) => {
  expect(parseAuthorization(header)).toBeUndefined()
})

test('reads back any quoted value that was written into a header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), fc.string(), (value, other) => {
      const text = value.replaceAll(/[\r\n]/g, '')
      const quote = (raw: string): string => `"${raw.replaceAll(/["\\]/g, '\\$&')}"`
      const clean = other.replaceAll(/[\r\n\u2028\u2029]/g, '')
      const found = parameters(`a=${quote(text)} , b=${quote(clean)}`)
      expect(found).toEqual(
        new Map([
          ['a', text],
          ['b', clean],
        ]),
      )
    }),
  )
})

test('survives any header, and quickly', () => {
  const piece = fc.constantFrom(
    'Digest ',
    'a',
    '=',
    '"',
    '\\',
    ',',
    ' ',
    'nc=1',
    'username="x"',
    'é',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 400 }), fc.string(), (pieces, end) => {
      const started = performance.now()
      parseAuthorization(`Digest ${pieces.join('')}${end}`)
      parseAuthorization(end)
      expect(performance.now() - started).toBeLessThan(1_000)
    }),
  )
})

test('stays fast on headers made to slow it down', () => {
  const started = performance.now()
  for (const text of [`a="${'\\'.repeat(16_000)}`, ` ,`.repeat(8_000), 'a'.repeat(16_000)]) {
    expect(parseAuthorization(`Digest ${text}`)).toBeUndefined()
  }
  expect(performance.now() - started).toBeLessThan(2_000)
})
