/** IEEE 802.1X by the network settings, the parameters and the certificate sets. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { certificateService } from '../certificates/certificates.ts'
import { parameterService } from '../parameters/parameters.ts'
import { sendSoap } from '../testing/soap.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { networkService } from './network.ts'

const PREFIX = 'root.Network.Interface.I0.dot1x'
const TLS = 'WPA-Enterprise-EAPTLS'
const PEAP = 'WPA-Enterprise-PEAP-MSCHAPv2'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([networkService, certificateService, parameterService])
  device.makeAccounts()
  const cert = { cert: 'not read', factory: false }
  device.certificates.put([
    { ...cert, id: 'own', kind: 'own', key: 'not read' },
    { ...cert, id: 'lost', kind: 'own', key: undefined },
    { ...cert, id: 'ca', kind: 'authority', key: undefined },
    { ...cert, id: 'other-ca', kind: 'authority', key: undefined },
  ])
})
afterEach(() => device.close())

function send(method: string, params: object, headers: Record<string, string> = {}) {
  return device.fetch('/axis-cgi/network_settings.cgi', {
    as: 'root',
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ apiVersion: '1.0', method, params }),
  })
}

/** The message of the refusal; undefined if there is none. */
async function set(params: object, headers?: Record<string, string>): Promise<string | undefined> {
  const sent = { deviceName: 'eth0', ...params }
  const response = await send('setWired8021XConfiguration', sent, headers)
  const { error } = (await response.json()) as { error?: { message: string } }
  return error?.message
}

async function info() {
  const { data } = (await (await send('getNetworkInfo', {})).json()) as {
    data: { devices: { wired: { '8021X': Record<string, unknown> } }[] }
  }
  return data.devices[0]?.wired['8021X']
}

const version = async (): Promise<string> =>
  (await send('getNetworkInfo', {})).headers.get('etag') ?? ''

const update = (name: string, value: string) =>
  device.text(`/axis-cgi/param.cgi?action=update&${PREFIX}.${name}=${value}`, { as: 'root' })

const list = (as: 'root' | 'oper' = 'root') =>
  device.text(`/axis-cgi/param.cgi?action=list&group=${PREFIX}`, { as })

const certificateSet = async (name: string) =>
  (
    await sendSoap(
      device,
      `<acertificates:GetCertSet><acertificates:CertSetName>${name}</acertificates:CertSetName></acertificates:GetCertSet>`,
    )
  ).body.replaceAll(/<\/?acert(?:ificates)?:(?:CertSet|GetCertSetResponse)>/g, '')

const setOf = (own: string, authorities: string) =>
  `<acert:Certificates>${own}</acert:Certificates><acert:CACertificates>${authorities}</acert:CACertificates><acert:TrustedCertificates></acert:TrustedCertificates>`

const putSet = (name: string, content: string) =>
  sendSoap(
    device,
    `<acertificates:SetCertSet><acertificates:CertSetName>${name}</acertificates:CertSetName><acertificates:CertSet>${content}</acertificates:CertSet></acertificates:SetCertSet>`,
  )

const EAP_TLS = {
  enabled: true,
  mode: TLS,
  identity: 'door-12',
  eapolVersion: 'EAPoLv2',
  certClient: 'own',
  certsCA: ['ca', 'other-ca'],
}

test('the parameters have the names of real devices, and passwords are never listed', async () => {
  expect(await list()).toBe(
    [
      'EAPOLVersion=1',
      'Enabled=no',
      'Method=EAPTLS',
      'Status=Stopped',
      'EAPPEAPMSCHAPv2.Identity=',
      'EAPPEAPMSCHAPv2.Label=1',
      'EAPPEAPMSCHAPv2.Password=******',
      'EAPPEAPMSCHAPv2.Version=1',
      'EAPTLS.Identity=',
      'EAPTLS.PrivateKeyPassword=******',
    ]
      .map((line) => `${PREFIX}.${line}\n`)
      .join(''),
  )
  expect(await list('oper')).toMatch(/^# Error/)
})

test('EAP-TLS is set at once, in parameters and its certificate set, and stays stopped', async () => {
  const areas: (string | undefined)[] = []
  device.events.subscribe(({ data }) => areas.push(data['Area']))
  expect(await set(EAP_TLS)).toBeUndefined()
  expect(areas).toContain('certificates')
  expect(await info()).toMatchObject({
    enabled: true,
    status: 'Stopped',
    mode: TLS,
    configurations: [
      {
        mode: TLS,
        params: {
          identity: 'door-12',
          eapolVersion: 'EAPoLv2',
          certClient: 'own',
          certsCA: ['ca', 'other-ca'],
        },
      },
      { mode: PEAP },
    ],
  })
  expect(await list()).toMatch(/EAPOLVersion=2\n.*Enabled=yes\n.*Method=EAPTLS\n.*Status=Stopped/)
  expect(await list()).toContain(`${PREFIX}.EAPTLS.Identity=door-12\n`)
  expect(await certificateSet('EAPTLS_WIRED')).toBe(
    setOf('<acert:Id>own</acert:Id>', '<acert:Id>ca</acert:Id><acert:Id>other-ca</acert:Id>'),
  )
  // What is left out stays.
  expect(await set({ identity: 'door-13', certsCA: [] })).toBeUndefined()
  expect(await info()).toMatchObject({
    enabled: true,
    configurations: [{ params: { identity: 'door-13', certClient: 'own', certsCA: [] } }, {}],
  })
})

test('PEAP has an identity, password and authorities of its own, and tells only whether there is a password', async () => {
  await set(EAP_TLS)
  const peap = { mode: PEAP, identity: 'gate', password: 'S3cret', certsCA: ['ca'] }
  expect(await set({ ...peap, peapVersion: 'PEAPv0', label: 2 })).toBeUndefined()
  const now = await info()
  expect(now).toMatchObject({
    mode: PEAP,
    configurations: [
      { params: { identity: 'door-12', certClient: 'own' } },
      {
        params: {
          identity: 'gate',
          is_password_set: true,
          eapolVersion: 'EAPoLv2',
          peapVersion: 'PEAPv0',
          label: 2,
          certsCA: ['ca'],
        },
      },
    ],
  })
  expect(JSON.stringify(now) + (await list())).not.toContain('S3cret')
  expect(await certificateSet('EAPPEAP_MSCHAPV2_WIRED')).toBe(setOf('', '<acert:Id>ca</acert:Id>'))
  const stored = device.database.get(
    `SELECT value FROM parameters WHERE name = '${PREFIX}.EAPPEAPMSCHAPv2.Password'`,
  )
  expect(String(stored?.['value'])).not.toContain('S3cret')
})

const long = 'x'.repeat(129)

test.each([
  ['no identity', { ...EAP_TLS, identity: '' }, 'needs an identity.'],
  ['an identity of spaces', { ...EAP_TLS, identity: '  ' }, 'needs an identity.'],
  ['a long identity', { ...EAP_TLS, identity: long }, 'Identity'],
  ['no certificate', { ...EAP_TLS, certClient: '' }, 'needs a client certificate'],
  ['an unknown certificate', { ...EAP_TLS, certClient: 'none' }, 'There is no certificate none.'],
  ['a lost key', { ...EAP_TLS, certClient: 'lost' }, 'key of the certificate lost is lost'],
  ['an authority for itself', { ...EAP_TLS, certClient: 'ca' }, 'no key for the certificate ca'],
  ['a foreign authority', { ...EAP_TLS, certsCA: ['own'] }, 'not the certificate of an authority'],
  ['PEAP without a password', { ...EAP_TLS, mode: PEAP, certClient: '' }, 'needs a password.'],
  ['a certificate for PEAP', { ...EAP_TLS, mode: PEAP, password: 'x' }, 'no client certificate'],
  ['a password for EAP-TLS', { ...EAP_TLS, password: 'x' }, 'no password'],
  ['another version', { ...EAP_TLS, eapolVersion: 'EAPoLv4' }, 'eapolVersion'],
  ['an unknown member', { ...EAP_TLS, mkaCak: '00' }, 'mkaCak'],
  ['nothing but the switch', { enabled: true }, 'an identity and a client certificate'],
])('%s is refused with the reason, and nothing changes', async (_, params, reason) => {
  const before = [await info(), await list(), await certificateSet('EAPTLS_WIRED')]
  expect(await set(params)).toContain(reason)
  expect([await info(), await list(), await certificateSet('EAPTLS_WIRED')]).toEqual(before)
})

test('incomplete settings are stored while they are off, and can’t be enabled by a parameter', async () => {
  expect(await set({ ...EAP_TLS, enabled: false, certClient: '' })).toBeUndefined()
  expect(await update('Enabled', 'yes')).toContain('Error')
  // Its key is lost.
  await putSet('EAPTLS_WIRED', setOf('<acert:Id>lost</acert:Id>', ''))
  expect(await update('Enabled', 'yes')).toContain('Error')
  expect(await list()).toContain('Enabled=no')
  expect((await putSet('EAPTLS_WIRED', setOf('<acert:Id>own</acert:Id>', ''))).status).toBe(200)
  expect(await update('Enabled', 'yes')).toBe('OK\n')
})

test('what enabled settings need can be taken away neither in a parameter nor in a set', async () => {
  await set(EAP_TLS)
  for (const [name, value] of [
    ['EAPTLS.Identity', ''],
    ['Method', 'EAPPEAPMSCHAPv2'],
  ] as const) {
    expect(await update(name, value)).toContain('Error')
  }
  expect(await set({ certClient: '' })).toContain('needs a client certificate')
  const refusal = await putSet('EAPTLS_WIRED', setOf('', '<acert:Id>ca</acert:Id>'))
  expect([refusal.status, refusal.reason]).toEqual([
    400,
    'IEEE 802.1X needs a client certificate with its private key.',
  ])
  expect(await info()).toMatchObject({
    enabled: true,
    mode: TLS,
    configurations: [{ params: { identity: 'door-12', certClient: 'own' } }, {}],
  })
  // The set of the other method is not in use.
  expect((await putSet('EAPPEAP_MSCHAPV2_WIRED', setOf('', ''))).status).toBe(200)
})

test('the certificates in use can’t be deleted', async () => {
  await set(EAP_TLS)
  const remove = async (id: string) =>
    (
      await sendSoap(
        device,
        `<tds:DeleteCertificates><tds:CertificateID>${id}</tds:CertificateID></tds:DeleteCertificates>`,
      )
    ).reason
  expect(await remove('own')).toContain('in use: EAPTLS_WIRED')
  expect(await remove('ca')).toContain('in use: EAPTLS_WIRED')
  await set({ enabled: false, certClient: '', certsCA: [] })
  await remove('own')
  expect(device.certificates.find('own')).toBeUndefined()
})

test('of two writers with the same version only the first succeeds, whatever they write', async () => {
  const first = await version()
  expect(await set({ identity: 'a' }, { 'if-match': first })).toBeUndefined()
  expect(await set({ identity: 'b' }, { 'if-match': first })).toBe(
    'The record was changed in between.',
  )
  const second = await version()
  await putSet('EAPTLS_WIRED', setOf('<acert:Id>own</acert:Id>', ''))
  expect(await set({ certClient: '' }, { 'if-match': second })).toBeDefined()
  expect(await info()).toMatchObject({
    configurations: [{ params: { identity: 'a', certClient: 'own' } }, {}],
  })
  // The version also fits the other network settings, which don't depend on the sets.
  const host = (etag: string) =>
    send('setHostnameConfiguration', { staticHostname: 'gate' }, { 'if-match': etag })
  expect((await host(second)).status).toBe(200)
  expect((await host(second)).status).toBe(412)
})
