import { connect } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFrontDoor } from './front-door.ts'
import { ask } from './testing/ask.ts'
import { makeCertificate } from './testing/certificate.ts'
import { curl } from './testing/curl.ts'
import { memoryDevice } from './testing/memory-device.ts'
import { OPEN, sampleCalls, WHO } from './testing/sample-calls.ts'
import { testDoor, type TestDoor } from './testing/test-door.ts'

let door: TestDoor
let secure: string

beforeAll(async () => {
  door = await testDoor({ calls: sampleCalls })
  secure =
    (await door.door.configure({ tls: await makeCertificate('first'), httpsOnly: false })) ?? ''
})
afterAll(() => door.close())

function nameShown(): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(secure)
    const options = { host: hostname, port: Number(port), rejectUnauthorized: false }
    const socket = connect(options, () => {
      const { CN } = socket.getPeerCertificate().subject
      socket.destroy()
      resolve([CN].flat()[0])
    })
    socket.once('error', reject)
  })
}

test('opens https in addition to http once there is a certificate', async () => {
  expect(secure).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  expect((await ask(secure + OPEN)).text).toBe('yes\n')
  expect((await ask(door.url + OPEN)).text).toBe('yes\n')
})

test('challenges for Basic only, as recorded, and lets curl in with it', async () => {
  expect((await ask(secure + WHO)).challenges).toEqual(['Basic realm="AXIS_ACCC8E012345"'])
  const basic = ['--insecure', '--basic', '-u']
  expect((await curl(...basic, 'root:pass-root', secure + WHO)).status).toBe(200)
  expect((await curl(...basic, 'root:wrong', secure + WHO)).status).toBe(401)
})

test('keeps its session in a cookie that plain http neither sees nor sets', async () => {
  const answer = await ask(`${secure}/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'user=root&password=pass-root',
  })
  const cookie = answer.headers['set-cookie']?.[0] ?? ''
  expect(cookie).toMatch(
    /^__Host-session_ACCC8E012345=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  )
  const [pair = ''] = cookie.split(';')
  const plainPair = pair.replace('__Host-', '')
  const statusWith = async (base: string, sent: string): Promise<number> =>
    (await ask(base + WHO, { headers: { cookie: sent } })).status
  expect(await statusWith(secure, pair)).toBe(200)
  expect(await statusWith(secure, plainPair)).toBe(401)
  expect(await statusWith(door.url, pair)).toBe(401)
})

test('changes the certificate without closing the port', async () => {
  expect(await nameShown()).toBe('first')
  expect(
    await door.door.configure({ tls: await makeCertificate('second'), httpsOnly: false }),
  ).toBe(secure)
  expect(await nameShown()).toBe('second')
})

test('keeps the old certificate when the new one is invalid', async () => {
  await expect(
    door.door.configure({ tls: { key: 'x', cert: 'y' }, httpsOnly: false }),
  ).rejects.toThrow()
  expect((await ask(secure + OPEN)).status).toBe(200)
})

test('opens https together with http when there already is a certificate', async () => {
  const other = await openFrontDoor(memoryDevice(), {
    calls: sampleCalls,
    sockets: [],
    consoleFolder: '/nowhere',
  })
  expect(
    await other.configure({ tls: await makeCertificate('third'), httpsOnly: false }),
  ).toBeUndefined()
  const urls = await other.listen({ address: '127.0.0.1', http: 0, https: 0 })
  expect((await ask((urls.https ?? '') + OPEN)).status).toBe(200)
  await other.close()
})
