import { X509Certificate } from 'node:crypto'
import { readXml } from '@lintel/front-door/xml'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { certificateCalls, makePairs, openCertificateDevice } from '../testing/certificate-calls.ts'
import { openOpenSsl } from '../testing/openssl.ts'
import type { OpenSsl } from '../testing/openssl.ts'
import { sendSoap } from '../testing/soap.ts'
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
const { load, loadAuthority, loadSigned, remove, listed, ids, pemOf } = certificateCalls(
  () => device,
)

const subject = (name: string, ...others: string[]) =>
  `<acertificates:Subject><acertificates:CommonName>${name}</acertificates:CommonName><acertificates:Organization>Acme &amp; Co, Ltd</acertificates:Organization>` +
  `<acertificates:Country>se</acertificates:Country>${others.map((other) => `<acertificates:AlternativeName>${other}</acertificates:AlternativeName>`).join('')}</acertificates:Subject>`
const make = (
  id: string,
  type = 'EC-P256',
  more = subject('door.example', '192.0.2.7', 'fe80::7'),
) =>
  sendSoap(
    device,
    `<acertificates:CreateCertificate2><acertificates:CertificateID>${id}</acertificates:CertificateID><acertificates:KeyType>${type}</acertificates:KeyType>${more}</acertificates:CreateCertificate2>`,
  )

test('certificates of both kinds are listed in the recorded form (DEVICE-18, DEVICE-19, DEVICE-155)', async () => {
  await load('my cert', base64('rsa.crt'), base64('rsa.key'))
  await loadAuthority('my ca', base64('ca.crt'))
  const der = (name: string) => new X509Certificate(openssl.read(name)).raw.toString('base64')
  expect((await sendSoap(device, '<tds:GetCertificates/>')).body).toBe(
    `<tds:GetCertificatesResponse><tds:NvtCertificate><tt:CertificateID>my cert</tt:CertificateID><tt:Certificate><tt:Data>${der('rsa.crt')}</tt:Data></tt:Certificate></tds:NvtCertificate></tds:GetCertificatesResponse>`,
  )
  expect((await sendSoap(device, '<tds:GetCACertificates/>')).body).toBe(
    `<tds:GetCACertificatesResponse><tds:CACertificate><tt:CertificateID>my ca</tt:CertificateID><tt:Certificate><tt:Data>${der('ca.crt')}</tt:Data></tt:Certificate></tds:CACertificate></tds:GetCACertificatesResponse>`,
  )
  const vendor = await sendSoap(device, '<acertificates:GetCertificates/>')
  expect([vendor.status, vendor.code]).toEqual([500, 'ActionNotSupported'])
})

test('a name taken while the key is generated is not overwritten', async () => {
  const find = vi.spyOn(device.certificates, 'find')
  const making = make('same', 'RSA-2048')
  await vi.waitFor(() => expect(find).toHaveBeenCalledWith('same'), { interval: 1 })
  const cert = openssl.read('ca.crt').toString()
  const theirs = { id: 'same', kind: 'authority', cert, key: undefined, factory: false } as const
  device.certificates.put([theirs])
  expect(await making).toMatchObject({ status: 400, code: 'CertificateID' })
  expect(device.certificates.find('same')).toEqual(theirs)
})

test.each([
  ['EC-P256', 'EC P-256'],
  ['RSA-2048', 'RSA 2048'],
])('openssl verifies a self-signed certificate of %s', async (type, key) => {
  expect(await make('made', type)).toMatchObject({
    status: 200,
    body: '<acertificates:CreateCertificate2Response><acertificates:CertificateID>made</acertificates:CertificateID></acertificates:CreateCertificate2Response>',
  })
  openssl.write('made.crt', pemOf('made'))
  expect(await openssl.run('verify -CAfile made.crt made.crt')).toContain('OK')
  const output = await openssl.run('x509 -in made.crt -noout -subject -ext subjectAltName')
  expect(output).toContain('C = SE, O = "Acme & Co, Ltd", CN = door.example')
  expect(output).toContain('DNS:door.example, IP Address:192.0.2.7, IP Address:FE80:0:0:0:0:0:0:7')
  expect(await listed()).toMatchObject([
    { id: 'made', kind: 'own', key, selfSigned: true, chain: 0, factory: false, usedBy: [] },
  ])
  // The web server can use it as well.
  device.parameters.update(
    {
      'root.HTTPS.Certificate': 'made',
      'root.HTTPS.Ciphers': 'AES128-SHA:ECDHE-ECDSA-AES128-GCM-SHA256',
    },
    ['admin'],
  )
  await device.webServer.settled()
  const https = device.network.urls().https ?? ''
  expect((await openssl.handshake(https)).subject).toContain('CN = door.example')
})

test('an authority signs a request, and the device loads the certificate', async () => {
  await make('made')
  const makeRequest = async (more = '') => {
    const { body } = await sendSoap(
      device,
      `<acertificates:GetPkcs10Request2><acertificates:CertificateID>made</acertificates:CertificateID>${more}</acertificates:GetPkcs10Request2>`,
    )
    return Buffer.from(/<tt:Data>(.*)<\/tt:Data>/.exec(body)?.[1] ?? '', 'base64')
  }
  openssl.write('own.csr', await makeRequest(subject('other.example')))
  const other = await openssl.run('req -inform DER -in own.csr -noout -subject')
  expect(other).toContain('CN = other.example')
  openssl.write('own.csr', await makeRequest())
  const output = await openssl.run('req -inform DER -in own.csr -verify -text')
  expect(output).toContain('self-signature verify OK')
  expect(output).toContain('C = SE, O = "Acme & Co, Ltd", CN = door.example')
  expect(output).toContain('IP Address:192.0.2.7')
  await openssl.run(
    'x509 -req -inform DER -in own.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -copy_extensions copy -out signed.crt',
  )
  const chain = Buffer.concat([openssl.read('signed.crt'), openssl.read('ca.crt')])
  // Under another name, and in place of the old one.
  expect((await loadSigned('signed', base64('signed.crt'))).status).toBe(200)
  expect((await loadSigned('made', chain.toString('base64'))).status).toBe(200)
  openssl.write('made.crt', pemOf('made'))
  expect(await openssl.run('verify -CAfile ca.crt made.crt')).toContain('OK')
  expect(await listed()).toMatchObject([
    { id: 'made', chain: 1, selfSigned: false, issuer: 'CN=authority' },
    { id: 'signed', chain: 0, selfSigned: false },
  ])
  for (const id of ['made', 'another']) {
    expect(await loadSigned(id, base64('ec.crt'))).toMatchObject({
      status: 400,
      code: 'KeysNotMatching',
    })
  }
})

test('ONVIF’s own calls create certificates and requests too', async () => {
  const created = await sendSoap(
    device,
    '<tds:CreateCertificate><tds:CertificateID>plain</tds:CertificateID><tds:Subject>CN=door.example,O=Acme</tds:Subject><tds:ValidNotBefore>2026-01-01T00:00:00Z</tds:ValidNotBefore><tds:ValidNotAfter>2036-01-01T00:00:00Z</tds:ValidNotAfter></tds:CreateCertificate>',
  )
  expect(created.body).toContain('<tt:CertificateID>plain</tt:CertificateID>')
  const requested = await sendSoap(
    device,
    '<tds:GetPkcs10Request><tds:CertificateID>plain</tds:CertificateID></tds:GetPkcs10Request>',
  )
  const request = /<tt:Data>(.*)<\/tt:Data>/.exec(requested.body)?.[1] ?? ''
  openssl.write('plain.csr', Buffer.from(request, 'base64'))
  expect(await openssl.run('req -inform DER -in plain.csr -noout -subject')).toContain(
    'O = Acme, CN = door.example',
  )
  const { serialNumber } = new X509Certificate(pemOf('plain'))
  expect(
    (
      await sendSoap(
        device,
        '<tds:GetCertificateInformation><tds:CertificateID>plain</tds:CertificateID></tds:GetCertificateInformation>',
      )
    ).body,
  ).toBe(
    '<tds:GetCertificateInformationResponse><tds:CertificateInformation><tt:CertificateID>plain</tt:CertificateID>' +
      '<tt:IssuerDN>CN=door.example,O=Acme</tt:IssuerDN><tt:SubjectDN>CN=door.example,O=Acme</tt:SubjectDN><tt:KeyLength>256</tt:KeyLength>' +
      `<tt:SerialNum>${serialNumber}</tt:SerialNum><tt:Validity><tt:From>2026-01-01T00:00:00.000Z</tt:From><tt:Until>2036-01-01T00:00:00.000Z</tt:Until></tt:Validity>` +
      '</tds:CertificateInformation></tds:GetCertificateInformationResponse>',
  )
  const free = await sendSoap(device, '<tds:CreateCertificate/>')
  expect(free.body).toContain('<tt:CertificateID>certificate-1</tt:CertificateID>')
  expect((await sendSoap(device, '<tds:GetCertificatesStatus/>')).body).toContain(
    '<tt:CertificateID>plain</tt:CertificateID><tt:Status>false</tt:Status>',
  )
})

test.each<[string, () => ReturnType<typeof make>, string]>([
  ['no common name', () => make('a', 'EC-P256', subject(' ')), 'common name'],
  ['an invalid name', () => make('a', 'EC-P256', subject('x', 'no name')), 'no name is neither'],
  ['a long common name', () => make('a', 'EC-P256', subject('x'.repeat(65))), 'at most 64'],
  ['a blank name', () => make(' '), '1 to 64'],
  [
    'a validity beyond the limit',
    () =>
      make(
        'a',
        'EC-P256',
        `${subject('x')}<acertificates:ValidDays>9999</acertificates:ValidDays>`,
      ),
    '1 to 3650 days',
  ],
])('nothing is created for %s', async (_, call, message) => {
  const { status, reason } = await call()
  expect(status).toBe(400)
  expect(reason).toContain(message)
  expect(ids()).toEqual([])
})

const SET = 'AUDIOSITE'
const audioSite = (authorities: string, own = '') =>
  sendSoap(
    device,
    `<acertificates:SetCertSet><acertificates:CertSetName>${SET}</acertificates:CertSetName><acertificates:CertSet><acert:Certificates>${own}</acert:Certificates><acert:CACertificates>${authorities}</acert:CACertificates><acert:TrustedCertificates/></acertificates:CertSet></acertificates:SetCertSet>`,
  )
const getSet = (name = SET) =>
  sendSoap(
    device,
    `<acertificates:GetCertSet><acertificates:CertSetName>${name}</acertificates:CertSetName></acertificates:GetCertSet>`,
  )

test('the audio site’s certificate is a set, in the recorded form (DEVICE-20, DEVICE-21, TLS-21)', async () => {
  await loadAuthority('my-ca', base64('ca.crt'))
  const areas: (string | undefined)[] = []
  device.events.subscribe(({ data }) => areas.push(data['Area']))
  expect((await audioSite('<acert:Id>my-ca</acert:Id>')).body).toBe(
    '<acertificates:SetCertSetResponse></acertificates:SetCertSetResponse>',
  )
  expect(areas).toEqual(['certificates'])
  expect((await getSet()).body).toBe(
    '<acertificates:GetCertSetResponse><acertificates:CertSet><acert:Certificates></acert:Certificates><acert:CACertificates><acert:Id>my-ca</acert:Id></acert:CACertificates><acert:TrustedCertificates></acert:TrustedCertificates></acertificates:CertSet></acertificates:GetCertSetResponse>',
  )
  expect((await listed())[0]?.usedBy).toEqual([SET])
  const refusal = await remove('my-ca')
  expect([refusal.status, refusal.code]).toEqual([400, 'OperationProhibited'])
  expect(refusal.reason).toContain('in use: AUDIOSITE')
  await audioSite('')
  expect((await remove('my-ca')).status).toBe(200)
})

test('a set accepts existing certificates of the right kind only, and a product its own sets only (FIX-13)', async () => {
  await load('own', base64('ec.crt'), base64('ec.key'))
  await loadAuthority('my-ca', base64('ca.crt'))
  expect((await audioSite('<acert:Id>none</acert:Id>')).reason).toContain('no certificate none')
  expect((await audioSite('<acert:Id>own</acert:Id>')).reason).toContain('not the certificate of')
  expect((await audioSite('', '<acert:Id>my-ca</acert:Id>')).reason).toContain('authority')
  expect((await getSet('nothing')).reason).toBe('There is no set nothing.')
  const names = async (product: string) => {
    const other = await openCertificateDevice(product)
    const { body } = await sendSoap(other, '<acertificates:ListCertSets/>')
    await other.close()
    return body
  }
  const name = (one: string) => `<acert:CertSetNames>${one}</acert:CertSetNames>`
  expect(await names('C1310-E')).toBe(
    '<acertificates:ListCertSetsResponse><acertificates:CertSetNameList>' +
      ['WebServer', 'EAPTLS_WIRED', 'EAPTLS_WIRED_SERVER', 'EAPPEAP_MSCHAPV2_WIRED', SET]
        .map(name)
        .join('') +
      '</acertificates:CertSetNameList></acertificates:ListCertSetsResponse>',
  )
  expect(await names('A1601')).not.toContain(SET)
})

test('the web server’s certificate and the device’s own can’t be deleted', async () => {
  await device.webServer.refresh()
  await make('made')
  expect((await remove('made', 'device')).reason).toContain('needs the certificate')
  device.parameters.update({ 'root.HTTPS.Certificate': 'made' }, ['admin'])
  expect((await remove('made')).reason).toContain('in use: WebServer')
  expect((await remove('none')).code).toBe('CertificateID')
  device.parameters.update({ 'root.HTTPS.Certificate': 'device' }, ['admin'])
  expect((await remove('made')).status).toBe(200)
  expect(ids()).toEqual(['device'])
})

test('the certificate of an enabled SIP account can’t be deleted, and says whose it is (TLS-22)', async () => {
  await make('made')
  const { sipAccounts } = device
  const [account] = sipAccounts.all()
  if (!account) throw new Error('no account')
  const use = (change: Partial<typeof account>) =>
    sipAccounts.put({ ...account, Name: 'Gate', Transport: 'tls', Certificate: 'made', ...change })
  use({})
  expect((await listed())[0]).toMatchObject({ usedBy: [], sipAccounts: ['Gate'] })
  const refusal = await remove('made')
  expect([refusal.status, refusal.code]).toEqual([400, 'OperationProhibited'])
  expect(refusal.reason).toContain('in use: SIP account Gate.')
  // Over UDP it is not used.
  use({ Transport: 'udp' })
  use({ Id: 'other', IsDefault: false, Enabled: false })
  expect((await listed())[0]?.sipAccounts).toEqual([])
  use({ Id: 'other' })
  expect((await remove('made')).status).toBe(400)
  sipAccounts.remove(['other'])
  expect((await remove('made')).status).toBe(200)
})

test('a signed certificate replaces the device’s own at once, also after a restart (TLS-07)', async () => {
  await device.webServer.refresh()
  const https = device.network.urls().https ?? ''
  const { body } = await sendSoap(
    device,
    '<tds:GetPkcs10Request><tds:CertificateID>device</tds:CertificateID><tds:Subject>signed.example</tds:Subject></tds:GetPkcs10Request>',
  )
  openssl.write('own.csr', Buffer.from(/<tt:Data>(.*)<\/tt:Data>/.exec(body)?.[1] ?? '', 'base64'))
  await openssl.run(
    'x509 -req -inform DER -in own.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -out signed.crt',
  )
  expect((await loadSigned('device', base64('signed.crt'))).status).toBe(200)
  await device.webServer.settled()
  expect((await openssl.handshake(https)).subject).toBe('CN = signed.example')
  await device.webServer.refresh()
  expect((await openssl.handshake(https)).subject).toBe('CN = signed.example')
})

test('the WSDL names the maker’s operations', async () => {
  const text = await device.text('/wsdl/vapix/Certificates.wsdl', { as: 'root' })
  expect(readXml(Buffer.from(text)).name).toBe('definitions')
  for (const operation of ['GetCertSet', 'SetCertSet', 'ListCertSets', 'LoadPkcs12']) {
    expect(text).toContain(`<wsdl:operation name="${operation}">`)
  }
})
