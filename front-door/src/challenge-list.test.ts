import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { challengesIn } from './challenge-list.ts'

test('separates several challenges in one header', () => {
  const header =
    'Digest realm="a, b", nonce="n=", algorithm=SHA-256, qop="auth", ' +
    'Digest realm="x", nonce="m" , qop="auth,auth-int",Basic realm="y", Negotiate'
  expect(
    challengesIn(header).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)]),
  ).toEqual([
    ['digest', { realm: 'a, b', nonce: 'n=', algorithm: 'SHA-256', qop: 'auth' }],
    ['digest', { realm: 'x', nonce: 'm', qop: 'auth,auth-int' }],
    ['basic', { realm: 'y' }],
    ['negotiate', {}],
  ])
})

test('survives any header', () => {
  const piece = fc.constantFrom('Digest ', 'a', '=', '"', '\\', ',', ' ', 'realm="x"', 'é')
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(Array.isArray(challengesIn(pieces.join('')))).toBe(true)
    }),
  )
})
