import { X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { makeCertificate } from '@lintel/front-door/testing/certificate'
import { afterEach, expect, test } from 'vitest'
import { CertificateNotTrusted } from '../trust.ts'
import { LEFT_OUT } from './left-out.ts'
import { recordDevice } from './record-device.ts'
import type { Recording } from './recording.ts'
import { openReplay } from './replay.ts'
import { ownRecording } from './testing.ts'
import { VARIANTS } from './variants.ts'
import { NotSignedIn } from './walk.ts'

const ACCOUNT = { user: 'root', password: 'secret' }

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Records a device that answers as a recorded one. */
async function recordedAgain(recording: Recording, account = ACCOUNT) {
  const replay = await openReplay(recording, { digest: ACCOUNT })
  closing.push(() => replay.close())
  return recordDevice({ url: new URL(replay.http), account })
}

test.each(['A8207-VE', 'C1410'])(
  'recording the replay of %s gives the recording',
  async (product) => {
    const recording = ownRecording(product)
    const { recording: again, failed, missing, leftOut } = await recordedAgain(recording)
    expect(again.exchanges.map(nameOf)).toEqual(recording.exchanges.map(nameOf))
    expect(again).toEqual(recording)
    expect(failed).toEqual([])
    expect(missing).toBe(recording.exchanges.filter(({ status }) => status === 404).length)
    expect(leftOut).toBe(Object.keys(LEFT_OUT).length)
  },
)

const nameOf = ({ call, path, query, request, status }: Recording['exchanges'][number]): string =>
  [status, call, path, query, request].join(' ')

test('what a device lacks is asked for once', async () => {
  const { recording } = await recordedAgain(VARIANTS['12.11'](ownRecording('A8207-VE')))
  const older = recording.exchanges.filter(({ path }) => path === '/vapix/axdsapi')
  expect(older).toMatchObject([{ status: 404, body: '' }])
  const renamed = recording.exchanges.filter(({ path }) => path === '/vapix/intercom')
  expect(renamed.length).toBeGreaterThan(4)
})

test('old firmware can be recorded', async () => {
  const { recording } = await recordedAgain(VARIANTS['5.51'](ownRecording('A8207-VE')))
  expect(recording).toMatchObject({ product: 'A8207-VE', firmware: '5.51.7' })
})

test('with a wrong password a device is asked once', async () => {
  const replay = await openReplay(ownRecording('C1410'), { digest: ACCOUNT })
  closing.push(() => replay.close())
  const asked: number[] = []
  await expect(
    recordDevice(
      { url: new URL(replay.http), account: { user: 'root', password: 'wrong' } },
      { onRequest: (count) => asked.push(count) },
    ),
  ).rejects.toBeInstanceOf(NotSignedIn)
  expect(asked).toEqual([0])
})

test('a device that does not answer at all can not be recorded', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  await expect(
    recordDevice({ url: new URL(`http://127.0.0.1:${port}`), account: ACCOUNT }),
  ).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('calls without an answer are told', async () => {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/axis-cgi/usergroup.cgi')) response.end('root\nadmin\n')
    else if (request.url?.startsWith('/axis-cgi/pwdgrp.cgi')) response.destroy()
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  const { failed, answers } = await recordDevice({
    url: new URL(`http://127.0.0.1:${port}`),
    account: ACCOUNT,
  })
  expect(failed).toEqual(['pwdgrp.get'])
  expect(answers).toBeGreaterThan(40)
})

test('over TLS nothing is sent to a device whose certificate is not trusted', async () => {
  const certificate = await makeCertificate('device.example')
  const asked: string[] = []
  const server = createSecureServer(certificate, (request, response) => {
    asked.push(`${request.url ?? ''} ${request.headers.authorization?.split(' ')[0] ?? ''}`.trim())
    // Devices offer this over TLS.
    if (request.headers.authorization === undefined) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="AXIS_ACCC8E123456"' }).end()
    } else if (request.url === '/axis-cgi/usergroup.cgi') response.end('root\nadmin\n')
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  const url = new URL(`https://127.0.0.1:${port}`)
  await expect(recordDevice({ url, account: ACCOUNT })).rejects.toBeInstanceOf(
    CertificateNotTrusted,
  )
  expect(asked).toEqual([])
  const { fingerprint256 } = new X509Certificate(certificate.cert)
  const { failed } = await recordDevice({ url, account: ACCOUNT, fingerprint: fingerprint256 })
  expect(failed).toEqual([])
  expect(asked.slice(0, 4)).toEqual([
    '/axis-cgi/usergroup.cgi',
    '/axis-cgi/usergroup.cgi Basic',
    // To see what the answer without a sign-in looks like.
    '/axis-cgi/usergroup.cgi',
    '/axis-cgi/no-such-call.cgi Basic',
  ])
})
