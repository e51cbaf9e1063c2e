import { createHash } from 'node:crypto'
import { element } from '@lintel/contract/xml/element'
import type { XmlElement } from '@lintel/contract/xml/element'
import { expect, test } from 'vitest'
import { readXml } from '../xml.ts'
import { openTokenGuard, TOKEN_WINDOW_MS, tokenIn, tokenMatches } from './ws-security.ts'
import type { UsernameToken } from './ws-security.ts'

const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'
const WSU = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd'
const PROFILE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0'

const security = (inside: string): XmlElement =>
  readXml(Buffer.from(`<w:Security xmlns:w="${WSSE}" xmlns:u="${WSU}">${inside}</w:Security>`))
const token = (inside: string): string => `<w:UsernameToken>${inside}</w:UsernameToken>`
const DIGEST = `<w:Username>nvr</w:Username><w:Password Type="${PROFILE}#PasswordDigest">tuOSpGlFlIXsozq4HFNeeGeFLEI=</w:Password><w:Nonce>LKqI6G/AikKCQrN0zqZFlg==</w:Nonce><u:Created>2010-09-16T07:50:45Z</u:Created>`

test("ONVIF's own example digest matches its password, and no other", () => {
  // ONVIF Application Programmer's Guide, "Authentication": user `user`, password `userpassword`.
  const read = tokenIn([security(token(DIGEST))])
  expect(read).toEqual({
    user: 'nvr',
    password: { digest: 'tuOSpGlFlIXsozq4HFNeeGeFLEI=' },
    nonce: 'LKqI6G/AikKCQrN0zqZFlg==',
    created: '2010-09-16T07:50:45Z',
  })
  expect(read && tokenMatches(read, 'userpassword')).toBe(true)
  expect(read && tokenMatches(read, 'userpasswore')).toBe(false)
  expect(read && tokenMatches({ ...read, created: '2010-09-16T07:50:46Z' }, 'userpassword')).toBe(
    false,
  )
})

test('a plain-text password may come without nonce and time', () => {
  for (const type of ['', ` Type="${PROFILE}#PasswordText"`]) {
    const inside = `<w:Username>nvr</w:Username><w:Password${type}>a &amp; b</w:Password>`
    const read = tokenIn([security(`<u:Timestamp/>${token(inside)}`)])
    expect(read).toMatchObject({ user: 'nvr', password: { text: 'a & b' } })
    expect(read && tokenMatches(read, 'a & b')).toBe(true)
    expect(read && tokenMatches(read, 'a &')).toBe(false)
  }
})

test('without a security header or a token there is no sender', () => {
  expect(tokenIn([element('urn:x', 'Security')])).toBeUndefined()
  expect(tokenIn([security('<u:Timestamp/>')])).toBeUndefined()
})

test.each([
  ['two tokens', [security(token(DIGEST) + token(DIGEST))]],
  ['two headers', [security(token(DIGEST)), security(token(DIGEST))]],
  ['another kind of token', [security('<w:BinarySecurityToken/>')]],
  ['a signature', [security(`${token(DIGEST)}<s:Signature xmlns:s="urn:s"/>`)]],
  ['no name', [security(token(DIGEST.replace(/<w:Username>.*<\/w:Username>/, '')))]],
  ['no password', [security(token('<w:Username>nvr</w:Username>'))]],
  ['a digest without nonce', [security(token(DIGEST.replace(/<w:Nonce>.*<\/w:Nonce>/, '')))]],
  ['a digest without time', [security(token(DIGEST.replace(/<u:Created>.*<\/u:Created>/, '')))]],
  ['a nonce that is no Base64', [security(token(DIGEST.replace('LKqI', 'L_qI')))]],
  ['an endless nonce', [security(token(DIGEST.replace('LKqI', 'LKqI'.repeat(40))))]],
  ['a password of another type', [security(token(DIGEST.replace('#PasswordDigest', '#Other')))]],
])('%s is refused', (_, headers) => {
  expect(() => tokenIn(headers)).toThrow('The security header is not understood.')
})

const START = Date.UTC(2026, 10, 20, 13, 0, 0)

function guarded() {
  let now = START
  const guard = openTokenGuard(() => now)
  return { guard, at: (time: number) => (now = time) }
}

const made = (created: string | undefined, nonce = 'AAAA'): UsernameToken => ({
  user: 'nvr',
  password: { digest: '' },
  nonce,
  created,
})
const iso = (at: number): string => new Date(at).toISOString()

test.each([
  [iso(START), true],
  [iso(START - TOKEN_WINDOW_MS), true],
  [iso(START - TOKEN_WINDOW_MS - 1), false],
  [iso(START + TOKEN_WINDOW_MS), true],
  [iso(START + TOKEN_WINDOW_MS + 1), false],
  ['2026-11-20T13:00:00', true],
  ['2026-11-20T15:02:00+02:00', true],
  ['2026-11-20T13:00:00+02:00', false],
  ['yesterday', false],
  ['', false],
])('a token of %s is fresh: %s', (created, fresh) => {
  expect(guarded().guard.fresh(made(created))).toBe(fresh)
})

test('a nonce is accepted once per account while its token is fresh', () => {
  const { guard, at } = guarded()
  const token = made(iso(START))
  expect(guard.use(token)).toBe(true)
  expect(guard.use(token)).toBe(false)
  expect(guard.use({ ...token, user: 'other' })).toBe(true)
  expect(guard.use(made(iso(START), 'BBBB'))).toBe(true)
  at(START + TOKEN_WINDOW_MS)
  expect(guard.use(token)).toBe(false)
})

test('however many tokens there are, none is accepted twice', () => {
  const { guard } = guarded()
  const all = Array.from({ length: 20_000 }, (_, n) =>
    made(iso(START - TOKEN_WINDOW_MS + n), createHash('md5').update(`${n}`).digest('base64')),
  )
  for (const token of all) expect(guard.use(token)).toBe(true)
  for (const token of all) expect(guard.use(token)).toBe(false)
})

test('setting the clock back locks nobody out', () => {
  const hour = 3_600_000
  const nonceOf = (n: number): string => `${n}`.padStart(8, '0')
  for (const earlier of [2_100, 20_000]) {
    const { guard, at } = guarded()
    for (let n = 0; n < earlier; n += 1) guard.use(made(iso(START + n), nonceOf(n)))
    at(START - hour)
    const later = Array.from({ length: 3_000 }, (_, n) =>
      guard.use(made(iso(START - hour + n), `B${nonceOf(n)}`)),
    )
    expect(later.filter((accepted) => !accepted)).toEqual([])
  }
})

test('an old token is refused once its nonce may have been forgotten', () => {
  const { guard } = guarded()
  for (let n = 0; n < 20_000; n += 1) guard.use(made(iso(START + n), `${n}`.padStart(8, '0')))
  expect(guard.use(made(iso(START), 'never'))).toBe(false)
  expect(guard.use(made(iso(START + 20_000), 'never'))).toBe(true)
})
