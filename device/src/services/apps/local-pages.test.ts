import { symlinkSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appPackage } from '../../engines/apps/testing/make-package.ts'
import { openAppDevice } from '../testing/app-device.ts'
import type { AppDevice } from '../testing/app-device.ts'

let open: AppDevice
/** In place of what an application answers with. */
let server: Server
/** Told when a request ends that isn't answered. */
let held: (what: string) => void
let asked: {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}[]
beforeEach(async () => {
  open = await openAppDevice()
  asked = []
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      asked.push({ method: request.method, url: request.url, headers: request.headers, body })
      if (request.url?.startsWith('/api/gone')) request.socket.destroy()
      else if (request.url === '/api/hold') response.once('close', () => held('closed'))
      else {
        response.setHeader('set-cookie', 'lintel=stolen')
        response.setHeader('alt-svc', 'h2="evil.example:443"')
        response.writeHead(201, { 'content-type': 'text/html', 'x-own': 'yes' }).end('<p>7 rings')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  await open.device.close()
  server.close()
})

const endpoint = (apiPath: string, access: string, target = here()) => ({ apiPath, access, target })
const here = () => `http://localhost:${(server.address() as AddressInfo).port}/api`

async function installed(): Promise<void> {
  const reverseProxy = [
    endpoint('rings', 'viewer'),
    endpoint('rings/reset', 'operator'),
    endpoint('public', 'anonymous'),
    endpoint('nobody', 'viewer', 'unix:localdata/none.sock'),
  ]
  const more = [
    { name: 'html/index.html', content: '<h1>Rings' },
    { name: 'html/app.js', content: 'run()' },
    { name: 'html/empty.txt' },
  ]
  const configuration = { settingPage: 'index.html?a=b', reverseProxy }
  expect(await open.upload(appPackage({ configuration, more }))).toBe('OK\n')
  await open.control('start')
}

test('the pages of an application are for administrators, and only files of their folder', async () => {
  await installed()
  const page = await open.local('bell/', 'root')
  expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([
    200,
    'text/html; charset=utf-8',
    '<h1>Rings',
  ])
  expect(page.headers.get('content-security-policy')).toBe("frame-ancestors 'self'")
  const script = await open.local('bell/app.js', 'root')
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect((await open.local('bell/empty.txt', 'root')).status).toBe(200)
  symlinkSync('/etc/passwd', join(open.folder, open.stored()[0] ?? '', 'html', 'passwd'))
  for (const path of [
    'none',
    'passwd',
    '..%2fmanifest.json',
    '%2e%2e/manifest.json',
    'a%5c..%5cb',
  ]) {
    expect([path, (await open.local(`bell/${path}`, 'root')).status]).toEqual([path, 404])
  }
  expect((await open.local('bell/index.html', 'oper')).status).toBe(403)
  expect((await open.local('gong/index.html', 'root')).status).toBe(404)
  expect((await open.local('bell/index.html')).status).toBe(401)
})

test('who is not signed in is led to the sign-in page and back', async () => {
  await installed()
  const headers = { accept: 'text/html' }
  const answer = await fetch(`${open.device.url}/local/bell/?x=1`, { headers, redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([
    302,
    '/sign-in?next=%2Flocal%2Fbell%2F%3Fx%3D1',
  ])
})

test('an endpoint gets the request without what its caller signs in with, and can’t set a cookie', async () => {
  await installed()
  const answer = await open.device.fetch('/local/bell/rings/today%20x?all=1', {
    as: 'view',
    method: 'POST',
    body: 'hello',
    headers: {
      cookie: 'a=b',
      'x-lintel-role': 'admin',
      forwarded: 'for=192.0.2.9',
      origin: open.device.url,
    },
  })
  expect([answer.status, await answer.text()]).toEqual([201, '<p>7 rings'])
  const given = ['set-cookie', 'alt-svc', 'x-own'].map((name) => answer.headers.get(name))
  expect(given).toEqual([null, null, 'yes'])
  const [{ method, url, headers, body } = { headers: {} as IncomingHttpHeaders }] = asked
  expect([method, url, body]).toEqual(['POST', '/api/today%20x?all=1', 'hello'])
  expect(headers).toMatchObject({
    'x-lintel-user': 'view',
    'x-lintel-role': 'viewer',
    'x-forwarded-for': '127.0.0.1',
  })
  const { authorization, cookie, forwarded } = headers
  expect([authorization, cookie, forwarded]).toEqual([undefined, undefined, undefined])
})

test('an endpoint that leads back to the device is no endless loop', async () => {
  const loop = endpoint(
    'loop',
    'anonymous',
    `${open.device.url.replace('127.0.0.1', 'localhost')}/local/bell/loop`,
  )
  await open.upload(appPackage({ configuration: { reverseProxy: [loop] } }))
  await open.control('start')
  expect((await open.local('bell/loop')).status).toBe(508)
})

test('what concerns one connection goes no further, and its end ends the next one', async () => {
  await installed()
  const ended = new Promise((resolve) => (held = resolve))
  const sent = request(`${open.device.url}/local/bell/public/hold`, {
    headers: { connection: 'close, x-hop', 'x-hop': 'here', 'x-end': 'there' },
  })
  sent.on('error', () => undefined)
  sent.end()
  await expect.poll(() => asked.length).toBe(1)
  expect([asked[0]?.headers['x-hop'], asked[0]?.headers['x-end']]).toEqual([undefined, 'there'])
  sent.destroy()
  expect(await ended).toBe('closed')
})

test('each endpoint is for those for whom it is declared', async () => {
  await installed()
  const status = async (path: string, as?: string) => (await open.local(`bell/${path}`, as)).status
  expect(await status('rings')).toBe(401)
  expect(await status('rings', 'view')).toBe(201)
  expect(await status('rings/reset', 'view')).toBe(403)
  expect(await status('rings/reset', 'oper')).toBe(201)
  expect(await status('public')).toBe(201)
  expect(asked.map(({ url }) => url)).toEqual(['/api', '/api', '/api'])
})

test('a page of another site can’t use them', async () => {
  await installed()
  const answer = await open.device.fetch('/local/bell/public', {
    headers: { origin: 'http://evil.example' },
  })
  expect([answer.status, asked]).toEqual([403, []])
})

test('an application that doesn’t answer, or doesn’t run, is reported', async () => {
  await installed()
  expect((await open.local('bell/nobody', 'view')).status).toBe(502)
  await open.control('stop')
  const stopped = await open.local('bell/rings', 'view')
  expect([stopped.status, await stopped.text()]).toEqual([
    503,
    expect.stringContaining('not running'),
  ])
  expect((await open.local('bell/rings')).status).toBe(401)
})

test('the licence kit has a frame of its own, without rights, if its address is set', async () => {
  const frame = (as?: string) => open.device.fetch('/lintel/licence-kit', as ? { as } : {})
  expect((await frame('root')).status).toBe(404)
  const kit = 'https://licences.example.com/kit.js'
  open.device.parameters.set({ 'root.System.LicenseKit': kit })
  expect([(await frame('oper')).status, (await frame()).status]).toEqual([403, 401])
  const answer = await frame('root')
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain('sandbox allow-scripts')
  expect(policy).toMatch(/script-src 'nonce-[^']+' https:\/\/licences\.example\.com;/)
  expect(await answer.text()).toContain(JSON.stringify(kit))
})

test.each(['http://example.com/kit.js', 'ftp://a', 'kit.js', "https://a/';", 'https://u:p@a/'])(
  'an address of %s is none of a kit',
  (kit) => {
    expect(() => open.device.parameters.set({ 'root.System.LicenseKit': kit })).toThrow()
  },
)
