import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { describe, expect, test } from 'vitest'
import {
  checkAccount,
  isOnlyEnabled,
  newAccount,
  recordOf,
  sameAccount,
  settled,
  storesAccount,
  valuesOf,
  withoutEmpty,
} from './account-values.ts'
import type { AccountValues } from './account-values.ts'

const typed: AccountValues = {
  ...newAccount,
  name: 'Desk',
  userId: '6001',
  domain: 'pbx.example.com',
}

const stored: ListedSipAccount = {
  ...recordOf(typed, undefined, true),
  Id: 'sip_account_1',
  Later: { of: 'another firmware' },
}

/** The ids of the problems, by field. */
const problems = (change: Partial<AccountValues>, others: ListedSipAccount[] = []) =>
  Object.fromEntries(
    Object.entries(checkAccount({ ...typed, ...change }, undefined, others)).map(
      ([field, problem]) => [field, problem.id],
    ),
  )

test('a new account is registered, answers by itself and sends 352x288 at 30 fps (SIPACC-18, SIPACC-33, SIPACC-36)', () => {
  expect(newAccount).toMatchObject({
    type: 'registered',
    autoAnswer: true,
    resolution: '352x288',
    frameRate: '30',
    camera: '1',
  })
})

test('the form and the record of an account are the same thing (SIPACC-30)', () => {
  expect(valuesOf(stored)).toEqual(typed)
  expect(recordOf(valuesOf(stored), stored, true)).toEqual(stored)
})

test('members that the form does not have are sent back (OPEN-117)', () => {
  expect(recordOf({ ...typed, name: 'Gate' }, stored, true)).toMatchObject({
    Id: 'sip_account_1',
    Later: { of: 'another firmware' },
    Name: 'Gate',
  })
})

test('without TLS its members are removed or switched off (SIPACC-23, SIPACC-24, OPEN-77)', () => {
  const tls = {
    ...typed,
    transport: 'tls' as const,
    encryption: 'SRTPMandatory' as const,
    certificate: 'device',
    verifyServer: true,
    sips: true,
  }
  expect(withoutEmpty(recordOf(tls, undefined, true))).toMatchObject({
    Certificate: 'device',
    MediaEncryption: 'SRTPMandatory',
    VerifyServerCertificate: true,
    SIPSEnabled: true,
  })
  const sent = withoutEmpty(recordOf({ ...tls, transport: 'tcp' }, undefined, true))
  expect(sent).toMatchObject({
    MediaEncryption: 'None',
    VerifyServerCertificate: false,
    SIPSEnabled: false,
  })
  expect(sent).not.toHaveProperty('Certificate')
})

test('IPv6 addresses are sent in brackets and shown without (SIPACC-25)', () => {
  const record = recordOf(
    { ...typed, domain: '2001:db8::1', registrar: '[::1]:5070' },
    undefined,
    true,
  )
  expect(record).toMatchObject({ PublicDomain: '[2001:db8::1]', Registrar: '[::1]:5070' })
  expect(valuesOf({ ...stored, ...record })).toMatchObject({
    domain: '2001:db8::1',
    registrar: '[::1]:5070',
  })
  // With brackets typed, the form has to find its own value again.
  expect(settled({ ...typed, domain: '[2001:db8::1]' }).domain).toBe('2001:db8::1')
})

test('a peer-to-peer account has no servers (SIPACC-19)', () => {
  const local = recordOf(
    { ...typed, type: 'local', registrar: 'reg', secondary: true },
    undefined,
    true,
  )
  expect(local).toMatchObject({ PublicDomain: '', Registrar: '', SecondaryPublicDomain: '' })
  expect(valuesOf({ ...stored, ...local }).type).toBe('local')
})

test('secondary servers are sent only if they are wanted (SIPACC-22)', () => {
  const both = { ...typed, secondaryDomain: 'b.example.com', secondaryRegistrar: 'r.example.com' }
  expect(recordOf(both, undefined, true).SecondaryPublicDomain).toBe('')
  const record = recordOf({ ...both, secondary: true }, undefined, true)
  expect(record).toMatchObject({
    SecondaryPublicDomain: 'b.example.com',
    SecondaryRegistrar: 'r.example.com',
  })
  expect(valuesOf({ ...stored, ...record }).secondary).toBe(true)
})

test('the stream is sent by products with a camera only, and keeps what else it has (SIPACC-35)', () => {
  const before = { ...stored, StreamParameters: 'resolution=640x480&fps=10&camera=1&audio=0' }
  expect(recordOf({ ...valuesOf(before), frameRate: '5' }, before, true).StreamParameters).toBe(
    'resolution=640x480&fps=5&camera=1&audio=0',
  )
  expect(recordOf(valuesOf(before), before, false).StreamParameters).toBe(before.StreamParameters)
  expect(recordOf(typed, undefined, false).StreamParameters).toBe('')
})

describe('rules', () => {
  test.each([
    ['name', '', 'validation.errorRequired', 'SIPACC-40'],
    ['name', '   ', 'validation.errorRequired', 'SIPACC-40'],
    ['name', 'n'.repeat(59), 'validation.errorMaxCharacters', 'SIPACC-41'],
    ['userId', '', 'validation.errorRequired', 'SIPACC-42'],
    ['userId', 'u'.repeat(129), 'validation.errorMaxCharacters', 'SIPACC-43'],
    ['userId', 'a b', 'sip.noSpaces', 'SIPACC-44'],
    ['userId', 'a#b', 'validation.errorInvalid', 'SIPACC-45'],
    ['password', 'p'.repeat(129), 'validation.errorMaxCharacters', 'SIPACC-49'],
    ['domain', 'not a host', 'validation.invalidIPAddressOrHostName', 'SIPACC-51'],
    ['domain', '', 'validation.errorRequired', 'SIPACC-50'],
    ['authenticationId', 'a~', 'validation.errorInvalid', 'SIPACC-52'],
    ['callerId', 'a:b', 'validation.errorInvalid', 'SIPACC-53'],
    ['registrar', '-', 'validation.invalidIPAddressOrHostName', 'SIPACC-54'],
  ] as const)('%s "%s": %s (%s)', (field, value, id, _requirement) => {
    expect(problems({ [field]: value })).toEqual({ [field]: id })
  })

  test('a registrar is enough, but not of another version than the domain (SIPACC-50, SIPACC-55)', () => {
    expect(problems({ domain: '', registrar: '10.0.0.1' })).toEqual({})
    expect(problems({ domain: '2001:db8::1', registrar: '10.0.0.1' })).toEqual({
      registrar: 'sip.mixedVersions',
    })
  })

  test('a registered account without servers has the rules of registered ones (SIPACC-45)', () => {
    expect(problems({ domain: '', userId: 'a#b' })).toEqual({
      domain: 'validation.errorRequired',
      userId: 'validation.errorInvalid',
    })
  })

  test('a peer-to-peer account has a user ID of its own (SIPACC-46)', () => {
    const other = { ...stored, PublicDomain: '', Registrar: '' }
    expect(problems({ type: 'local' }, [other])).toEqual({ userId: 'sip.accountExists' })
    expect(problems({ type: 'local', userId: 'a#b' }, [other])).toEqual({})
    // A registered one may have the same.
    expect(problems({}, [other])).toEqual({})
  })

  test('TLS needs a certificate (SIPACC-47)', () => {
    expect(problems({ transport: 'tls' })).toEqual({ certificate: 'validation.errorRequired' })
    expect(problems({ transport: 'tls', certificate: 'device' })).toEqual({})
    expect(problems({ secondaryDomain: 'not a host' })).toEqual({})
  })

  test('the default account is enabled (SIPACC-20, SIPACC-48)', () => {
    expect(problems({ isDefault: true, enabled: false })).toEqual({
      enabled: 'validation.errorInvalid',
    })
    expect(isOnlyEnabled([stored], 'sip_account_1')).toBe(true)
    expect(isOnlyEnabled([stored])).toBe(false)
    expect(isOnlyEnabled([{ ...stored, Enabled: false }])).toBe(true)
  })
})

test('a password is removed on request, whatever is typed besides', () => {
  expect(recordOf(typed, stored, true)).not.toHaveProperty('RemovePassword')
  const removing = { ...typed, password: 'half typed', removePassword: true }
  expect(recordOf(removing, stored, true)).toMatchObject({ Password: null, RemovePassword: true })
  expect(sameAccount(typed, removing)).toBe(true)
})

test('what the device made of the account counts as stored (OPEN-76)', () => {
  expect(sameAccount(typed, { ...typed, password: 'secret' })).toBe(true)
  expect(sameAccount(typed, { ...typed, certificate: 'unused without TLS' })).toBe(true)
  expect(storesAccount({ ...typed, isDefault: true }, typed)).toBe(true)
  expect(storesAccount(typed, { ...typed, isDefault: true })).toBe(false)
  expect(storesAccount(typed, { ...typed, callerId: 'Gate' })).toBe(false)
})
