import { X509Certificate } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { certificateCalls, makePairs, openCertificateDevice } from '../testing/certificate-calls.ts'
import { openOpenSsl } from '../testing/openssl.ts'
import type { OpenSsl } from '../testing/openssl.ts'
import type { TestDevice } from '../testing/test-device.ts'

let openssl: OpenSsl
beforeAll(async () => {
  openssl = openOpenSsl()
  await makePairs(openssl)
})
afterAll(() => openssl.close())

let device: TestDevice
beforeEach(async () => {
  device = await openCertificateDevice()
})
afterEach(() => device.close())

const base64 = (name: string) => openssl.read(name).toString('base64')
const { load, loadAuthority, loadPkcs12, ids, pemOf } = certificateCalls(() => device)

describe('PEM and DER', () => {
  beforeAll(async () => {
    const lock = 'pkcs8 -topk8 -passout pass:secret -in ec.key'
    const commands = [
      'x509 -in ec.crt -outform DER -out ec.der',
      'ec -in ec.key -outform DER -out sec1.der',
      'pkcs8 -topk8 -nocrypt -in ec.key -outform DER -out pkcs8.der',
      'rsa -in rsa.key -traditional -out pkcs1.pem',
      `${lock} -out locked.pem`,
      `${lock} -outform DER -out locked.der`,
      'rsa -in rsa.key -traditional -aes128 -passout pass:secret -out locked-old.pem',
      'req -x509 -newkey rsa:1024 -nodes -subj /CN=small -keyout small.key -out small.crt',
      'req -x509 -newkey ed25519 -nodes -subj /CN=modern -keyout modern.key -out modern.crt',
    ]
    await Promise.all(commands.map((command) => openssl.run(command)))
  })

  test.each([
    ['ec.crt', 'ec.key'],
    ['ec.der', 'sec1.der'],
    ['ec.der', 'pkcs8.der'],
    ['rsa.crt', 'pkcs1.pem'],
  ])('%s with %s is accepted, and its key sealed', async (cert, key) => {
    expect((await load('given', base64(cert), base64(key))).status).toBe(200)
    const row = device.database.get("SELECT private_key FROM certificates WHERE name = 'given'")
    expect(String(row?.['private_key'])).not.toContain('PRIVATE')
    expect(device.certificates.find('given')?.key).toContain('-----BEGIN PRIVATE KEY-----')
    expect(device.benchLog).toEqual([['certificate.added', { id: 'given' }]])
  })

  test.each([
    ['a key of another certificate', 'ec.crt', 'rsa.key', 'does not belong'],
    ['an encrypted key', 'ec.crt', 'locked.pem', 'encrypted'],
    ['an encrypted key in the old format', 'rsa.crt', 'locked-old.pem', 'encrypted'],
    ['an encrypted key in DER', 'ec.crt', 'locked.der', 'encrypted'],
    ['a certificate in place of a key', 'ec.crt', 'ec.crt', 'no private key'],
    ['a key in place of a certificate', 'ec.key', 'ec.key', 'no certificate'],
    ['a short key', 'small.crt', 'small.key', 'RSA with 2048'],
    ['a key type that TLS does not support', 'modern.crt', 'modern.key', 'P-256'],
    ['rubbish in DER', 'sec1.der', 'sec1.der', 'not valid X.509'],
  ])('%s is refused with a reason', async (_, cert, key, message) => {
    const { status, reason } = await load('given', base64(cert), base64(key))
    expect(status).toBe(400)
    expect(reason).toContain(message)
    expect(ids()).toEqual([])
  })

  test('of the other certificates in the file only those of its chain are stored', async () => {
    const both = Buffer.concat([openssl.read('rsa.crt'), openssl.read('ec.crt')])
    await load('given', both.toString('base64'), base64('ec.key'))
    expect(pemOf('given').match(/BEGIN/g)).toHaveLength(1)
    expect(new X509Certificate(pemOf('given')).subject).toBe('CN=elliptic')
  })

  test('invalid base64, too much data and a taken name are refused', async () => {
    expect((await load('given', 'x$y', base64('ec.key'))).reason).toContain('base64')
    const long = Buffer.alloc(64 * 1024 + 3).toString('base64')
    expect((await load('given', long, base64('ec.key'))).status).toBe(413)
    await loadAuthority('given', base64('ca.crt'))
    expect(await load('given', base64('ec.crt'), base64('ec.key'))).toMatchObject({
      status: 400,
      code: 'CertificateID',
      reason: 'There is a certificate given already.',
    })
  })
})

describe('PKCS#12', () => {
  const LETTERS = 'tür€łock😀'

  beforeAll(async () => {
    const pack = (kind: string, out: string, more = '', password = 'secret') =>
      openssl.run(
        `pkcs12 -export -in ${kind}.crt -inkey ${kind}.key -passout pass:${password} -out ${out}${more}`,
      )
    await Promise.all([
      pack('rsa', 'rsa.p12'),
      pack('rsa', 'old.p12', ' -legacy'),
      pack('ec', 'ec.p12', ' -certfile ca.crt'),
      pack('ec', 'old-ec.p12', ' -legacy'),
      pack('ec', 'letters.p12', '', LETTERS),
      pack('ec', 'old-letters.p12', ' -legacy', LETTERS),
      pack('ec', 'none.p12', '', ''),
      openssl.run('pkcs12 -export -nokeys -in ca.crt -passout pass:secret -out keyless.p12'),
    ])
  })

  const open = (file: string, password = 'secret') => loadPkcs12('packed', base64(file), password)

  test.each([
    ['rsa.p12', 'rsa.crt'],
    ['old.p12', 'rsa.crt'],
    ['ec.p12', 'ec.crt'],
    ['old-ec.p12', 'ec.crt'],
    ['letters.p12', 'ec.crt', LETTERS],
    ['old-letters.p12', 'ec.crt', LETTERS],
    ['none.p12', 'ec.crt', ''],
  ])('%s is opened with all of its content', async (file, cert, password = 'secret') => {
    expect(await open(file, password)).toMatchObject({ status: 200 })
    expect(new X509Certificate(pemOf('packed')).fingerprint256).toBe(
      new X509Certificate(openssl.read(cert)).fingerprint256,
    )
  })

  test.each([
    ['a wrong password', 'rsa.p12', 'wrong', 'password is wrong'],
    ['a wrong character in the password', 'letters.p12', 'tur€łock😀', 'password is wrong'],
    ['a wrong password for the old format', 'old.p12', '', 'password is wrong'],
    ['another kind of file', 'rsa.crt', 'secret', 'not a PKCS#12'],
    ['a file without a key', 'keyless.p12', 'secret', 'no private key'],
  ])('%s is refused with a reason', async (_, file, password, message) => {
    const { status, reason } = await open(file, password)
    expect(status).toBe(400)
    expect(reason).toContain(message)
    expect(ids()).toEqual([])
  })
})

test('a name taken while a file is being opened is not overwritten', async () => {
  const command = 'pkcs12 -export -in ec.crt -inkey ec.key -passout pass:secret -out late.p12'
  await openssl.run(command)
  const find = vi.spyOn(device.certificates, 'find')
  const loading = loadPkcs12('same', base64('late.p12'), 'secret')
  await vi.waitFor(() => expect(find).toHaveBeenCalledWith('same'), { interval: 1 })
  const cert = openssl.read('ca.crt').toString()
  const theirs = { id: 'same', kind: 'authority', cert, key: undefined, factory: false } as const
  device.certificates.put([theirs])
  expect(await loading).toMatchObject({ status: 400, code: 'CertificateID' })
  expect(device.certificates.find('same')).toEqual(theirs)
})

test('an authority’s certificate is accepted, any other is refused as an authority', async () => {
  await openssl.run('req -new -key ec.key -subj /CN=leaf -out leaf.csr')
  const sign = 'x509 -req -in leaf.csr -CA ca.crt -CAkey ca.key -CAcreateserial -out leaf.crt'
  await openssl.run(sign)
  expect((await loadAuthority('ca', base64('ca.crt'))).status).toBe(200)
  expect((await loadAuthority('leaf', base64('leaf.crt'))).reason).toContain('not the certificate')
})

test('an expired certificate is accepted with a warning', async () => {
  await device.clock.advance(4 * 86_400_000)
  expect((await load('late', base64('ec.crt'), base64('ec.key'))).status).toBe(200)
  expect(device.benchLog).toContainEqual(['certificate.notValid', { id: 'late' }])
})
