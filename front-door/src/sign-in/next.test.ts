import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextAfterSignIn } from './next.ts'

test.each([
  '/webapp/hw/',
  '/webapp/hw/#/users',
  '/webapp/hw/?a=b#/users/edit',
  '/local-player/',
  '/aca/index.html#settings',
  '/axis-cgi/x.cgi',
])('goes to %s', (next) => {
  expect(nextAfterSignIn(next)).toBe(next)
})

test.each([
  undefined,
  null,
  '',
  'webapp/hw/',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '/ /evil.example/',
  '/.//evil.example/',
  '/webapp/..//evil.example',
  'javascript:alert(1)',
  '/sign-in',
  '/sign-in?next=/sign-in',
  '/sign-out',
  '/webapp\r\nset-cookie: a=b',
])('goes to the console instead of %j', (next) => {
  expect(nextAfterSignIn(next)).toBe('/webapp/hw/')
})

test('never leaves the device, whatever the input', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    ':',
    '@',
    '#',
    '?',
    'evil.example',
    '%2f',
    '\t',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece).map((list) => list.join('')),
        fc.string(),
      ),
      (next) => {
        const to = new URL(nextAfterSignIn(next), 'http://192.168.0.90/sign-in')
        expect(to.origin).toBe('http://192.168.0.90')
      },
    ),
  )
})
