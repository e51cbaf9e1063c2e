import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:tls'
import { makeCertificate } from '@lintel/front-door/testing/certificate'
import { expect, onTestFinished, test } from 'vitest'
import { openOpenSsl } from '../../services/testing/openssl.ts'
import type { StoredCertificate } from '../../state/certificate-store.ts'
import { openTrust } from './trust.ts'

/** Whether a device with these certificates trusts a server that calls itself `localhost`. */
async function trusts(
  installed: readonly Pick<StoredCertificate, 'kind' | 'cert'>[],
  own: { key: string; cert: string },
): Promise<boolean> {
  const server = createServer(own, (socket) => socket.on('error', () => {}).end())
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const rest = { key: undefined, factory: false }
  const all = installed.map((one, index) => ({ ...one, ...rest, id: String(index) }))
  const trust = openTrust({ all: () => all, subscribe: () => () => {} })
  const { port } = server.address() as AddressInfo
  const socket = connect({ ...trust.tls('localhost', true), host: '127.0.0.1', port })
  return new Promise((resolve) => {
    socket.once('secureConnect', () => resolve(true)).on('error', () => resolve(false))
    socket.resume()
  })
}

test('an authority is trusted, also beside another one of its name', async () => {
  const [other, own] = [await makeCertificate('localhost'), await makeCertificate('localhost')]
  const authorities = [other, own].map(({ cert }) => ({ kind: 'authority' as const, cert }))
  expect(await trusts(authorities, own)).toBe(true)
  expect(await trusts(authorities.slice(0, 1), own)).toBe(false)
})

test('a certificate of the device itself is no authority', async () => {
  const own = await makeCertificate('localhost')
  expect(await trusts([{ kind: 'own', cert: own.cert }], own)).toBe(false)
})

test('an authority below another one is enough', async () => {
  const openssl = openOpenSsl()
  onTestFinished(() => openssl.close())
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
  openssl.write('site.ext', 'basicConstraints=critical,CA:TRUE\n')
  openssl.write('server.ext', 'subjectAltName=DNS:localhost\n')
  await openssl.run(`req -x509 ${key} -subj /CN=Group -days 2 -keyout group.key -out group.crt`)
  for (const [name, authority] of [
    ['site', 'group'],
    ['server', 'site'],
  ]) {
    await openssl.run(`req ${key} -subj /CN=${name} -keyout ${name}.key -out ${name}.csr`)
    await openssl.run(
      `x509 -req -in ${name}.csr -CA ${authority}.crt -CAkey ${authority}.key -CAcreateserial -days 2 -extfile ${name}.ext -out ${name}.crt`,
    )
  }
  const text = (name: string) => openssl.read(name).toString()
  const own = { key: text('server.key'), cert: text('server.crt') }
  for (const name of ['site.crt', 'group.crt']) {
    const cert = name === 'site.crt' ? own.cert : own.cert + text('site.crt')
    const authority = { kind: 'authority' as const, cert: text(name) }
    expect(await trusts([authority], { ...own, cert })).toBe(true)
  }
})
