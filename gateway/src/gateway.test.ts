import { once } from 'node:events'
import { Readable } from 'node:stream'
import { eventSocket } from '@lintel/contract/calls/events'
import { upgradeFirmware } from '@lintel/contract/calls/firmware'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { liveVideo } from '@lintel/contract/calls/video'
import { Refusal } from '@lintel/contract/fault'
import { serve, serveSocket } from '@lintel/front-door/serve'
import { ask } from '@lintel/front-door/testing/ask'
import type { TestDoor } from '@lintel/front-door/testing/test-door'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { TestGateway } from './testing/test-gateway.ts'
import { signInAt, testDevice, testGateway } from './testing/test-gateway.ts'

const WHO = '/axis-cgi/usergroup.cgi'
const UPDATE = '/axis-cgi/param.cgi?action=update&root.Brand.Brand=x'

let device: TestDoor
let gateway: TestGateway
let updates = 0
let uploaded = 0
let closeSockets = () => {}
let frame: ((chunk: Uint8Array) => boolean) | undefined

beforeEach(async () => {
  updates = 0
  uploaded = 0
  frame = undefined
  device = await testDevice({
    calls: [
      serve(updateParameters, () => {
        updates += 1
        return undefined as never
      }),
      serve(upgradeFirmware, async ({ file }) => {
        for await (const chunk of file.bytes) uploaded += chunk.length
        return ''
      }),
      serve(liveVideo, () => ({
        contentType: 'multipart/x-mixed-replace; boundary=b',
        run(write, signal) {
          frame = write
          return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        },
      })),
    ],
    sockets: [
      serveSocket(eventSocket, (socket, { user }) => {
        closeSockets = () => socket.close()
        socket.send(`hello ${user}`)
        socket.on('message', (text) => socket.send(`${String(text)} too`))
      }),
    ],
  })
  gateway = await testGateway({ name: 'door', url: new URL(device.url) })
})
afterEach(async () => {
  await gateway.close()
  await device.close()
})

const get = (path: string, headers = {}) => ask(gateway.http + path, { headers })

test('a person signs in with an account of the device, which is asked by Digest', async () => {
  const headers = await signInAt(gateway.http, 'oper')
  const answer = await get(WHO, headers)
  expect([answer.status, answer.text]).toEqual([200, 'oper\nusers operator viewer\n'])
  expect(answer.headers['set-cookie']).toBeUndefined()
})

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de', 'Anmelden'],
  ['xx,pl;q=0.5', 'pl', 'Zaloguj się'],
  ['xx', 'en', 'Sign in'],
])('the sign-in page of a browser with %s is in %s', async (wanted, language, verb) => {
  const { text } = await get('/sign-in', { 'accept-language': wanted })
  expect(text).toContain(`<html lang="${language}">`)
  expect(text).toContain(`<button>${verb}</button>`)
  const refused = await ask(`${gateway.http}/sign-in`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'accept-language': wanted,
    },
    body: 'user=root&password=wrong',
  })
  expect(refused.text).toContain(`<html lang="${language}">`)
})

test('a wrong password starts no session', async () => {
  const answer = await ask(`${gateway.http}/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user: 'root', password: 'wrong' }),
  })
  expect(answer.status).toBe(401)
  expect(answer.headers['set-cookie']).toBeUndefined()
})

test('an account without a role starts no session', async () => {
  device.device.addAccount('anna', 'pass-anna', ['ptz'])
  await expect(signInAt(gateway.http, 'anna')).rejects.toThrow('401')
})

test('whoever has to wait after wrong passwords is told for how long, and signed out', async () => {
  const headers = await signInAt(gateway.http, 'oper')
  device.device.addAccount('oper', 'another', ['operator'])
  const wrong = () =>
    ask(`${gateway.http}/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'user=oper&password=wrong',
    })
  device.device.state.skipWaits = false
  const answers = Promise.all(Array.from({ length: 8 }, wrong))
  await expect.poll(() => device.device.waits.length).toBe(6)
  const asked = get(WHO, headers)
  await expect.poll(() => device.device.waits.length).toBe(7)
  device.device.advance(5_000)
  await expect.poll(() => device.device.waits.length).toBe(8)
  device.device.advance(5_000)
  expect((await asked).status).toBe(401)
  device.device.advance(60_000)
  const late = (await answers).filter(({ status }) => status === 429)
  expect(late[0]?.text).toContain('Too many wrong attempts. Try again in 10 seconds.')
  expect(late[0]?.headers['retry-after']).toBe('10')
})

test('nobody gets anything without a session, and no challenge that opens a prompt', async () => {
  const answer = await get(WHO)
  expect(answer.status).toBe(401)
  expect(answer.challenges).toEqual([])
})

test('credentials of other clients are not passed on', async () => {
  const authorization = `Basic ${Buffer.from('root:pass-root').toString('base64')}`
  expect((await get(WHO, { authorization })).status).toBe(401)
})

test.each(['/etc/passwd', '/axis-cgi/unknown.cgi', '/axis-cgi/../lintel', '/local/app/'])(
  'the path %s, which is not in the contract, is not passed on',
  async (path) => {
    const headers = await signInAt(gateway.http, 'root')
    expect((await get(path, headers)).status).toBe(404)
  },
)

test('requests from pages of other sites are refused', async () => {
  const { cookie } = await signInAt(gateway.http, 'root')
  const foreign = { 'sec-fetch-site': 'cross-site', 'x-lintel-console': '1' }
  expect((await get(UPDATE, { cookie, ...foreign })).status).toBe(403)
  expect((await get(UPDATE, { cookie })).status).toBe(403)
  const origin = 'http://evil.example'
  expect((await get(UPDATE, { cookie, origin, 'x-lintel-console': '1' })).status).toBe(403)
  expect(updates).toBe(0)
})

test('a host name that is not the gateway’s is refused', async () => {
  expect((await get(WHO, { host: 'evil.example' })).status).toBe(421)
})

test('what the device refuses for a role ends no session, whatever its status', async () => {
  const headers = await signInAt(gateway.http, 'view')
  expect((await get('/axis-cgi/pwdgrp.cgi?action=get', headers)).status).toBe(403)
  expect((await get(WHO, headers)).status).toBe(200)
})

test('a changed password ends the session', async () => {
  const headers = await signInAt(gateway.http, 'oper')
  device.device.addAccount('oper', 'another', ['operator'])
  expect((await get(WHO, headers)).status).toBe(401)
  const asked = device.device.signInFailures.length
  expect((await get(WHO, headers)).status).toBe(401)
  expect(device.device.signInFailures).toHaveLength(asked)
})

test('somebody who deletes the own account is signed out with the answer', async () => {
  device.device.addAccount('anna', 'pass-anna', ['admin'])
  const headers = await signInAt(gateway.http, 'anna')
  const answer = await get('/axis-cgi/pwdgrp.cgi?action=remove&user=anna', headers)
  expect(answer.status).toBe(200)
  const asked = device.device.signInFailures.length
  expect((await get(WHO, headers)).status).toBe(401)
  expect(device.device.signInFailures).toHaveLength(asked)
})

test('somebody who changes the own password is signed out without a wrong attempt', async () => {
  const headers = await signInAt(gateway.http, 'root')
  const before = device.device.signInFailures.length
  const change = (user: string) =>
    ask(`${gateway.http}/axis-cgi/pwdgrp.cgi`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ action: 'update', user, pwd: 'another' }).toString(),
    })
  expect((await change('view')).status).toBe(200)
  expect((await get(WHO, headers)).status).toBe(200)
  expect((await change('root')).status).toBe(200)
  expect((await get(WHO, headers)).status).toBe(401)
  expect(device.device.signInFailures).toHaveLength(before)
})

test('a new sign-in with another password ends the sessions with the one before', async () => {
  const before = await signInAt(gateway.http, 'oper')
  device.device.addAccount('oper', 'pass-oper2', ['operator'])
  await fetch(`${gateway.http}/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user: 'oper', password: 'pass-oper2' }),
  })
  expect((await get(WHO, before)).status).toBe(401)
})

test('an upload is passed on while it arrives, also after the nonce has expired', async () => {
  const headers = await signInAt(gateway.http, 'root')
  device.device.advance(24 * 60 * 60 * 1000)
  const size = 3 * 1024 * 1024
  const start = '--b\r\ncontent-disposition: form-data; name="firmware"; filename="a"\r\n\r\n'
  const end = '\r\n--b--\r\n'
  const body = Readable.from([Buffer.from(start), Buffer.alloc(size), Buffer.from(end)])
  const answer = await fetch(`${gateway.http}/axis-cgi/firmwareupgrade.cgi?type=normal`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
    body: Readable.toWeb(body) as ReadableStream,
    duplex: 'half',
  })
  expect(answer.status).toBe(200)
  expect(uploaded).toBe(size)
})

test('a stream arrives piece by piece, for an image without a header of its own', async () => {
  const { cookie } = await signInAt(gateway.http, 'view')
  const leave = new AbortController()
  const asked = fetch(`${gateway.http}/axis-cgi/mjpg/video.cgi`, {
    headers: { cookie },
    signal: leave.signal,
  })
  await expect.poll(() => frame).toBeDefined()
  frame?.(Buffer.from('first'))
  const reader = (await asked).body?.getReader()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first')
  leave.abort()
  await expect.poll(() => frame?.(Buffer.from('x'))).toBe(false)
})

test('the event socket passes messages both ways', async () => {
  const headers = await signInAt(gateway.http, 'oper')
  const socket = new WebSocket(`${gateway.http.replace('http', 'ws')}/vapix/axevws`, { headers })
  const texts: string[] = []
  socket.on('message', (text) => texts.push(String(text)))
  socket.on('open', () => socket.send('me'))
  await expect.poll(() => texts).toEqual(['hello oper', 'me too'])
  socket.close()
})

test('a session that the device ends at the event socket costs one wrong attempt', async () => {
  const headers = await signInAt(gateway.http, 'oper')
  const socket = new WebSocket(`${gateway.http.replace('http', 'ws')}/vapix/axevws`, { headers })
  await once(socket, 'message')
  const before = device.device.signInFailures.length
  device.device.addAccount('oper', 'another', ['operator'])
  closeSockets()
  await once(socket, 'close')
  const answers = await Promise.all(Array.from({ length: 6 }, () => get(WHO, headers)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 401))
  expect(device.device.signInFailures.length).toBe(before + 1)
})

test('while the device does not answer, calls are cut off and a page says so', async () => {
  const headers = await signInAt(gateway.http, 'root')
  device.door.plug(false)
  await expect(get(WHO, headers)).rejects.toThrow()
  const page = await get('/webapp/hw/', { ...headers, accept: 'text/html' })
  expect(page.status).toBe(502)
  expect(page.text).toContain('The device does not answer')
  device.door.plug(true)
  expect((await get(WHO, headers)).status).toBe(200)
})

test('pages learn where the device is', async () => {
  const headers = await signInAt(gateway.http, 'root')
  const page = await get('/webapp/hw/', headers)
  expect(page.text).toContain(`<html data-base="" data-device="${device.url}" lang="en">`)
})

test('a device that was reset gets no password of before', async () => {
  const headers = await signInAt(gateway.http, 'root')
  device.device.state.phase = 'setup'
  expect((await get('/webapp/hw/', { ...headers, accept: 'text/html' })).text).toContain('wizard')
  const before = device.device.signInFailures.length
  device.device.addAccount('root', 'another', ['root'])
  expect((await get(WHO, headers)).status).toBe(401)
  expect(device.device.signInFailures).toHaveLength(before)
})

test('a device that is not set up opens the wizard', async () => {
  device.device.state.phase = 'setup'
  expect((await get('/webapp/hw/', { accept: 'text/html' })).text).toContain('wizard')
})

test('a refusal of the device arrives as it is', async () => {
  await gateway.close()
  await device.close()
  device = await testDevice({
    calls: [
      serve(updateParameters, () => {
        throw new Refusal('conflict', 'The record was changed in between.')
      }),
    ],
  })
  gateway = await testGateway({ name: 'door', url: new URL(device.url) })
  const headers = await signInAt(gateway.http, 'root')
  const answer = await get(UPDATE, headers)
  expect(answer.status).toBe(412)
  expect(answer.text).toContain('The record was changed in between.')
})

test('several devices have consoles and sessions of their own', async () => {
  const other = await testDevice()
  const both = await testGateway(
    { name: 'front', url: new URL(device.url) },
    { name: 'back', url: new URL(other.url) },
  )
  try {
    const headers = await signInAt(`${both.http}/devices/front`, 'root')
    const who = (name: string) => ask(`${both.http}/devices/${name}${WHO}`, { headers })
    expect((await who('front')).status).toBe(200)
    expect((await who('back')).status).toBe(401)
    expect((await who('none')).status).toBe(404)
    const list = await ask(`${both.http}/`, { headers: { 'accept-language': 'de' } })
    expect(list.text).toContain('href="/devices/back/webapp/hw/"')
    expect(list.text).toContain('AXIS A8207-VE')
    expect(list.text).toContain('Firmware 10.12.114')
    expect(list.text).toContain('Antwortet')
    const asOther = { headers: { host: 'evil.example' } }
    expect((await ask(`${both.http}/`, asOther)).status).toBe(421)
    const page = await ask(`${both.http}/devices/back/webapp/hw/`)
    expect(page.headers.location).toBe('/devices/back/sign-in')
  } finally {
    await both.close()
    await other.close()
  }
})
