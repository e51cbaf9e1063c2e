/** The front door beside plain Fastify, under the same load and with the same answers. */
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ACCOUNTS, PASSWORD } from '../rig/accounts.ts'
import type { Rig } from '../rig/rig.ts'
import type { Figure } from './figure.ts'
import { atLeast } from './figure.ts'
import type { PlainAnswer } from './plain-server.ts'
import { cpuSeconds } from './process.ts'
import { pump } from './pump.ts'
import type { NextRequest } from './pump.ts'
import { signIn } from './session.ts'

const CONNECTIONS = 16
/** How long each server warms up, then rounds with both in turn, in milliseconds. */
const WARM_MS = 6000
const ROUNDS = 5
const TURN_MS = 1000

interface Load {
  what: string
  path: string
  /** A JSON body; without one it is a GET. */
  body?: string
  by: 'session' | 'digest'
  /** The least share. With Digest, each request costs the device a parse and two hashes more. */
  budget: number
}

const TIME = {
  path: '/axis-cgi/time.cgi',
  body: JSON.stringify({ apiVersion: '1.0', method: 'getDateTimeInfo' }),
}
const LOADS: readonly Load[] = [
  { what: 'JSON call, session', ...TIME, by: 'session', budget: 0.35 },
  { what: 'JSON call, Digest', ...TIME, by: 'digest', budget: 0.25 },
  {
    what: 'one parameter, Digest',
    path: '/axis-cgi/param.cgi?action=list&group=root.Network.HostName',
    by: 'digest',
    budget: 0.25,
  },
  {
    what: 'full parameter list, session',
    path: '/axis-cgi/param.cgi?action=list',
    by: 'session',
    budget: 0.4,
  },
]

/**
 * The share of plain Fastify's answers per second of processor time that the device reaches. Of each,
 * the best turn counts: whatever else the machine does only makes a turn worse.
 */
export async function frontDoorFigures(rig: Rig): Promise<Figure[]> {
  await rig.put('ready')
  const cookie = await signIn(rig)
  const device = { base: rig.addresses.http, pid: rig.addresses.device }
  const figures: Figure[] = []
  for (const load of LOADS) {
    const plain = await startPlain(await answerOf(load, device.base, cookie))
    const next = await requestsOf(load, device.base, cookie)
    await answersPerCore(plain, next, WARM_MS)
    await answersPerCore(device, next, WARM_MS)
    const rates = { plain: 0, device: 0 }
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.plain = Math.max(rates.plain, await answersPerCore(plain, next, TURN_MS))
      rates.device = Math.max(rates.device, await answersPerCore(device, next, TURN_MS))
    }
    plain.stop()
    const share = rates.device / rates.plain
    figures.push(atLeast(load.what, share, load.budget, '× plain Fastify'))
  }
  return figures
}

interface Server {
  base: string
  pid: number
}

/** Answers per second of the server's processor time. */
const answersPerCore = ({ base, pid }: Server, next: NextRequest, ms: number): Promise<number> =>
  pump(base, CONNECTIONS, next, async (answers) => {
    const [before, began] = [cpuSeconds(pid), answers()]
    await wait(ms)
    return (answers() - began) / (cpuSeconds(pid) - before)
  })

/** Starts plain Fastify with this answer to everything. */
async function startPlain(answer: PlainAnswer): Promise<Server & { stop: () => void }> {
  const child = fork(join(import.meta.dirname, 'plain-server.ts'))
  child.send(answer)
  const [port] = (await once(child, 'message')) as [number]
  if (child.pid === undefined) throw new Error('Plain Fastify did not start.')
  return { base: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => child.kill() }
}

/** What the device answers. */
async function answerOf({ path, body }: Load, base: string, cookie: string): Promise<PlainAnswer> {
  const answer = await fetch(base + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  })
  return { path, type: answer.headers.get('content-type') ?? '', body: await answer.text() }
}

/** The requests of one client: over and over the same one, with a new answer to the challenge. */
async function requestsOf(load: Load, base: string, cookie: string): Promise<NextRequest> {
  const { path, body = '', by } = load
  const method = load.body === undefined ? 'GET' : 'POST'
  const head = `${method} ${path} HTTP/1.1\r\nHost: ${new URL(base).host}\r\n`
  const rest =
    body === ''
      ? '\r\n'
      : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  if (by === 'session') {
    const request = `${head}Cookie: ${cookie}\r\n${rest}`
    return () => request
  }
  const authorization = await answersToChallenge(base, method, path)
  return () => `${head}Authorization: ${authorization()}\r\n${rest}`
}

/** Values of Authorization for one nonce, each with the next count (RFC 7616 §3.4). */
async function answersToChallenge(base: string, method: string, uri: string) {
  const { headers } = await fetch(base + uri, { method })
  const challenge = headers.get('www-authenticate') ?? ''
  const [, realm = '', nonce = '', algorithm = ''] =
    /realm="([^"]*)", nonce="([^"]*)", algorithm=([\w-]+)/.exec(challenge) ?? []
  const hash = (text: string) =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex')
  const { user } = ACCOUNTS.admin
  const ha1 = hash(`${user}:${realm}:${PASSWORD}`)
  const ha2 = hash(`${method}:${uri}`)
  let count = 0
  return () => {
    count += 1
    const nc = count.toString(16).padStart(8, '0')
    const response = hash(`${ha1}:${nonce}:${nc}:0a4f113b:auth:${ha2}`)
    return `Digest username="${user}", realm="${realm}", nonce="${nonce}", uri="${uri}", algorithm=${algorithm}, qop=auth, nc=${nc}, cnonce="0a4f113b", response="${response}"`
  }
}
