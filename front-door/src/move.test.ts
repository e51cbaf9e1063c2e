import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { streamCall } from '@lintel/contract/call'
import * as v from 'valibot'
import { serve, serveSocket } from './serve.ts'
import { hostAddress } from './host-addresses.ts'
import { ask } from './testing/ask.ts'
import { makeCertificate } from './testing/certificate.ts'
import { OPEN, SAMPLE, sampleCalls, talk } from './testing/sample-calls.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'

const OTHER = '127.0.0.77'
const onLinux = hostAddress(OTHER) !== undefined

const late = streamCall({
  ...SAMPLE,
  id: 'late',
  path: '/late',
  access: 'anyone',
  request: v.object({}),
  contentType: 'text/plain',
})

let door: TestDoor
let finish = (): void => {}
beforeEach(async () => {
  const answer = serve(late, () => ({
    contentType: 'text/plain',
    run: async (write, signal) => {
      write(Buffer.from('begun '))
      await new Promise<void>((resolve) => {
        finish = resolve
        signal.addEventListener('abort', () => resolve())
      })
      write(Buffer.from('done'))
    },
  }))
  door = await testDoor({ calls: [...sampleCalls, answer], sockets: [serveSocket(talk, () => {})] })
})
afterEach(() => door.close())

const at = (url: string, address: string) => url.replace('127.0.0.1', address)

function connects(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

function nameShown(url: string): Promise<unknown> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const options = { host: hostname, port: Number(port), rejectUnauthorized: false }
    const socket = connectSecurely(options, () => {
      const { CN } = socket.getPeerCertificate().subject
      socket.destroy()
      resolve(CN)
    })
    socket.once('error', reject)
  })
}

test.runIf(onLinux)(
  'moves to another address on the same ports and stops listening here',
  async () => {
    const secure = await door.door.configure({
      tls: await makeCertificate('here'),
      httpsOnly: false,
    })
    const urls = await door.door.move(OTHER)
    expect(urls).toEqual({ http: at(door.url, OTHER), https: at(secure ?? '', OTHER) })
    expect(door.door.urls()).toEqual(urls)
    expect((await ask(urls.http + OPEN)).text).toBe('yes\n')
    expect((await ask((urls.https ?? '') + OPEN)).text).toBe('yes\n')
    expect(await connects(door.url)).toBe(false)
    expect(await connects(secure ?? '')).toBe(false)
    await door.door.move('127.0.0.1')
    expect((await ask(door.url + OPEN)).text).toBe('yes\n')
    expect(await connects(urls.http)).toBe(false)
  },
)

test.runIf(onLinux)('lets a response in flight finish, and closes its connection', async () => {
  const { hostname, port } = new URL(door.url)
  const idle = connect(Number(port), hostname)
  idle.write(`GET ${OPEN} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await once(idle, 'data')
  const idleCloses = once(idle, 'close')
  const answer = fetch(`${door.url}/late`)
  const { body } = await answer
  const reader = body?.getReader()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('begun ')
  await door.door.move(OTHER)
  // By now this one would be closed as well, if it did not wait for its response.
  await idleCloses
  finish()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('done')
  expect((await reader?.read())?.done).toBe(true)
})

test.runIf(onLinux)('cuts what stays open at the old address', async () => {
  const socket = new WebSocket(`${door.url.replace('http', 'ws')}/talk`)
  await new Promise((resolve) => socket.once('open', resolve))
  const closes = new Promise((resolve) => socket.once('close', resolve))
  await door.door.move(OTHER)
  await closes
})

test.runIf(onLinux)(
  'stays when a port is taken at the new address, and reports that first',
  async () => {
    expect(await door.door.isFree(OTHER)).toBe(true)
    const taken = createServer()
    const { port } = new URL(door.url)
    await new Promise<void>((resolve) => taken.listen(Number(port), OTHER, resolve))
    expect((taken.address() as AddressInfo).port).toBe(Number(port))
    expect(await door.door.isFree(OTHER)).toBe(false)
    await expect(door.door.move(OTHER)).rejects.toThrow('EADDRINUSE')
    expect((await ask(door.url + OPEN)).text).toBe('yes\n')
    expect(door.door.urls().http).toBe(door.url)
    await new Promise((resolve) => taken.close(resolve))
    await door.door.move(OTHER)
    expect((await ask(at(door.url, OTHER) + OPEN)).text).toBe('yes\n')
  },
)

test('stays when the host lacks the address', async () => {
  await expect(door.door.move('192.0.2.10')).rejects.toThrow('EADDRNOTAVAIL')
  expect((await ask(door.url + OPEN)).text).toBe('yes\n')
})

test.runIf(onLinux)('presents another certificate at the new address', async () => {
  await door.door.configure({ tls: await makeCertificate('here'), httpsOnly: false })
  const { https = '' } = await door.door.move(OTHER, await makeCertificate('there'))
  expect(await nameShown(https)).toBe('there')
  await door.door.move('127.0.0.1')
  expect(await nameShown(door.door.urls().https ?? '')).toBe('there')
})

test.runIf(onLinux)('an unplugged cable cuts the old address and the new one', async () => {
  await door.door.move(OTHER)
  door.door.plug(false)
  await expect(ask(at(door.url, OTHER) + OPEN)).rejects.toThrow()
  door.door.plug(true)
  expect((await ask(at(door.url, OTHER) + OPEN)).text).toBe('yes\n')
})
