import { describe, expect, test } from 'vitest'
import type { SipAccountRecord } from '../calls/sip-accounts.ts'
import * as rules from './sip.ts'

const account: SipAccountRecord = {
  Id: '',
  Name: 'Gate',
  Enabled: true,
  IsDefault: false,
  Transport: 'udp',
  MediaEncryption: 'None',
  Certificate: '',
  VerifyServerCertificate: false,
  PrioritizeIPv6: false,
  SIPProxies: [],
  UserId: '6001',
  Password: null,
  PublicDomain: '',
  AuthenticationId: '',
  CallerId: '',
  Registrar: '',
  SecondaryPublicDomain: '',
  SecondaryRegistrar: '',
  SIPSEnabled: false,
  AutoAnswerEnabled: true,
  DTMFConfigurationId: '',
  StreamParameters: '',
  Attribute: [],
}

/** The problems of an account with these members, by field. */
const problems = (change: Partial<SipAccountRecord>, others: rules.OtherAccount[] = []) =>
  Object.fromEntries(
    Object.entries(rules.checkSipAccount({ ...account, ...change }, others)).map(
      ([field, problem]) => [field, problem?.id],
    ),
  )

describe('numbers', () => {
  test('are whole and in their range (SIPSET-14, SIPSET-16, SIPSET-24)', () => {
    expect(rules.timeoutSeconds('1')).toBeUndefined()
    expect(rules.timeoutSeconds('600')).toBeUndefined()
    expect(rules.timeoutSeconds('0')?.id).toBe('validation.errorBetween')
    expect(rules.timeoutSeconds('601')).toEqual({
      id: 'validation.errorBetween',
      values: { min: 1, max: 600 },
    })
    expect(rules.timeoutSeconds('1.5')?.id).toBe('validation.errorBetween')
    expect(rules.timeoutSeconds('abc')?.id).toBe('validation.errorNaN')
    expect(rules.timeoutSeconds(' ')?.id).toBe('validation.errorRequired')
    expect(rules.dtmfPayloadType('95')).toBeDefined()
    expect(rules.dtmfPayloadType('127')).toBeUndefined()
    expect(rules.registrationInterval('36001')).toBeDefined()
    expect(rules.maxCallDuration('0')).toBeDefined()
  })

  test('ports differ from each other (SIPSET-21)', () => {
    const ports = { SIPPort: 5060, SIPTLSPort: 5061, RTPStartPort: 4000 }
    expect(rules.checkPorts(ports)).toEqual({})
    expect(Object.keys(rules.checkPorts({ ...ports, SIPTLSPort: 5060 }))).toEqual(['SIPTLSPort'])
    expect(Object.keys(rules.checkPorts({ ...ports, RTPStartPort: 5061 }))).toEqual([
      'RTPStartPort',
    ])
  })
})

describe('an account', () => {
  test('with nothing but a name and a user is right', () => {
    expect(problems({})).toEqual({})
  })

  test.each<[string, Partial<SipAccountRecord>, string]>([
    ['a blank name', { Name: '  ' }, 'Name'],
    ['a long name', { Name: 'x'.repeat(59) }, 'Name'],
    ['no user', { UserId: '' }, 'UserId'],
    ['a user with a space', { UserId: 'a b' }, 'UserId'],
    ['a long user', { UserId: 'x'.repeat(129) }, 'UserId'],
    ['a special user who registers', { UserId: 'a&b', Registrar: 'pbx' }, 'UserId'],
    ['a domain that is none', { PublicDomain: 'a b' }, 'PublicDomain'],
    ['a registrar that is none', { Registrar: 'http://pbx' }, 'Registrar'],
    ['a special caller id', { CallerId: 'Gate: 1' }, 'CallerId'],
    ['a special authentication id', { AuthenticationId: '<6001>' }, 'AuthenticationId'],
    ['a long password', { Password: 'x'.repeat(129) }, 'Password'],
    ['mixed addresses', { Registrar: '[fd12::1]', PublicDomain: '192.0.2.1:5060' }, 'Registrar'],
    ['no certificate for TLS', { Transport: 'tls', Certificate: 'None' }, 'Certificate'],
    ['encryption without TLS', { MediaEncryption: 'SRTPMandatory' }, 'MediaEncryption'],
  ])('with %s is refused (SIPACC-44, SIPACC-45, SIPACC-55)', (_what, change, field) => {
    expect(Object.keys(problems(change))).toEqual([field])
  })

  test('for peer-to-peer calls may have a special user, but not one that is taken (SIPACC-46)', () => {
    expect(problems({ UserId: 'a&b' })).toEqual({})
    const other = { Id: 'sip_account_0', UserId: '6001', Registrar: null, PublicDomain: null }
    expect(problems({}, [other])).toEqual({ UserId: 'sip.accountExists' })
    expect(problems({ Id: 'sip_account_0' }, [other])).toEqual({})
    expect(problems({ PublicDomain: 'example.com' }, [other])).toEqual({})
    expect(problems({}, [{ ...other, Registrar: 'pbx' }])).toEqual({})
  })
})

test('a proxy may be written as a URI, and a password needs a user (SIPACC-56, SIPACC-57)', () => {
  expect(rules.withoutScheme('SIPS:proxy.example.com')).toBe('proxy.example.com')
  expect(rules.proxyServer('sip:192.0.2.1:5070')).toBeUndefined()
  expect(rules.proxyServer('sip:')?.id).toBe('validation.errorRequired')
  expect(rules.proxyServer('')?.id).toBe('validation.errorRequired')
  expect(rules.proxyServer('a b')?.id).toBe('validation.invalidIPAddressOrHostName')
  expect(rules.proxyUser('secret')('')?.id).toBe('validation.errorRequired')
  expect(rules.proxyUser('')('')).toBeUndefined()
})

test('servers for NAT have a name or address, and perhaps a port (SIPSET-25, SIPSET-26)', () => {
  for (const right of ['stun.example.com', '192.0.2.1:3478', '[fd12::1]:3478', 'fd12::1']) {
    expect(rules.natServer(right), right).toBeUndefined()
  }
  for (const wrong of ['', 'a b', 'stun:1:2', '192.0.2.1:99999']) {
    expect(rules.natServer(wrong), wrong).toBeDefined()
  }
})
