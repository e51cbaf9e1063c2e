import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { Agent as SecureAgent, get as secureGet } from 'node:https'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemReady } from '@lintel/contract/calls/system'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { serve, serveSocket } from './serve.ts'
import { ask } from './testing/ask.ts'
import { makeCertificate } from './testing/certificate.ts'
import { OPEN, sampleCalls, talk } from './testing/sample-calls.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'
import type { Certificate } from './tls.ts'

const ready = serve(systemReady, () => ({
  systemready: 'yes' as const,
  needsetup: 'no' as const,
  uptime: '1',
  bootid: 'x',
  passphrasepolicy: 'none',
}))

let ec: Certificate
let rsa: Certificate
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-tls-'))
  ;[ec, rsa] = await Promise.all([makeCertificate('elliptic'), makeCertificate('rivest', 'rsa')])
})
afterAll(() => rmSync(folder, { recursive: true }))

let door: TestDoor
/** Its URLs: https once it is open. */
let secure: string
beforeEach(async () => {
  door = await testDoor({
    calls: [...sampleCalls, ready],
    sockets: [serveSocket(talk, () => {})],
  })
  secure = (await door.door.configure({ tls: ec, httpsOnly: false })) ?? ''
})
afterEach(() => door.close())

interface Handshake {
  subject: string | undefined
  cipher: string | undefined
  reused: boolean
}

/** What the openssl program sees. */
function handshake(...options: string[]): Promise<Handshake> {
  return new Promise((resolve) => {
    const args = ['s_client', '-connect', new URL(secure).host, ...options]
    const child = execFile('openssl', args, { timeout: 5000 }, (_error, stdout) => {
      const cipher = /Cipher is (\S+)/.exec(stdout)?.[1]
      resolve({
        subject: /subject=(.*)/.exec(stdout)?.[1],
        cipher: cipher === '(NONE)' ? undefined : cipher,
        reused: /^Reused, /m.test(stdout),
      })
    })
    child.stdin?.end()
  })
}

const offering = (suite: string) => handshake('-tls1_2', '-cipher', `${suite}:@SECLEVEL=0`)

test('another certificate and other suites apply to every connection from then on (TLS-11, TLS-12)', async () => {
  const ciphers = ['ECDHE-ECDSA-AES128-GCM-SHA256']
  await door.door.configure({ tls: { ...ec, ciphers }, httpsOnly: false })
  expect(await offering('ALL')).toMatchObject({ subject: 'CN = elliptic', cipher: ciphers[0] })
  const session = join(folder, 'session')
  await handshake('-tls1_2', '-sess_out', session)
  expect(existsSync(session)).toBe(true)

  const others = ['DHE-RSA-AES256-GCM-SHA384', 'AES128-SHA']
  await door.door.configure({ tls: { ...rsa, ciphers: others }, httpsOnly: false })
  for (const cipher of others) {
    expect(await offering(cipher)).toMatchObject({ subject: 'CN = rivest', cipher })
  }
  expect((await offering('ECDHE-RSA-AES128-GCM-SHA256')).cipher).toBeUndefined()
  expect((await handshake('-tls1_2', '-sess_in', session)).reused).toBe(false)
  expect((await handshake()).cipher).toMatch(/^TLS_/)
})

test('settings with which nobody could connect are refused, and the old ones stay', async () => {
  const bad = [
    { cert: ec.cert, key: rsa.key },
    { ...ec, ciphers: ['ECDHE-RSA-AES128-GCM-SHA256'] },
    { ...ec, ciphers: ['RC4-SHA'] },
    { cert: 'none', key: 'none' },
  ]
  for (const tls of bad) {
    await expect(door.door.configure({ tls, httpsOnly: false })).rejects.toThrow()
    expect((await ask(secure + OPEN)).status).toBe(200)
  }
  expect((await handshake()).subject).toBe('CN = elliptic')
})

/** A request over a kept-alive connection, and whether the response closes it. */
function requestBy(agent: Agent, url: string): Promise<{ ends: boolean; socket: Socket }> {
  return new Promise((resolve, reject) => {
    const open = url.startsWith('https') ? secureGet : get
    const options = { agent, rejectUnauthorized: false }
    const request = open(url, options, (response) => {
      const { socket } = response
      response.resume()
      response.once('end', () => resolve({ ends: response.headers.connection === 'close', socket }))
    })
    request.once('error', reject)
  })
}

test('idle connections from before a change are closed', async () => {
  for (const agent of [new Agent({ keepAlive: true }), new SecureAgent({ keepAlive: true })]) {
    const url = (agent instanceof SecureAgent ? secure : door.url) + OPEN
    const first = await requestBy(agent, url)
    expect(first.ends).toBe(false)
    expect((await requestBy(agent, url)).socket).toBe(first.socket)
    const closed = new Promise((resolve) => first.socket.once('close', resolve))
    await door.door.configure({ tls: agent instanceof SecureAgent ? ec : rsa, httpsOnly: false })
    await closed
    expect((await requestBy(agent, url)).ends).toBe(false)
    agent.destroy()
  }
})

test('a connection with a request in flight closes after its response', async () => {
  const { hostname, port } = new URL(door.url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (data) => (answer += data.toString()))
  const ended = new Promise((resolve) => socket.once('end', resolve))
  // Half a request is not idle. It has arrived when the whole one before it is answered.
  const half = `GET ${OPEN} HTTP/1.1\r\nHost: localhost\r\n`
  socket.write(`${half}\r\n${half}`)
  await expect.poll(() => answer).toMatch(/yes\n$/)
  answer = ''
  await door.door.configure({ tls: rsa, httpsOnly: false })
  socket.write('\r\n')
  await ended
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(answer.toLowerCase()).toContain('connection: close')
})

test('with https only, http redirects every request except the readiness call', async () => {
  const socket = new WebSocket(`${door.url.replace('http', 'ws')}/talk`)
  await new Promise((resolve) => socket.once('open', resolve))
  const cut = new Promise((resolve) => socket.once('close', resolve))
  await door.door.configure({ tls: ec, httpsOnly: true })
  const { port } = new URL(secure)
  for (const path of ['/', '/webapp/hw/', `${OPEN}?a=%20b`, '/nowhere']) {
    const { status, headers } = await ask(door.url + path, { headers: { host: 'localhost:81' } })
    expect([status, headers.location]).toEqual([307, `https://localhost:${port}${path}`])
  }
  const post = await ask(`${door.url}/sign-in`, { method: 'POST', body: 'user=root' })
  expect(post.status).toBe(307)
  const body = '{"apiVersion":"1.0","method":"systemready"}'
  const up = await ask(`${door.url}/axis-cgi/systemready.cgi`, { method: 'POST', body })
  expect(up.status).toBe(200)
  expect((await ask(secure + OPEN)).text).toBe('yes\n')
  await cut
  const again = new WebSocket(`${door.url.replace('http', 'ws')}/talk`)
  const refused = new Promise<Error>((resolve) => again.once('error', resolve))
  expect(String(await refused)).toContain('307')

  await door.door.configure({ tls: ec, httpsOnly: false })
  expect((await ask(door.url + OPEN)).text).toBe('yes\n')
})

test('a foreign host name is not redirected to https', async () => {
  await door.door.configure({ tls: ec, httpsOnly: true })
  const { status, headers } = await ask(door.url, { headers: { host: 'evil.example' } })
  expect([status, headers.location]).toEqual([421, undefined])
})

test('https closes, and opens again at its port', async () => {
  expect(await door.door.configure({ tls: undefined, httpsOnly: false })).toBeUndefined()
  expect(door.door.urls()).toEqual({ http: door.url })
  await expect(ask(secure + OPEN)).rejects.toThrow('ECONNREFUSED')
  expect((await ask(door.url + OPEN)).text).toBe('yes\n')
  expect(await door.door.configure({ tls: rsa, httpsOnly: false })).toBe(secure)
  expect((await handshake()).subject).toBe('CN = rivest')
})

test('closing frees the ports, even while a change of the settings is under way', async () => {
  await door.door.configure({ tls: undefined, httpsOnly: false })
  const changed = door.door.configure({ tls: rsa, httpsOnly: false }).catch(() => undefined)
  await door.door.close()
  await changed
  await expect(ask(secure + OPEN)).rejects.toThrow('ECONNREFUSED')
})

test('without a certificate nothing redirects to an https that is closed', async () => {
  await door.door.configure({ tls: undefined, httpsOnly: true })
  expect((await ask(door.url + OPEN)).text).toBe('yes\n')
})
