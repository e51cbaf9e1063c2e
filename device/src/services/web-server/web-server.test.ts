import { once } from 'node:events'
import { createServer } from 'node:net'
import { DEPRECATED_CIPHERS, LEGACY_CIPHERS } from '@lintel/contract/rules/ciphers'
import { readXml } from '@lintel/front-door/xml'
import { ask } from '@lintel/front-door/testing/ask'
import { curl } from '@lintel/front-door/testing/curl'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { openLegacyCiphers } from '../../engines/web-server/legacy-ciphers.ts'
import { servedOf } from '../../engines/web-server/settings.ts'
import { certificateService } from '../certificates/certificates.ts'
import { identityService } from '../identity/identity.ts'
import { parameterService } from '../parameters/parameters.ts'
import { openOpenSsl } from '../testing/openssl.ts'
import type { OpenSsl } from '../testing/openssl.ts'
import { sendSoap } from '../testing/soap.ts'
import { authorization, openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { webServerService } from './web-server.ts'

const GET = '<aweb:GetWebServerTlsConfiguration/>'
const DEFAULTS = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
]

let openssl: OpenSsl
let rsa: { cert: string; key: string }
beforeAll(async () => {
  openssl = openOpenSsl()
  await openssl.run(
    'req -x509 -newkey rsa:2048 -nodes -subj /CN=rivest -days 2 -keyout rsa.key -out rsa.crt',
  )
  rsa = { cert: openssl.read('rsa.crt').toString(), key: openssl.read('rsa.key').toString() }
})
afterAll(() => openssl.close())

let device: TestDevice
beforeEach(async () => {
  const services = [webServerService, certificateService, parameterService, identityService]
  // Other programs use the host's clock.
  device = await openTestDevice(services, Date.now())
  device.makeAccounts()
  await device.webServer.refresh()
  device.certificates.put([
    { id: 'my cert', kind: 'own', ...rsa, factory: false },
    { id: 'authority', kind: 'authority', cert: rsa.cert, key: undefined, factory: false },
  ])
})
afterEach(() => device.close())

interface Configuration {
  policy?: string
  tls?: boolean
  certificates?: readonly string[]
  ciphers?: readonly string[]
  more?: string
}

const set = ({
  policy = 'HttpAndHttps',
  tls = policy !== 'Http',
  certificates = ['device'],
  ciphers = DEFAULTS,
  more = '',
}: Configuration) =>
  sendSoap(
    device,
    `<aweb:SetWebServerTlsConfiguration><aweb:Configuration name="WebServer"><aweb:Tls>${tls}</aweb:Tls>` +
      `<aweb:ConnectionPolicies><aweb:Admin>${policy}</aweb:Admin><aweb:Operator>${policy}</aweb:Operator><aweb:Viewer>${policy}</aweb:Viewer></aweb:ConnectionPolicies>` +
      `<aweb:Ciphers>${ciphers.map((name) => `<acert:Cipher>${name}</acert:Cipher>`).join('')}</aweb:Ciphers>` +
      `<aweb:CertificateSet><acert:Certificates>${certificates.map((id) => `<acert:Id>${id}</acert:Id>`).join('')}</acert:Certificates>` +
      `<acert:CACertificates/>${more}</aweb:CertificateSet></aweb:Configuration></aweb:SetWebServerTlsConfiguration>`,
  )

const https = () => device.network.urls().https ?? ''
const OPEN = '/axis-cgi/prod_brand_info/getbrand.cgi'

test('the configuration is returned as recorded (DEVICE-17)', async () => {
  device.parameters.set({
    'root.HTTPS.Certificate': 'my cert',
    'root.HTTPS.Ciphers': ['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
  })
  expect(await sendSoap(device, GET)).toMatchObject({
    status: 200,
    body:
      '<aweb:GetWebServerTlsConfigurationResponse><aweb:Configuration name="WebServer"><aweb:Tls>true</aweb:Tls>' +
      '<aweb:ConnectionPolicies><aweb:Admin>HttpAndHttps</aweb:Admin></aweb:ConnectionPolicies>' +
      '<aweb:Ciphers><acert:Cipher>ECDHE-ECDSA-AES128-GCM-SHA256</acert:Cipher><acert:Cipher>ECDHE-RSA-AES128-GCM-SHA256</acert:Cipher></aweb:Ciphers>' +
      '<aweb:CertificateSet><acert:Certificates><acert:Id>my cert</acert:Id></acert:Certificates><acert:CACertificates></acert:CACertificates><acert:TrustedCertificates></acert:TrustedCertificates></aweb:CertificateSet>' +
      '</aweb:Configuration></aweb:GetWebServerTlsConfigurationResponse>',
  })
})

test('another certificate and other suites are in use at once; TLS 1.3 stays (DEVICE-16, TLS-12)', async () => {
  const before = await openssl.handshake(https(), '-tls1_2')
  expect(before).toEqual({ subject: 'CN = axis-accc8e012345', cipher: DEFAULTS[0] })
  const changed = await set({
    certificates: ['my cert'],
    ciphers: ['DHE-RSA-AES128-GCM', 'AES256-SHA'],
  })
  expect(changed).toMatchObject({
    status: 200,
    body: '<aweb:SetWebServerTlsConfigurationResponse></aweb:SetWebServerTlsConfigurationResponse>',
  })
  const url = https()
  const offer = (suite: string) =>
    openssl.handshake(url, '-tls1_2', '-cipher', `${suite}:@SECLEVEL=0`)
  expect(await offer('ALL')).toEqual({
    subject: 'CN = rivest',
    cipher: 'DHE-RSA-AES128-GCM-SHA256',
  })
  expect((await offer('AES256-SHA')).cipher).toBe('AES256-SHA')
  expect((await offer('ECDHE-RSA-AES128-GCM-SHA256')).cipher).toBeUndefined()
  expect((await openssl.handshake(url)).cipher).toMatch(/^TLS_/)
  // The specification's short name stands for the whole suite.
  expect((await sendSoap(device, GET)).body).toContain(
    '<acert:Cipher>DHE-RSA-AES128-GCM-SHA256</acert:Cipher><acert:Cipher>AES256-SHA</acert:Cipher>',
  )
})

test('curl trusts the device with its own certificate', async () => {
  openssl.write('own.crt', device.certificates.find('device')?.cert ?? '')
  expect(await openssl.run('verify -CAfile own.crt own.crt')).toContain('OK')
  const trusted = await curl('--cacert', openssl.path('own.crt'), https() + OPEN)
  expect(trusted.status).toBe(200)
  await expect(curl('--cacert', openssl.path('rsa.crt'), https() + OPEN)).rejects.toThrow()
})

test.each<[string, Configuration, string]>([
  ['an unknown certificate', { certificates: ['other'] }, 'no certificate other'],
  ['an authority’s certificate', { certificates: ['authority'] }, 'no key'],
  ['no certificate', { certificates: [] }, 'certificate is required'],
  ['https only without a certificate', { policy: 'Https', certificates: [] }, 'is required'],
  ['two certificates', { certificates: ['device', 'my cert'] }, 'one certificate'],
  ['no suite', { ciphers: [] }, 'At least one'],
  ['no suite without https', { policy: 'Http', ciphers: [] }, 'At least one'],
  ['an unknown suite', { ciphers: [...DEFAULTS, 'ALL'] }, 'ALL is not supported'],
  ['a broken suite', { ciphers: [...DEFAULTS, 'RC4-SHA'] }, 'RC4-SHA is not supported'],
  [
    'suites of the other kind',
    { ciphers: ['ECDHE-RSA-AES128-GCM-SHA256', 'DHE-RSA-AES256-SHA'] },
    'No active cipher suite works with the certificate',
  ],
  [
    'suites of the other kind for RSA',
    { certificates: ['my cert'], ciphers: ['ECDHE-ECDSA-AES128-GCM-SHA256'] },
    'No active cipher suite works with the certificate',
  ],
  ['https without TLS', { policy: 'Https', tls: false }, 'Without TLS'],
  [
    'certificates of clients',
    {
      more: '<acert:TrustedCertificates><acert:Id>authority</acert:Id></acert:TrustedCertificates>',
    },
    'does not support client certificates',
  ],
])(
  '%s is refused with a reason, and nothing changes (TLS-08, TLS-10, TLS-19)',
  async (_, requested, text) => {
    const before = await sendSoap(device, GET)
    const { status, code, reason } = await set(requested)
    expect({ status, code }).toEqual({ status: 400, code: 'InvalidArgVal' })
    expect(reason).toContain(text)
    expect(await sendSoap(device, GET)).toEqual(before)
    expect((await openssl.handshake(https(), '-tls1_2')).subject).toBe('CN = axis-accc8e012345')
  },
)

test('an unknown policy is refused (TLS-05)', async () => {
  expect(await set({ policy: 'Both' })).toMatchObject({ status: 400 })
})

test('a certificate is active only while https uses it', async () => {
  const active = async () => {
    const { body } = await sendSoap(device, '<tds:GetCertificatesStatus/>')
    return Array.from(
      body.matchAll(/<tt:CertificateID>([^<]+)<\/tt:CertificateID><tt:Status>true/g),
      ([, id]) => id,
    )
  }
  expect(await active()).toEqual(['device'])
  expect((await set({ policy: 'Http' })).status).toBe(200)
  expect(await active()).toEqual([])
})

/** Takes the port once https has closed there. @returns gives it back */
async function occupy({ hostname, port }: URL): Promise<() => Promise<void>> {
  const other = createServer()
  await vi.waitFor(async () => {
    other.listen(Number(port), hostname)
    await once(other, 'listening')
  })
  onTestFinished(() => void other.close())
  return async () => {
    other.close()
    await once(other, 'close')
  }
}

test('if https can’t be opened the old settings stay, and the response says so', async () => {
  const secure = new URL(https())
  expect((await set({ policy: 'Http' })).status).toBe(200)
  const release = await occupy(secure)
  expect(await set({ ciphers: DEFAULTS.slice(0, 2) })).toMatchObject({
    status: 500,
    reason: 'The web server could not apply these settings; the old ones stay in effect.',
  })
  expect(device.webServer.settings()).toMatchObject({ policy: 'Http', ciphers: DEFAULTS })
  expect(device.network.urls()).toEqual({ http: device.url })
  await release()
  expect((await set({})).status).toBe(200)
  expect((await ask(secure.origin + OPEN)).status).toBe(200)
})

test('later settings apply after some that could be neither applied nor, on a full disk, reverted', async () => {
  const secure = new URL(https())
  expect((await set({ policy: 'Http' })).status).toBe(200)
  const release = await occupy(secure)
  device.parameters.set({ 'root.HTTPS.Enabled': true, 'root.System.BoaGroupPolicy.admin': 'both' })
  device.fillDisk(true)
  await device.webServer.settled()
  device.fillDisk(false)
  await release()
  expect((await set({ ciphers: DEFAULTS.slice(0, 2) })).status).toBe(200)
  expect((await ask(https() + OPEN)).status).toBe(200)
})

test('without a certificate only http answers; https closes and comes back (TLS-09, TLS-06)', async () => {
  const secure = https()
  expect((await set({ policy: 'Http', certificates: [] })).status).toBe(200)
  expect(device.network.urls()).toEqual({ http: device.url })
  await expect(ask(secure + OPEN)).rejects.toThrow('ECONNREFUSED')
  expect((await sendSoap(device, GET)).body).toContain(
    '<aweb:Tls>false</aweb:Tls><aweb:ConnectionPolicies><aweb:Admin>Http</aweb:Admin>',
  )
  const list = await device.text(
    '/axis-cgi/param.cgi?action=list&group=HTTPS.Enabled,System.BoaGroupPolicy',
    { as: 'root' },
  )
  expect(list).toBe(
    [
      'HTTPS.Enabled=no',
      ...['admin', 'operator', 'viewer'].map((who) => `System.BoaGroupPolicy.${who}=http`),
    ]
      .map((line) => `root.${line}\n`)
      .join(''),
  )
  expect((await set({})).status).toBe(200)
  expect((await ask(secure + OPEN)).status).toBe(200)
})

test('with https only, http redirects to it (TLS-05)', async () => {
  expect((await set({ policy: 'Https' })).status).toBe(200)
  const { status, headers } = await ask(`${device.url}/webapp/hw/`)
  expect([status, headers.location]).toEqual([307, `${https()}/webapp/hw/`])
  expect((await ask(https() + OPEN)).status).toBe(200)
})

test('parameters are validated and take effect like the call', async () => {
  const update = (values: string) =>
    device.text(`/axis-cgi/param.cgi?action=update&${values}`, { as: 'root' })
  expect(await update('HTTPS.Certificate=other')).toContain('There is no certificate other.')
  expect(await update('HTTPS.Ciphers=RC4-MD5')).toContain('RC4-MD5 is not supported')
  expect(await update('HTTPS.Certificate=my+cert&HTTPS.Ciphers=AES128-SHA')).toBe('OK\n')
  await device.webServer.settled()
  expect((await openssl.handshake(https())).subject).toBe('CN = rivest')
  expect(await update('HTTPS.Enabled=no')).toBe('OK\n')
  await device.webServer.settled()
  expect(device.network.urls().https).toBeUndefined()
})

test('suites left by old firmware are reported, not offered, and gone once saved without (FIX-21, TLS-14)', async () => {
  const reports: boolean[] = []
  const legacy = openLegacyCiphers({
    parameters: device.parameters,
    wire: { send: (message) => message.type === 'oldCiphers' && reports.push(message.left) },
  })
  legacy.leave(true)
  await device.webServer.settled()
  const { body } = await sendSoap(device, GET)
  for (const name of LEGACY_CIPHERS) expect(body).toContain(`<acert:Cipher>${name}</acert:Cipher>`)
  expect(servedOf(DEPRECATED_CIPHERS)).toEqual([])
  expect((await openssl.handshake(https(), '-tls1_2')).cipher).toBe(DEFAULTS[0])
  // The others can be set nevertheless.
  const url = '/axis-cgi/param.cgi?action=update&System.BoaGroupPolicy.admin=https'
  expect(
    (
      await ask(device.url + url, {
        headers: { authorization: authorization('root'), 'x-lintel-console': '1' },
      })
    ).text,
  ).toBe('OK\n')
  await device.webServer.settled()
  device.parameters.set({ 'root.System.BoaGroupPolicy.admin': 'both' })
  await device.webServer.settled()
  expect((await set({})).status).toBe(200)
  expect((await sendSoap(device, GET)).body).not.toContain('RC4-SHA')
  expect(reports).toEqual([false, true, false])
})

test('a certificate whose key another device sealed locks nobody out', async () => {
  device.parameters.set({ 'root.HTTPS.Certificate': 'my cert' })
  await device.webServer.settled()
  expect((await openssl.handshake(https())).subject).toBe('CN = rivest')
  device.database.run("UPDATE certificates SET private_key = 'other' WHERE name = 'my cert'")
  await device.webServer.refresh()
  expect((await openssl.handshake(https())).subject).toBe('CN = axis-accc8e012345')
})

test('consoles are notified once of a change to several settings, which is applied once', async () => {
  const areas: (string | undefined)[] = []
  device.events.subscribe(({ data }) => areas.push(data['Area']))
  const applied = () => device.sent.filter(({ type }) => type === 'https').length
  const before = applied()
  const change = { policy: 'Https', certificates: ['my cert'], ciphers: DEFAULTS.slice(0, 2) }
  expect((await set(change)).status).toBe(200)
  expect(areas.filter((area) => area === 'certificates')).toHaveLength(1)
  expect(applied() - before).toBe(1)
})

test('the WSDL names both operations and the name of the set (DEVICE-10)', async () => {
  const text = await device.text('/wsdl/vapix/WebServer.wsdl', { as: 'root' })
  expect(readXml(Buffer.from(text)).name).toBe('definitions')
  expect(text).toContain('<xs:attribute name="name" type="xs:string">')
  for (const operation of ['Get', 'Set']) {
    expect(text).toContain(`<wsdl:operation name="${operation}WebServerTlsConfiguration">`)
  }
})
