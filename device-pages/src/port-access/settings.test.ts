import { expect, test } from 'vitest'
import {
  checkPortAccess,
  hasPassword,
  requestOf,
  sameValues,
  valuesOf,
  writtenOver,
} from './settings.ts'
import type { PortAccessInfo, PortAccessValues } from './settings.ts'

const TLS = 'WPA-Enterprise-EAPTLS'
const PEAP = 'WPA-Enterprise-PEAP-MSCHAPv2'

const INFO: PortAccessInfo = {
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
        certsCA: ['ca', 'other, ca'],
      },
    },
    {
      mode: PEAP,
      params: {
        identity: 'gate',
        is_password_set: true,
        eapolVersion: 'EAPoLv2',
        peapVersion: 'PEAPv0',
        label: 2,
        certsCA: [],
      },
    },
  ],
  supportedModes: [TLS, PEAP],
}

const VALUES: PortAccessValues = {
  enabled: true,
  method: 'EAPTLS',
  eapolVersion: 'EAPoLv2',
  tlsIdentity: 'door-12',
  certificate: 'own',
  tlsAuthorities: '["ca","other, ca"]',
  peapIdentity: 'gate',
  password: '',
  peapVersion: 'PEAPv0',
  label: '2',
  peapAuthorities: '[]',
}

test('the settings of both methods are read, but no password', () => {
  expect(valuesOf(INFO)).toEqual(VALUES)
  expect(hasPassword(INFO)).toBe(true)
})

test('firmware that describes less of them has the factory values', () => {
  const params = { eapolVersion: 'EAPoLv1' }
  const older = { ...INFO, enabled: false, configurations: [{ mode: TLS, params }] } as const
  expect(valuesOf({ ...older, configurations: [...older.configurations] })).toEqual({
    ...VALUES,
    enabled: false,
    eapolVersion: 'EAPoLv1',
    tlsIdentity: '',
    certificate: '',
    tlsAuthorities: '[]',
    peapIdentity: '',
    peapVersion: 'PEAPv1',
    label: '1',
  })
})

test('only what belongs to the chosen method is sent, and a password only if one is typed', () => {
  const shared = { deviceName: 'eth0', enabled: true, eapolVersion: 'EAPoLv2' }
  expect(requestOf({ ...VALUES, password: 'typed before the method was changed' })).toEqual({
    ...shared,
    mode: TLS,
    identity: 'door-12',
    certClient: 'own',
    certsCA: ['ca', 'other, ca'],
  })
  const peap = {
    ...shared,
    mode: PEAP,
    identity: 'gate',
    peapVersion: 'PEAPv0',
    label: 2,
    certsCA: [],
  }
  const values = { ...VALUES, method: 'EAPPEAPMSCHAPv2' } as const
  expect(requestOf(values)).toEqual(peap)
  expect(requestOf({ ...values, password: 'S3cret' })).toEqual({ ...peap, password: 'S3cret' })
})

test('a save changes the chosen method only', () => {
  const typed = { ...VALUES, enabled: false, tlsIdentity: 'new', peapIdentity: 'left' }
  expect(writtenOver(VALUES, typed)).toEqual({ ...VALUES, enabled: false, tlsIdentity: 'new' })
  const peap = { ...typed, method: 'EAPPEAPMSCHAPv2' } as const
  expect(writtenOver(VALUES, peap)).toEqual({
    ...VALUES,
    enabled: false,
    method: 'EAPPEAPMSCHAPv2',
    peapIdentity: 'left',
  })
  expect(sameValues(VALUES, { ...VALUES, password: 'x' })).toBe(true)
  expect(sameValues(VALUES, { ...VALUES, label: '1' })).toBe(false)
})

const REQUIRED = { id: 'validation.errorRequired' }
const ADVICE = { id: 'portAccess.authority.recommended' }
const long = { id: 'validation.errorMaxCharacters', values: { max: 128 } }

test.each<[Partial<PortAccessValues>, object]>([
  [{}, { errors: {}, warnings: {} }],
  [{ tlsIdentity: '' }, { errors: { tlsIdentity: REQUIRED } }],
  [{ tlsIdentity: 'x'.repeat(128) }, { errors: {} }],
  [{ tlsIdentity: 'x'.repeat(129) }, { errors: { tlsIdentity: long } }],
  [{ tlsIdentity: 'a\tb' }, { errors: { tlsIdentity: { id: 'validation.errorInvalid' } } }],
  [{ certificate: '' }, { errors: { certificate: { id: 'portAccess.certificate.required' } } }],
  [{ tlsAuthorities: '[]' }, { errors: {}, warnings: { tlsAuthorities: ADVICE } }],
  [{ method: 'EAPPEAPMSCHAPv2', peapAuthorities: '["ca"]' }, { errors: { password: REQUIRED } }],
  [
    { method: 'EAPPEAPMSCHAPv2', password: 'x', certificate: '', tlsIdentity: '' },
    { errors: {}, warnings: { peapAuthorities: ADVICE } },
  ],
  [
    {
      method: 'EAPPEAPMSCHAPv2',
      password: 'x'.repeat(257),
      peapIdentity: '',
      peapAuthorities: '["ca"]',
    },
    {
      errors: {
        peapIdentity: REQUIRED,
        password: { id: 'validation.errorMaxCharacters', values: { max: 256 } },
      },
    },
  ],
  // While it is off, something may be missing, but nothing wrong.
  [{ enabled: false, tlsIdentity: '', certificate: '', tlsAuthorities: '[]' }, { errors: {} }],
  [{ enabled: false, tlsIdentity: 'x'.repeat(129) }, { errors: { tlsIdentity: long } }],
])('of settings with %j is wrong: %j', (change, expected) => {
  const checked = checkPortAccess({ ...VALUES, ...change }, { passwordStored: false })
  // `toEqual` ignores members that are undefined.
  expect(checked).toEqual({ warnings: {}, ...expected })
})

test('a stored password needs not be typed again', () => {
  const values = { ...VALUES, method: 'EAPPEAPMSCHAPv2' } as const
  expect(checkPortAccess(values, { passwordStored: true }).errors.password).toBeUndefined()
})
