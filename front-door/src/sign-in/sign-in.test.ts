import { signIn, signOut } from '@lintel/contract/calls/session'
import { getUserGroups } from '@lintel/contract/calls/users'
import { CONSOLE_HEADER, createClient } from '@lintel/contract/client'
import { LANGUAGES } from '@lintel/contract/languages'
import type { LanguageCode } from '@lintel/contract/languages'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ask, type RawResponse } from '../testing/ask.ts'
import { sampleCalls, WHO } from '../testing/sample-calls.ts'
import { testDoor, type TestDoor } from '../testing/test-door.ts'
import { textsFor } from './texts.ts'

const BUTTONS: Record<LanguageCode, string> = {
  en: 'Sign in',
  es: 'Iniciar sesión',
  de: 'Anmelden',
  it: 'Accedi',
  fr: 'Se connecter',
  pl: 'Zaloguj się',
  sv: 'Logga in',
}

let door: TestDoor
beforeAll(async () => {
  door = await testDoor({ calls: sampleCalls })
})
beforeEach(() => {
  door.device.state.language = 'English'
  door.device.state.phase = 'ready'
  door.device.state.now += 3_600_000
})
afterAll(() => door.close())

const page = (path = '/sign-in', headers = {}): Promise<RawResponse> =>
  ask(door.url + path, { headers })
const post = (fields: Record<string, string>, headers = {}): Promise<RawResponse> =>
  ask(`${door.url}/sign-in`, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
const cookieOf = (answer: RawResponse): string =>
  answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''

test('shows the name that the device tells everybody anyway, as text', async () => {
  expect((await page()).text).toMatch(/<p class="brand"><svg.*<\/svg>A8307-E<\/p>/)
  door.device.state.publishedName = 'Lobby <b> & bar'
  const { text } = await page()
  door.device.state.publishedName = undefined
  expect(text).toContain('<title>Sign in – Lobby &lt;b&gt; &amp; bar</title>')
  expect(text).toContain('<span>Lobby &lt;b&gt; &amp; bar<small>A8307-E</small></span>')
})

test('serves a page that needs neither script nor app, and is locked down', async () => {
  const { status, headers, text } = await page('/sign-in?next=/webapp/hw/?a=b')
  expect(status).toBe(200)
  expect(text).toContain('<html lang="en">')
  expect(text).toContain('name="next" value="/webapp/hw/?a=b"')
  expect(text).toContain('<title>Sign in – A8307-E 010203</title>')
  expect(text).not.toMatch(/ style=| on\w+=|<style|https?:/)
  expect(headers['content-security-policy']).toBe(
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'",
  )
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
  })
  expect(headers['permissions-policy']).toContain('camera=()')
})

test('weighs at most 8 kB, including everything that it loads', async () => {
  const { text } = await page()
  const links = Array.from(text.matchAll(/(?:href|src)="(\/[^"]+)"/g), ([, path = '']) => path)
  expect(links.toSorted()).toEqual(['/favicon.svg', '/sign-in/start.js', '/sign-in/style.css'])
  const parts = await Promise.all(links.map((path) => page(path)))
  expect(parts.map(({ status }) => status)).toEqual([200, 200, 200])
  const bytes = [text, ...parts.map((part) => part.text)].map(
    (part) => brotliCompressSync(part).length,
  )
  expect(bytes.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(8_000)
  expect(text.length + parts.reduce((sum, part) => sum + part.text.length, 0)).toBeLessThan(8_000)
})

test.each(LANGUAGES)('speaks the language of the device: $name', async ({ code, name }) => {
  door.device.state.language = name
  const { text } = await page()
  expect(text).toContain(`<html lang="${code}">`)
  expect(text).toContain(`<button>${BUTTONS[code]}</button>`)
})

test('is in English on a device with any other language (SHELL-99)', async () => {
  door.device.state.language = 'Klingon'
  expect((await page()).text).toContain('<html lang="en">')
})

test('writes the wait as its language does', () => {
  const wait = (language: string, count: number) => textsFor(language).seconds(count)
  expect([1, 2, 5, 22].map((count) => wait('Polish', count))).toEqual([
    '1 sekunda',
    '2 sekundy',
    '5 sekund',
    '22 sekundy',
  ])
  expect([1, 8].map((count) => wait('de-AT', count))).toEqual(['1 Sekunde', '8 Sekunden'])
})

test('signs in by the form and continues to the requested page', async () => {
  const answer = await post({ user: 'root', password: 'pass-root', next: '/webapp/hw/#/users' })
  expect([answer.status, answer.headers.location]).toEqual([303, '/webapp/hw/#/users'])
  expect(answer.headers['set-cookie']?.[0]).toMatch(
    /^session_ACCC8E012345=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  expect((await page(WHO, { cookie: cookieOf(answer) })).text).toContain('root')
  const elsewhere = { user: 'root', password: 'pass-root', next: '//evil.example/' }
  expect((await post(elsewhere)).headers.location).toBe('/webapp/hw/')
})

test('shows the page again after a wrong password, with the name and without the password', async () => {
  const answer = await post({ user: '"><i>x', password: 'Hidden123', next: '/webapp/hw/#/users' })
  expect([answer.status, answer.challenges]).toEqual([401, []])
  expect(answer.text).toContain('role="alert"')
  expect(answer.text).toContain('The username or password is wrong.')
  expect(answer.text).toContain('value="&quot;&gt;&lt;i&gt;x"')
  expect(answer.text).toContain('value="/webapp/hw/#/users"')
  expect(answer.text).not.toContain('Hidden123')
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect((await post({})).status).toBe(401)
})

test('does not sign in an account without a role', async () => {
  door.device.addAccount('none', 'pass-none', ['users'])
  expect((await post({ user: 'none', password: 'pass-none' })).status).toBe(401)
})

test('signing in again ends the previous session', async () => {
  const first = cookieOf(await post({ user: 'root', password: 'pass-root' }))
  await post({ user: 'view', password: 'pass-view' }, { cookie: first })
  expect((await page(WHO, { cookie: first })).status).toBe(401)
})

test('refuses a form posted by another site, and accepts its own', async () => {
  const fields = { user: 'root', password: 'pass-root' }
  expect((await post(fields, { origin: 'http://evil.example' })).status).toBe(403)
  expect((await post(fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await post(fields, { origin: 'null' })).status).toBe(403)
  expect((await post(fields, { origin: door.url })).status).toBe(303)
})

test('redirects visitors who need not sign in', async () => {
  const { headers } = await page('/sign-in?next=/webapp/hw/%23/users', door.signedIn('view'))
  expect(headers.location).toBe('/webapp/hw/#/users')
  door.device.state.phase = 'setup'
  const setup = await page('/sign-in')
  expect([setup.status, setup.headers.location]).toEqual([303, '/webapp/hw/'])
})

test('signs in and out by the declared calls', async () => {
  let cookie = ''
  const client = createClient({
    base: door.url,
    fetch: async (url, init = {}) => {
      const headers = new Headers(init.headers)
      if (cookie !== '') headers.set('cookie', cookie)
      const response = await fetch(url, { ...init, headers })
      const [set] = response.headers.getSetCookie()
      if (set !== undefined) cookie = set.includes('Max-Age=0') ? '' : (set.split(';')[0] ?? '')
      return response
    },
  })
  const wrong = client.call(signIn, { user: 'view', password: 'x' })
  await expect(wrong).rejects.toMatchObject({ kind: 'signedOut', status: 401 })
  expect(await client.call(signIn, { user: 'view', password: 'pass-view' })).toEqual({
    user: 'view',
    groups: ['users', 'viewer'],
  })
  expect(await client.call(getUserGroups, {})).toMatchObject({ user: 'view' })
  const ended = cookie
  await client.call(signOut, {})
  expect(cookie).toBe('')
  expect((await page(WHO, { cookie: ended })).status).toBe(401)
})

test('does not let another site sign anybody out', async () => {
  const cookie = door.signedIn('root')
  const out = (headers: Record<string, string>): Promise<RawResponse> =>
    ask(`${door.url}/sign-out`, { method: 'POST', headers: { ...cookie, ...headers } })
  expect((await out({})).status).toBe(403)
  expect((await out({ [CONSOLE_HEADER]: '1', 'sec-fetch-site': 'same-site' })).status).toBe(403)
  expect((await page(WHO, cookie)).status).toBe(200)
  expect((await out({ [CONSOLE_HEADER]: '1' })).status).toBe(200)
})

test('answers invalid JSON and unknown methods', async () => {
  const answer = await ask(`${door.url}/sign-in`, { method: 'POST', body: '{' })
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([400, { error: { code: 2101 } }])
  const put = await ask(`${door.url}/sign-in`, { method: 'PUT', body: '{}' })
  expect([put.status, put.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
})
