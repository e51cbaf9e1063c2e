/**
 * `node tools/record-own.mjs [PRODUCT …]`: records our own products into `gateway/recordings/`, all by
 * default. Each runs on a board of its own, set up as a small site would be.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { ROOT } from './root.mjs'
import { reasonOf, run, say } from './run.mjs'

/** By the numbers that `--product` takes. */
const PRODUCTS = ['A8307-E', 'A8207-VE', 'I8016-LVE', 'A8105-E', 'C1310-E', 'C1410', 'A1601']
const USER = 'root'
const PASSWORD = 'Recorded-0wn-Board'
const SERIAL = 'ACCC8E5EC0DE'
const FLAGS = [
  '--boot-seconds',
  '0',
  '--sd-size',
  '32',
  '--json',
  '--serial',
  SERIAL,
  '--bench-port',
  '0',
]
/** One of our own, so that the usual ports are free there, and recordings do not differ in them. */
const ADDRESS = '127.0.0.90'

/** @param {string} data */
const md5 = (data) => createHash('md5').update(data).digest('hex')

/**
 * Makes a request with Digest (RFC 7616), and ignores that a product lacks a call.
 * @param {string} origin
 * @param {string} target
 * @param {object | string} body JSON, or a form
 */
async function post(origin, target, body) {
  const isForm = typeof body === 'string'
  const send = (/** @type {Record<string, string>} */ headers) =>
    fetch(origin + target, {
      method: 'POST',
      headers: {
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        ...headers,
      },
      body: isForm ? body : JSON.stringify(body),
    })
  const first = await send({})
  const challenge = first.headers.get('www-authenticate') ?? ''
  const answer =
    first.status === 401 ? await send({ authorization: proof(challenge, target) }) : first
  const said = await answer.text()
  const lacks = answer.status === 404 || said.includes('ActionNotSupported')
  if (!lacks && (/Error|Fault/.test(said) || !answer.ok)) {
    throw new Error(`${target}: ${answer.status} ${said.slice(0, 200)}`)
  }
}

/**
 * @param {string} challenge
 * @param {string} uri
 */
function proof(challenge, uri) {
  const [, realm = ''] = /realm="([^"]*)"/.exec(challenge) ?? []
  const [, nonce = ''] = /nonce="([^"]*)"/.exec(challenge) ?? []
  const ha1 = md5(`${USER}:${realm}:${PASSWORD}`)
  const response = md5(`${ha1}:${nonce}:00000001:c:auth:${md5(`POST:${uri}`)}`)
  return `Digest username="${USER}", realm="${realm}", nonce="${nonce}", uri="${uri}", algorithm=MD5, qop=auth, nc=00000001, cnonce="c", response="${response}"`
}

const call = (/** @type {string} */ address) => [{ type: 'SIP', address, accountid: '' }]

/**
 * Accounts, people and settings whose masking shows.
 * @param {string} origin
 */
async function setUp(origin) {
  const accounts = '/axis-cgi/pwdgrp.cgi'
  const form = (/** @type {Record<string, string>} */ fields) =>
    new URLSearchParams({ action: 'add', pwd: PASSWORD, grp: 'users', ...fields }).toString()
  await post(origin, accounts, form({ user: USER, sgrp: 'admin:operator:viewer:ptz' }))
  await post(origin, accounts, form({ user: 'guard', sgrp: 'operator:viewer' }))
  await post(origin, accounts, form({ user: 'lobby', sgrp: 'viewer' }))
  await post(origin, '/vapix/call', {
    'axcall:SetSIPAccount': {
      SIPAccount: {
        Name: 'Front door',
        UserId: 'frontdoor',
        Password: PASSWORD,
        Registrar: '192.168.0.5',
        PublicDomain: '192.168.0.5',
      },
    },
  })
  await post(origin, '/vapix/axdsapi', {
    'axdsapi:SetPhonebookEntries': {
      phonebookEntries: [
        {
          id: 'person-1',
          type: 'Person',
          firstName: 'Ada',
          lastName: 'Lovelace',
          keyTrigger: '101',
          callInformation: call('sip:ada@192.168.0.20'),
        },
        {
          id: 'person-2',
          type: 'Person',
          firstName: 'Charles',
          lastName: 'Babbage',
          keyTrigger: '102',
          callInformation: call('sip:4711@192.168.0.5'),
        },
        {
          id: 'site',
          type: 'Organization',
          label: 'Analytical Engines',
          childIds: ['person-1', 'person-2'],
        },
      ],
    },
  })
}

/** @param {string} product */
async function recordOwn(product) {
  const data = await mkdtemp(join(tmpdir(), 'lintel-record-'))
  const main = join(ROOT, 'board', 'dist', 'main.js')
  const args = ['--product', product, '--bind', ADDRESS, '--data', data, ...FLAGS]
  const board = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(board, 'exit')
  try {
    const lines = createInterface({ input: board.stdout })
    const started = once(lines, 'line')
    const [line = ''] = /** @type {string[]} */ (
      await Promise.race([
        started,
        ended.then(() => {
          throw new Error(`The board of ${product} did not start.`)
        }),
      ])
    )
    const { http } = /** @type {{ http: string }} */ (JSON.parse(line))
    await setUp(http)
    const out = join(ROOT, 'gateway', 'recordings', product)
    const recorder = join(ROOT, 'gateway', 'dist', 'record.js')
    const { code } = await run(
      process.execPath,
      [recorder, '--device', http, '--user', USER, '--out', out],
      { env: { LINTEL_PASSWORD: PASSWORD } },
    )
    if (code !== 0) throw new Error(`${product} could not be recorded.`)
  } finally {
    board.kill('SIGTERM')
    await ended.catch(() => {})
    await rm(data, { recursive: true, force: true })
  }
}

await install()
await build(['device', 'board', 'gateway'])
const named = process.argv.slice(2)
for (const product of named.length > 0 ? named : PRODUCTS) {
  await recordOwn(product).catch((cause) => {
    say(reasonOf(cause))
    process.exitCode = 1
  })
}
