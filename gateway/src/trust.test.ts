import { ask } from '@lintel/front-door/testing/ask'
import { makeCertificate } from '@lintel/front-door/testing/certificate'
import type { TestDoor } from '@lintel/front-door/testing/test-door'
import { X509Certificate } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Certificate } from '@lintel/front-door/tls'
import type { TestGateway } from './testing/test-gateway.ts'
import { signInAt, testDevice, testGateway } from './testing/test-gateway.ts'

const WHO = '/axis-cgi/usergroup.cgi'
const PAGE = { accept: 'text/html' }

let certificates: [Certificate, Certificate]
let device: TestDoor
let https: string
let gateway: TestGateway | undefined

const fingerprintOf = ({ cert }: Certificate) => new X509Certificate(cert).fingerprint256
const present = (certificate: Certificate) =>
  device.door.configure({ tls: certificate, httpsOnly: false })

beforeAll(async () => {
  certificates = await Promise.all([makeCertificate('door'), makeCertificate('other')])
})
beforeEach(async () => {
  device = await testDevice()
  https = (await present(certificates[0])) ?? ''
})
afterEach(async () => {
  await gateway?.close()
  gateway = undefined
  await device.close()
})

const open = async (known: { ca?: string; fingerprint?: string } = {}) => {
  gateway = await testGateway({ name: 'door', url: new URL(https), ...known })
  return gateway
}
const confirm = ({ http }: TestGateway, fingerprint: string, headers: object = { origin: http }) =>
  ask(`${http}/gateway/trust`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ fingerprint }).toString(),
  })

test('an unknown certificate is shown, and trusted on a person’s word', async () => {
  const opened = await open()
  const fingerprint = fingerprintOf(certificates[0])
  expect(opened.devices).toMatchObject([{ state: 'untrusted', fingerprint }])
  await expect(signInAt(opened.http, 'root')).rejects.toThrow()
  const page = await ask(`${opened.http}/webapp/hw/`, { headers: PAGE })
  expect(page.status).toBe(502)
  expect(page.text).toContain(fingerprint)
  expect(page.text).toContain('Is this your device?')
  expect((await confirm(opened, fingerprint)).status).toBe(303)
  const headers = await signInAt(opened.http, 'root')
  expect((await ask(opened.http + WHO, { headers })).status).toBe(200)
})

test('nothing is sent to the owner of an unknown certificate', async () => {
  const opened = await open()
  await signInAt(opened.http, 'root').catch(() => {})
  expect(device.device.lines.filter(({ message }) => message === 'request')).toEqual([])
})

test.each([
  ['another fingerprint', 'AA'.repeat(32), undefined],
  ['a page of another site', undefined, { origin: 'http://evil.example' }],
  ['a client that names no page', undefined, {}],
])('%s confirms no certificate', async (_, wrong, headers) => {
  const opened = await open()
  const answer = await confirm(opened, wrong ?? fingerprintOf(certificates[0]), headers)
  expect(answer.status).toBeGreaterThanOrEqual(400)
  await expect(signInAt(opened.http, 'root')).rejects.toThrow()
})

test('a certificate that has changed is refused until a person confirms it', async () => {
  const opened = await open()
  await confirm(opened, fingerprintOf(certificates[0]))
  const headers = await signInAt(opened.http, 'root')
  await present(certificates[1])
  await expect(ask(opened.http + WHO, { headers })).rejects.toThrow()
  const page = await ask(`${opened.http}/webapp/hw/`, { headers: { ...headers, ...PAGE } })
  expect(page.text).toContain('The certificate has changed')
  expect(page.text).toContain(fingerprintOf(certificates[0]))
  await confirm(opened, fingerprintOf(certificates[1]))
  expect((await ask(opened.http + WHO, { headers })).status).toBe(200)
})

test('with a fingerprint given at the start, no other certificate can be confirmed', async () => {
  const fingerprint = fingerprintOf(certificates[0]).toLowerCase().replaceAll(':', '')
  const opened = await open({ fingerprint })
  const headers = await signInAt(opened.http, 'root')
  await present(certificates[1])
  await expect(ask(opened.http + WHO, { headers })).rejects.toThrow()
  const page = await ask(`${opened.http}/webapp/hw/`, { headers: PAGE })
  expect(page.text).not.toContain('<form')
  expect((await confirm(opened, fingerprintOf(certificates[1]))).status).toBe(409)
})

test('an authority vouches for the name of the device only', async () => {
  // It is signed by the authority, but for another name than 127.0.0.1.
  const opened = await open({ ca: certificates[0].cert })
  expect(opened.devices).toMatchObject([{ state: 'untrusted' }])
})
