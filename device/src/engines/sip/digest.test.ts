import { expect, test } from 'vitest'
import { openAuthorization, readChallenge, respond } from './digest.ts'

const MUFASA = { user: 'Mufasa', password: 'Circle of Life' }
const GET = { method: 'GET', uri: '/dir/index.html' }
const OPTIONS = { cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ' }
const challenge = (algorithm: string) =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`

const responseTo = (
  text: string,
  ...[request, options]: [typeof GET & { body?: string }, object?]
) => {
  const read = readChallenge(text)
  return read && /response="([^"]*)"/.exec(respond(read, MUFASA, request, options))?.[1]
}

test('the examples of RFC 7616 §3.9.1 come out', () => {
  expect(responseTo(challenge('MD5'), GET, OPTIONS)).toBe('8ca523f5e9506fed4657c9700eebdbec')
  expect(responseTo(challenge('SHA-256'), GET, OPTIONS)).toBe(
    '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1',
  )
})

test('without qop, the response is that of RFC 2069', () => {
  const text = 'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"'
  const read = readChallenge(text)
  expect(read && respond(read, { user: 'Mufasa', password: 'Circle Of Life' }, GET)).toContain(
    'response="670fd8c2df070c60b045671b8b24ff02"',
  )
})

test('session keys and the body change the response', () => {
  const plain = responseTo(challenge('MD5'), GET, OPTIONS)
  const session = responseTo(challenge('MD5-sess'), GET, OPTIONS)
  expect(session).toMatch(/^[0-9a-f]{32}$/)
  expect(session).not.toBe(plain)
  const withBody = challenge('MD5').replace('auth, auth-int', 'auth-int')
  expect(responseTo(withBody, { ...GET, body: 'a' }, OPTIONS)).not.toBe(
    responseTo(withBody, { ...GET, body: 'b' }, OPTIONS),
  )
})

test.each([
  'Basic realm="x"',
  'Digest realm="x"',
  'Digest nonce="x"',
  'Digest realm="x", nonce="y", algorithm=SHA3',
  'Digest realm="x", nonce="y", qop="other"',
  'Digest',
  '',
])('%s is not answered', (text) => {
  expect(readChallenge(text)).toBeUndefined()
})

test('names with quotes are written so that they can be read', () => {
  const read = readChallenge('Digest realm="a \\"b\\"", nonce="n"')
  expect(read?.parameters.get('realm')).toBe('a "b"')
  expect(read && respond(read, { user: 'x"y', password: '' }, GET)).toContain(
    'username="x\\"y", realm="a \\"b\\""',
  )
})

test('of several challenges of a realm the first known one is answered, each realm once', () => {
  const authorization = openAuthorization((proxy) => ({
    user: proxy ? 'porter' : 'door',
    password: 'x',
  }))
  const server = [
    'Digest realm="a", nonce="1", algorithm=NEW',
    'Digest realm="a", nonce="1", algorithm=SHA-256',
    'Digest realm="a", nonce="1", algorithm=MD5',
  ]
  const first = authorization.answer({ proxy: [], server }, GET)
  expect(first).toEqual([expect.stringMatching(/^Authorization: Digest username="door".*SHA-256/)])
  const second = authorization.answer({ proxy: ['Digest realm="p", nonce="2"'], server: [] }, GET)
  expect(second?.map((field) => field.split(',')[0])).toEqual([
    'Authorization: Digest username="door"',
    'Proxy-Authorization: Digest username="porter"',
  ])
  expect(authorization.answer({ proxy: [], server }, GET)).toBeUndefined()
  const stale = ['Digest realm="a", nonce="3", stale=TRUE']
  expect(authorization.answer({ proxy: [], server: stale }, GET)?.[0]).toContain('nonce="3"')
})

test('without credentials, or a challenge, there is no answer', () => {
  const nobody = openAuthorization(() => undefined)
  expect(nobody.answer({ proxy: [], server: ['Digest realm="a", nonce="1"'] }, GET)).toBeUndefined()
  const somebody = openAuthorization(() => MUFASA)
  expect(somebody.answer({ proxy: [], server: [] }, GET)).toBeUndefined()
})
