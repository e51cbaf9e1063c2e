import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { WebSocket } from 'ws'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { serveSocket } from './serve.ts'
import { ask } from './testing/ask.ts'
import { makeCertificate } from './testing/certificate.ts'
import { OPEN, sampleCalls, talk } from './testing/sample-calls.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'

const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)

/** The same port at the IPv6 loopback address. */
function six(url: string): string {
  const { protocol, port } = new URL(url)
  return `${protocol}//[::1]:${port}`
}

let door: TestDoor
beforeEach(async () => {
  const greet = serveSocket(talk, (socket) => socket.send('hello'))
  door = await testDoor({ calls: sampleCalls, sockets: [greet] })
})
afterEach(() => door.close())

describe.runIf(hasIPv6)('at ::1', () => {
  test('the same servers answer as at the first address: http, https and sockets', async () => {
    const https = await door.door.configure({ tls: await makeCertificate('six'), httpsOnly: false })
    expect(await door.door.alsoAt(['::1'])).toEqual(['::1'])
    expect((await ask(six(door.url) + OPEN)).text).toBe('yes\n')
    expect((await ask(six(https ?? '') + OPEN)).text).toBe('yes\n')
    const socket = new WebSocket(`${six(door.url).replace('http', 'ws')}/talk`)
    const message = await new Promise((resolve) =>
      socket.once('message', (data: Buffer) => resolve(data.toString())),
    )
    socket.terminate()
    expect(message).toBe('hello')
    expect((await ask(door.url + OPEN)).text).toBe('yes\n')
  })

  test('connections over http continue when https opens', async () => {
    await door.door.alsoAt(['::1'])
    const socket = new WebSocket(`${six(door.url).replace('http', 'ws')}/talk`)
    await once(socket, 'open')
    const closed = once(socket, 'close').then(() => 'closed')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const https = await door.door.configure({ tls: await makeCertificate('six'), httpsOnly: false })
    expect(await door.door.alsoAt(['::1'])).toEqual(['::1'])
    vi.advanceTimersByTime(60_000)
    expect((await ask(six(https ?? '') + OPEN)).text).toBe('yes\n')
    if (socket.readyState === WebSocket.OPEN) socket.ping()
    expect(await Promise.race([closed, once(socket, 'pong').then(() => 'pong')])).toBe('pong')
    socket.terminate()
  })

  test('nothing answers there without a cable, or once it is no longer wanted', async () => {
    await door.door.alsoAt(['::1'])
    door.door.plug(false)
    await expect(ask(six(door.url) + OPEN)).rejects.toThrow()
    door.door.plug(true)
    expect((await ask(six(door.url) + OPEN)).status).toBe(200)
    await door.door.alsoAt([])
    await expect(ask(six(door.url) + OPEN)).rejects.toThrow('ECONNREFUSED')
    expect((await ask(door.url + OPEN)).status).toBe(200)
  })

  test('an address whose port is taken is skipped', async () => {
    const taken: Server = createServer()
    const port = Number(new URL(door.url).port)
    await new Promise<void>((resolve) => taken.listen(port, '::1', resolve))
    expect((taken.address() as AddressInfo).port).toBe(port)
    expect(await door.door.alsoAt(['::1'])).toEqual([])
    taken.close()
  })
})

test('an address that this computer lacks is skipped', async () => {
  expect(await door.door.alsoAt(['2001:db8::1'])).toEqual([])
  expect((await ask(door.url + OPEN)).status).toBe(200)
})
