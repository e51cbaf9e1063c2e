import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ask, type RawResponse } from '../testing/ask.ts'
import { SCRIPT, testDoor, type TestDoor } from '../testing/test-door.ts'

let door: TestDoor
beforeAll(async () => {
  door = await testDoor()
})
beforeEach(() => {
  door.device.state.phase = 'ready'
  door.device.state.expectsTicket = false
})
afterAll(() => door.close())

const get = (path: string, headers = {}): Promise<RawResponse> => ask(door.url + path, { headers })

test("redirects from the device's root to the console", async () => {
  for (const path of ['/', '/webapp/hw']) {
    const answer = await get(path)
    expect([answer.status, answer.headers.location]).toEqual([303, '/webapp/hw/'])
  }
})

test('serves the wizard during set-up, the app when signed in, otherwise the sign-in page', async () => {
  const out = await get('/webapp/hw/')
  expect([out.status, out.headers.location]).toEqual([303, '/sign-in'])
  expect((await get('/webapp/hw/?a=b')).headers.location).toBe(
    '/sign-in?next=%2Fwebapp%2Fhw%2F%3Fa%3Db',
  )
  const app = await get('/webapp/hw/', door.signedIn('view'))
  expect([app.status, app.text]).toEqual([200, '<!doctype html><title>app</title>'])
  door.device.state.phase = 'setup'
  expect((await get('/webapp/hw/')).text).toContain('wizard')
})

test('the set-up goes on at an address of its own, for administrators, once there is a password', async () => {
  const out = await get('/webapp/hw/setup')
  expect([out.status, out.headers.location]).toEqual([303, '/sign-in?next=%2Fwebapp%2Fhw%2Fsetup'])
  expect((await get('/webapp/hw/setup', door.signedIn('view'))).status).toBe(403)
  expect((await get('/webapp/hw/setup', door.signedIn('root'))).text).toContain('wizard')
  door.device.state.phase = 'setup'
  const before = await get('/webapp/hw/setup')
  expect([before.status, before.headers.location]).toEqual([303, '/webapp/hw/'])
})

test('sends pages locked down and uncached', async () => {
  const { headers } = await get('/webapp/hw/', door.signedIn('view'))
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(headers['content-security-policy']).toMatch(/^default-src 'self';/)
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(headers['etag']).toBeUndefined()
  expect(headers['strict-transport-security']).toBeUndefined()
})

test('lets the console alone use the microphone, and play what it recorded (AUDIO-18, OPEN-98)', async () => {
  const policies = async (path: string, headers = {}) => {
    const { headers: sent } = await get(path, headers)
    return [sent['permissions-policy'], sent['content-security-policy']]
  }
  const [allowed, content] = await policies('/webapp/hw/', door.signedIn('view'))
  expect(allowed).toMatch(/camera=\(\).*microphone=\(self\)$/)
  expect(content).toMatch(/; media-src 'self' blob:$/)
  const others = [await policies('/player/', door.signedIn('view')), await policies('/sign-in')]
  door.device.state.phase = 'setup'
  others.push(await policies('/webapp/hw/'))
  for (const [features, sources] of others) {
    expect(features).toMatch(/microphone=\(\)$/)
    expect(sources).not.toContain('media-src')
  }
})

test('serves assets to everybody, cached for good, precompressed where possible', async () => {
  const plain = await get('/webapp/hw/assets/main-abc.js')
  expect([plain.status, plain.text]).toEqual([200, SCRIPT])
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'application/javascript; charset=utf-8',
  })
  const small = await get('/webapp/hw/assets/main-abc.js', { 'accept-encoding': 'gzip, br' })
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=utf-8',
    vary: expect.stringMatching(/accept-encoding/i),
  })
  expect(Number(small.headers['content-length'])).toBeLessThan(SCRIPT.length / 4)
})

test('serves a page outside the console to whoever is signed in, and sends others to sign in', async () => {
  const out = await get('/aca/index.html?a=b')
  expect([out.status, out.headers.location]).toEqual([
    303,
    '/sign-in?next=%2Faca%2Findex.html%3Fa%3Db',
  ])
  const page = await get('/aca/index.html', door.signedIn('view'))
  expect([page.status, page.text]).toEqual([200, '<!doctype html><title>settings</title>'])
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-frame-options': 'SAMEORIGIN',
    'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
  })
  const short = await get('/player', door.signedIn('view'))
  expect([short.status, short.headers.location]).toEqual([303, '/player/'])
})

test("serves the console's own page, and no other, to a visitor who may have a ticket", async () => {
  door.device.state.expectsTicket = true
  expect((await get('/webapp/hw/')).text).toBe('<!doctype html><title>app</title>')
  for (const path of ['/aca/index.html', '/player/']) {
    expect((await get(path)).status, path).toBe(303)
  }
})

test('serves only the wizard during set-up', async () => {
  door.device.state.phase = 'setup'
  const answer = await get('/player/', door.signedIn('view'))
  expect([answer.status, answer.headers.location]).toEqual([303, '/webapp/hw/'])
})

test('serves a page for administrators to nobody else, after asking who it is', async () => {
  const path = '/admin/config.shtml'
  const out = await get(path)
  expect([out.status, out.headers.location]).toEqual([303, '/sign-in?next=%2Fadmin%2Fconfig.shtml'])
  const seen = await get(path, door.signedIn('root'))
  expect([seen.status, seen.text]).toEqual([200, '<!doctype html><title>config</title>'])
  for (const user of ['view', 'oper']) {
    const refused = await get(path, door.signedIn(user))
    expect([user, refused.status]).toEqual([user, 403])
    expect(refused.text).toContain('Your account may not open this page.')
    expect(refused.text).not.toContain('<title>config')
  }
})

test('serves the assets of both folders at their own paths', async () => {
  const small = await get('/webapp/pages/assets/player-abc.js', { 'accept-encoding': 'br' })
  expect([small.status, small.headers['content-encoding']]).toEqual([200, 'br'])
  expect(small.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await get('/webapp/hw/assets/player-abc.js')).status).toBe(404)
  expect((await get('/webapp/pages/assets/main-abc.js')).status).toBe(404)
})

/** Requests exactly this path, which a URL parser would normalise. */
function getRaw(target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(door.url)
    let text = ''
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    )
    socket.on('data', (data) => {
      text += data.toString()
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(text))
  })
}

test.each([
  '/webapp/hw/index.html',
  '/webapp/hw/secret.txt',
  '/webapp/hw/assets/../secret.txt',
  '/webapp/hw/assets/%2e%2e/secret.txt',
  '/webapp/hw/assets/..%2fsecret.txt',
  '/webapp/hw/assets/..%5csecret.txt',
  '/webapp/hw/assets/%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2fetc/passwd',
  '/webapp/hw/assets//etc/passwd',
  '/webapp/hw/assets/',
  '/webapp/hw/assets/none.js',
  '/webapp/hw/assets/main-abc.js%00',
  '/webapp/hw/assets/.hidden',
  '/webapp/pages/player.html',
  '/webapp/pages/assets/../player.html',
  '/aca/',
])('serves nothing at %s', async (target) => {
  const answer = await getRaw(target)
  expect(answer).toMatch(/^HTTP\/1\.1 (400|403|404) /)
  expect(answer).not.toMatch(/not for anyone|root:/)
})

test('has an icon for every browser', async () => {
  const svg = await get('/favicon.svg')
  expect([svg.status, svg.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  const ico = await fetch(`${door.url}/favicon.ico`)
  expect(ico.headers.get('content-type')).toBe('image/x-icon')
  const bytes = Buffer.from(await ico.arrayBuffer())
  expect(bytes.subarray(0, 6).toString('hex')).toBe('000001000200')
  const length = bytes.readUInt32LE(14)
  const at = bytes.readUInt32LE(18)
  expect(bytes.subarray(at + 1, at + 4).toString()).toBe('PNG')
  expect(at + length).toBeLessThan(bytes.length)
})

test('fails where a fault switch says so', async () => {
  door.device.faults.set([{ call: 'page', fault: 'status', value: 503, times: 1 }])
  expect((await get('/webapp/hw/')).status).toBe(503)
  expect((await get('/webapp/hw/')).status).toBe(303)
  door.device.faults.set([{ call: 'page', fault: 'cut', times: 1 }])
  await expect(get('/sign-in')).rejects.toThrow()
  door.device.faults.set([{ call: 'page', fault: 'cut', times: 1 }])
  await expect(get('/webapp/hw/assets/main-abc.js')).rejects.toThrow()
})
