import { request } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@lintel/contract/client'
import {
  advanceClock,
  getBench,
  pressKey,
  restoreSnapshot,
  saveSnapshot,
  seedDevice,
  setFaults,
  setPower,
  setWorld,
} from '@lintel/contract/bench'
import type { BenchState } from '@lintel/contract/bench'
import { expect, test } from 'vitest'
import { benchRig } from '../testing/rig.ts'

const TOKEN = 'a-token-for-the-tests'

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** A request with exactly these headers and this path, which fetch would not send. */
function send(
  url: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, path, method, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

const json = { 'content-type': 'application/json' }

/** Reads states from the event stream as they arrive. */
async function* statesOf(url: string): AsyncGenerator<BenchState> {
  const response = await fetch(`${url}/bench/events`)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString()
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      if (event.startsWith('data: ')) yield JSON.parse(event.slice(6)) as BenchState
    }
  }
}

test('every call works through the client that pages and tests use', async () => {
  const { url, device } = await benchRig()
  const bench = createClient({ base: url })
  await bench.call(setPower, { action: 'on' })
  await bench.call(setWorld, { temperature: 40.5, cable: false })
  await bench.call(pressKey, { key: '#' })
  await bench.call(setFaults, { faults: [{ call: '*', fault: 'status', value: 503, times: 2 }] })
  await device('/write?text=kept')
  await bench.call(saveSnapshot, { name: 'here' })
  await bench.call(advanceClock, { milliseconds: 1000 })
  await bench.call(restoreSnapshot, { name: 'here' })
  await bench.call(seedDevice, { serial: 'AECC8E0000AA' })
  expect(await device()).toMatchObject({ pressed: ['#'], text: 'kept', clockOffset: 0 })
  expect(await bench.call(getBench, {})).toMatchObject({
    power: true,
    device: 'running',
    world: { temperature: 40.5, cable: false },
    faults: [{ call: '*', fault: 'status', value: 503, times: 2 }],
    addresses: { bench: url },
  })
  await bench.call(setPower, { action: 'off' })
  expect((await bench.call(getBench, {})).device).toBe('off')
})

test('a malformed request is refused with the reason', async () => {
  const { url } = await benchRig()
  const errorOf = async (path: string, body: string, headers: Record<string, string> = json) => {
    const answer = await send(url, path, headers, body)
    const { error } = JSON.parse(answer.body) as { error: { code: number; message: string } }
    return [answer.status, error.code, error.message]
  }
  expect(await errorOf('/bench/world', '{"temperature":"hot"}')).toEqual([
    400,
    2104,
    'temperature: Invalid type: Expected number but received "hot"',
  ])
  expect((await errorOf('/bench/world', '{"temperature":101}'))[0]).toBe(400)
  expect((await errorOf('/bench/clock', '{"milliseconds":-1}'))[0]).toBe(400)
  expect((await errorOf('/bench/snapshot/save', '{"name":"../x"}'))[0]).toBe(400)
  expect((await errorOf('/bench/press', '{'))[2]).toBe('The body is not JSON.')
  expect((await errorOf('/bench/press', '{"key":"1"}', {}))[0]).toBe(400)
  expect((await errorOf('/bench/press', ' '.repeat(65 * 1024)))[0]).toBe(413)
  expect((await errorOf('/bench/nothing', '{}'))[0]).toBe(400)
  expect((await errorOf('/bench/state', '{}'))[0]).toBe(405)
  expect((await send(url, '/bench/power')).status).toBe(405)
  expect((await send(url, '//', {})).status).toBe(404)
})

test('when power does not bring up the device, the answer says why', async () => {
  const { url, board } = await benchRig()
  const on = send(url, '/bench/power', json, '{"action":"on"}')
  await expect.poll(() => board.state().power).toBe(true)
  await board.setPower('off')
  expect(await on).toMatchObject({
    status: 500,
    body: '{"error":{"code":1100,"message":"The power was cut."}}',
  })
})

test('pages of other sites cannot touch the hardware', async () => {
  const { url, board } = await benchRig()
  const { host } = new URL(url)
  const press = (headers: Record<string, string>) =>
    send(url, '/bench/press', { ...json, ...headers }, '{"key":"1"}')
  expect((await press({ origin: 'http://elsewhere.example' })).status).toBe(403)
  // Another port of the same host, such as the device's, is another site too.
  expect((await press({ origin: 'http://127.0.0.1:1' })).status).toBe(403)
  expect((await press({ origin: 'null' })).status).toBe(403)
  expect((await press({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await press({ 'sec-fetch-site': 'same-site' })).status).toBe(403)
  expect((await send(url, '/bench/events', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect(board.state().happened).toEqual([])
  expect((await press({ origin: url, 'sec-fetch-site': 'same-origin', host })).status).toBe(200)
})

test('a foreign DNS name that resolves here is refused', async () => {
  const { url } = await benchRig()
  const at = (host: string) => send(url, '/bench/state', { host })
  expect((await at('rebound.example:80')).status).toBe(403)
  for (const host of ['localhost:8081', '127.0.0.1', '[::1]:8081']) {
    expect((await at(host)).status).toBe(200)
  }
})

test('with a token, every request needs it, under any host name', async () => {
  const { url } = await benchRig(TOKEN)
  const bench = (headers: Record<string, string>, path = '/bench/state') => send(url, path, headers)
  const refused = await bench({})
  expect([refused.status, JSON.parse(refused.body)]).toEqual([
    401,
    { error: { code: 2106, message: 'The bench needs its token.' } },
  ])
  expect((await bench({}, '/')).body).toContain('?token=')
  expect((await bench({ authorization: 'Bearer wrong' })).status).toBe(401)
  expect((await bench({ authorization: `Bearer ${TOKEN}`, host: 'bench.example' })).status).toBe(
    200,
  )
  expect((await bench({ cookie: `lintel-bench-${new URL(url).port}=` })).status).toBe(401)
})

test('a token in the URL becomes a cookie once and is removed from the URL', async () => {
  const { url } = await benchRig(TOKEN)
  const exchanged = await send(url, `/?theme=dark&token=${TOKEN}`)
  expect([exchanged.status, exchanged.headers['location']]).toEqual([303, '/?theme=dark'])
  const cookie = String(exchanged.headers['set-cookie'])
  expect(cookie).toMatch(/^lintel-bench-\d+=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/$/)
  expect(cookie).not.toContain(TOKEN)
  const pair = cookie.slice(0, cookie.indexOf(';'))
  expect((await send(url, '/bench/state', { cookie: `other=1; ${pair}` })).status).toBe(200)
  expect((await send(url, '/?token=wrong')).status).toBe(401)
  // Not for a write, which would leave the token in the address bar.
  expect((await send(url, `/bench/press?token=${TOKEN}`, json, '{"key":"1"}')).status).toBe(401)
})

test('the state is sent at once and after changes, several of them as one', async () => {
  const { url, board } = await benchRig()
  const states = statesOf(url)
  expect((await states.next()).value).toMatchObject({ world: { temperature: 21 } })
  const started = performance.now()
  for (let degrees = 1; degrees <= 20; degrees += 1) board.setWorld({ temperature: degrees })
  expect((await states.next()).value).toMatchObject({ world: { temperature: 20 } })
  expect(performance.now() - started).toBeGreaterThan(80)
  board.setWorld({ cable: false })
  expect((await states.next()).value).toMatchObject({ world: { temperature: 20, cable: false } })
  await states.return(undefined)
})

test('the page is served as built, compressed if the browser accepts it', async () => {
  const { url, folder } = await benchRig()
  expect(await send(url, '/')).toMatchObject({
    status: 404,
    body: "The bench's page is not built. Start it with npm start.\n",
  })
  const assets = join(folder, 'page', 'assets')
  mkdirSync(assets, { recursive: true })
  writeFileSync(join(folder, 'page', 'index.html'), '<!doctype html>')
  writeFileSync(join(assets, 'app-1a.js'), 'void 0')
  writeFileSync(join(assets, 'app-1a.js.br'), brotliCompressSync('void 0'))
  writeFileSync(join(folder, 'secret.js'), 'secret')

  const page = await send(url, '/')
  expect(page).toMatchObject({ status: 200, body: '<!doctype html>' })
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(policy).not.toContain('unsafe')

  const small = await send(url, '/assets/app-1a.js', { 'accept-encoding': 'gzip, br' })
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  for (const coding of ['gzip', 'br;q=0', 'identity']) {
    const plain = await send(url, '/assets/app-1a.js', { 'accept-encoding': coding })
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, 'void 0'])
  }
  for (const path of ['/../secret.js', '/assets/..%2f../secret.js', '/assets/', '/assets/x.js']) {
    expect((await send(url, path)).status, path).toBe(404)
  }
})

test('an empty slot cannot be started, and the bench shows which ones hold firmware', async () => {
  const { url, board } = await benchRig()
  await board.setPower('on')
  const headers = { 'content-type': 'application/json' }
  const start = (slot: string) =>
    fetch(`${url}/bench/slot`, { method: 'POST', headers, body: JSON.stringify({ slot }) })
  const refused = await start('B')
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('There is no firmware in slot B.'),
  ])
  expect((await start('Z')).status).toBe(400)
  expect((await start('A')).status).toBe(200)
  const state = (await (await fetch(`${url}/bench/state`)).json()) as { firmware: unknown }
  expect(state.firmware).toMatchObject({ running: { slot: 'A' }, inactive: null, committed: true })
})

test('the welcome image has an address with its hash, under which nothing else is sent', async () => {
  const { url, board } = await benchRig()
  const get = async (query = '') => {
    const answer = await fetch(`${url}/bench/welcome-image${query}`)
    const { status, headers } = answer
    const cache = headers.get('cache-control')
    return [status, headers.get('content-type'), cache, (await answer.arrayBuffer()).byteLength]
  }
  expect((await get('?hash=ab'))[0]).toBe(412)
  await board.setPower('on')
  const kept = 'private, max-age=86400, immutable'
  expect(await get('?hash=ab')).toEqual([200, 'image/png', kept, 2])
  expect(await get()).toEqual([200, 'image/png', 'no-store', 2])
  // Somebody has uploaded another one since.
  const [status, , cache] = await get('?hash=cd')
  expect([status, cache]).toEqual([404, 'no-store'])
})
