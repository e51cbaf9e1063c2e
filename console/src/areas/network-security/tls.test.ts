import { CIPHERS, LEGACY_CIPHERS } from '@lintel/contract/rules/ciphers'
import { expect, test } from 'vitest'
import {
  activeIn,
  checkTls,
  configurationOf,
  fieldOf,
  isMismatch,
  listed,
  placeFor,
  sameTls,
  tlsState,
  toSend,
} from './tls.ts'
import type { TlsValues } from './tls.ts'

const stateWith = (ciphers: string[], id: string[] = ['device']) =>
  tlsState(
    {
      name: 'WebServer',
      Tls: true,
      ConnectionPolicies: { Admin: 'HttpAndHttps' },
      Ciphers: { Cipher: ciphers },
      CertificateSet: { Certificates: { Id: id } },
    },
    [{ id: 'device', key: 'EC P-256', keyKind: 'ec' }],
    undefined,
  )

const GCM = 'ECDHE-ECDSA-AES128-GCM-SHA256'
const DHE = 'DHE-RSA-AES128-GCM-SHA256'

const changed = (values: TlsValues, changes: Partial<TlsValues>): TlsValues =>
  Object.assign({ ...values }, changes)

test('the form starts from the state that the device reports (TLS-04, TLS-07)', () => {
  const state = stateWith([GCM])
  expect(state).toMatchObject({
    currentCertificate: 'device',
    connectionPolicy: 'HttpAndHttps',
    ciphers: [GCM],
    certificates: [{ id: 'device' }],
    values: { certificate: 'device', policy: 'HttpAndHttps', [fieldOf(GCM)]: true },
  })
})

test('eight ciphers are always offered, none active by default (TLS-11, TLS-12, TLS-13)', () => {
  expect(listed([])).toEqual([...CIPHERS])
  expect(CIPHERS.filter((name) => name.startsWith('ECDHE'))).toHaveLength(6)
  expect(activeIn(stateWith([]).values, [])).toEqual([])
})

test('older ciphers are listed only when the device reports them, with any others (TLS-14)', () => {
  expect(listed(['AES128-SHA', GCM, 'RC4-MD5'])).toEqual([...CIPHERS, 'AES128-SHA', 'RC4-MD5'])
  expect(listed([...LEGACY_CIPHERS])).toHaveLength(16)
  expect(listed(['ECDHE-RSA-AES128-SHA256'])).toEqual([...CIPHERS, 'ECDHE-RSA-AES128-SHA256'])
})

test('a short name stands for the full one, and is sent back as the device has it (OPEN-38)', () => {
  const reported = ['DHE-RSA-AES128-GCM', GCM]
  const { values } = stateWith(reported)
  expect(activeIn(values, reported)).toEqual([GCM, DHE])
  expect(toSend(values, reported)).toEqual([GCM, 'DHE-RSA-AES128-GCM'])
  expect(
    toSend(changed(values, { [fieldOf('DHE-RSA-AES256-GCM-SHA384')]: true }), reported),
  ).toEqual([GCM, 'DHE-RSA-AES128-GCM', 'DHE-RSA-AES256-GCM-SHA384'])
})

test('https needs a certificate, http none (TLS-08, TLS-09)', () => {
  const state = stateWith([GCM], [])
  const errors = (policy: TlsValues['policy']) =>
    checkTls(changed(state.values, { policy }), state).errors
  const certificate = { id: 'tls.certificateRequiredError' }
  expect(errors('Https')).toEqual({ certificate })
  expect(errors('HttpAndHttps')).toEqual({ certificate })
  expect(errors('Http')).toEqual({})
})

test('one cipher must be active, also with HTTP only (TLS-10, OPEN-40)', () => {
  const state = stateWith([])
  for (const policy of ['Http', 'Https', 'HttpAndHttps'] as const) {
    expect(checkTls(changed(state.values, { policy }), state).errors).toEqual({
      ciphers: { id: 'tls.cipherError' },
    })
  }
})

test('a weak cipher is flagged, and an active one prevents saving (TLS-15, TLS-17)', () => {
  const reported = ['DES-CBC3-SHA', 'AES128-SHA']
  const state = stateWith(reported)
  const flagged = { 'cipher-DES-CBC3-SHA': { id: 'networkSecurity.deprecatedCipher' } }
  expect(checkTls(state.values, state)).toEqual({ errors: flagged, warnings: flagged })
  const without = changed(state.values, { 'cipher-DES-CBC3-SHA': false })
  expect(checkTls(without, state)).toEqual({ errors: {}, warnings: flagged })
})

test('an expired certificate has a warning and can be saved', () => {
  const certificates = [{ id: 'device', validTo: '2026-01-02T00:00:00.000Z' }]
  const state = { ...stateWith([GCM]), certificates }
  const found = (time: string, policy: TlsValues['policy'] = 'HttpAndHttps') =>
    checkTls(changed(state.values, { policy }), state, Date.parse(time))
  const expired = { certificate: { id: 'networkSecurity.expired' } }
  expect(found('2026-01-01T23:59:59Z')).toEqual({ errors: {}, warnings: {} })
  expect(found('2026-01-02T00:00:01Z')).toEqual({ errors: {}, warnings: expired })
  expect(found('2026-01-02T00:00:01Z', 'Http')).toEqual({ errors: {}, warnings: {} })
})

test('a certificate that the device does not list stays selected', () => {
  expect(stateWith([GCM], ['elsewhere']).certificates.map(({ id }) => id)).toEqual([
    'device',
    'elsewhere',
  ])
})

test('a cipher for another key type is flagged when the device reports the key', () => {
  expect(isMismatch(DHE, { id: 'a', keyKind: 'ec' })).toBe(true)
  expect(isMismatch(GCM, { id: 'a', keyKind: 'ec' })).toBe(false)
  expect(isMismatch(GCM, { id: 'a' })).toBe(false)
})

test('one policy is sent for all three roles (TLS-06)', () => {
  const { values } = stateWith([GCM])
  expect(configurationOf(changed(values, { policy: 'Https' }), [GCM])).toMatchObject({
    Tls: true,
    ConnectionPolicies: { Admin: 'Https', Operator: 'Https', Viewer: 'Https' },
    Ciphers: { Cipher: [GCM] },
    CertificateSet: { Certificates: { Id: ['device'] } },
  })
})

test('settings are equal whatever the order of their ciphers', () => {
  expect(sameTls(stateWith([GCM, DHE]).values, stateWith([DHE, GCM]).values)).toBe(true)
  expect(sameTls(stateWith([GCM]).values, stateWith([DHE, GCM]).values)).toBe(false)
})

test('the page moves to https or http when it is the only way, and otherwise stays (OPEN-41)', () => {
  const there = { http: 'http://127.0.0.1:8080', https: 'https://127.0.0.1:8443' }
  const plain = new URL('http://door.local:8080/webapp/hw/')
  const secure = new URL('https://door.local:8443/webapp/hw/')
  expect(placeFor('Https', plain, there)).toBe('https://door.local:8443')
  expect(placeFor('Http', secure, there)).toBe('http://door.local:8080')
  expect(placeFor('HttpAndHttps', plain, there)).toBe(plain.origin)
  expect(placeFor('HttpAndHttps', secure, there)).toBe(secure.origin)
  expect(placeFor('Https', secure, there)).toBe(secure.origin)
  expect(placeFor('Http', plain, { http: there.http })).toBe(plain.origin)
})
