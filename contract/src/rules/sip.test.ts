import { describe, expect, test } from 'vitest'
import type { SipAccountRecord } from '../calls/sip-accounts.ts'
import type { Rule } from './problem.ts'
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
  test.each<[what: string, ids: string, rule: Rule, min: number, max: number]>([
    ['a time-out', 'SIPSET-14, SIPSET-15', rules.timeoutSeconds, 1, 600],
    ['a port', 'SIPSET-17, SIPSET-18, SIPSET-19', rules.sipPort, 1024, 65_535],
    ['the longest call', 'SIPSET-22', rules.maxCallDuration, 1, 86_400],
    ['the registration interval', 'SIPSET-23', rules.registrationInterval, 1, 36_000],
    ['the payload type of DTMF', 'SIPSET-24', rules.dtmfPayloadType, 96, 127],
  ])('%s is whole and in its range (%s)', (_what, _ids, rule, min, max) => {
    const outside = { id: 'validation.errorBetween', values: { min, max } }
    expect(rule(String(min))).toBeUndefined()
    expect(rule(String(max))).toBeUndefined()
    expect(rule(String(min - 1))).toEqual(outside)
    expect(rule(String(max + 1))).toEqual(outside)
    expect(rule(`${min}.5`)).toEqual(outside)
  })

  test('one that is missing or no number is another problem (SIPSET-16, OPEN-70)', () => {
    expect(rules.timeoutSeconds('abc')?.id).toBe('validation.errorNaN')
    expect(rules.timeoutSeconds(' ')?.id).toBe('validation.errorRequired')
    expect(rules.registrationInterval('1.5')?.id).toBe('validation.errorBetween')
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

  test.each<[what: string, ids: string, change: Partial<SipAccountRecord>, field: string]>([
    ['a blank name', 'SIPACC-40', { Name: '  ' }, 'Name'],
    ['a long name', 'SIPACC-41', { Name: 'x'.repeat(59) }, 'Name'],
    ['no user', 'SIPACC-42', { UserId: '' }, 'UserId'],
    ['a long user', 'SIPACC-43', { UserId: 'x'.repeat(129) }, 'UserId'],
    ['a user with a space', 'SIPACC-44', { UserId: 'a b' }, 'UserId'],
    ['a special user who registers', 'SIPACC-45', { UserId: 'a&b', Registrar: 'pbx' }, 'UserId'],
    ['a long password', 'SIPACC-49', { Password: 'x'.repeat(129) }, 'Password'],
    ['a domain that is none', 'SIPACC-51', { PublicDomain: 'a b' }, 'PublicDomain'],
    ['a long domain', 'SIPACC-51', { PublicDomain: `${'x.'.repeat(128)}x` }, 'PublicDomain'],
    ['a special authentication id', 'SIPACC-52', { AuthenticationId: '<1>' }, 'AuthenticationId'],
    ['a long one', 'SIPACC-52', { AuthenticationId: 'x'.repeat(129) }, 'AuthenticationId'],
    ['a special caller id', 'SIPACC-53', { CallerId: 'Gate: 1' }, 'CallerId'],
    ['a long caller id', 'SIPACC-53', { CallerId: 'x'.repeat(129) }, 'CallerId'],
    ['a registrar that is none', 'SIPACC-54', { Registrar: 'http://pbx' }, 'Registrar'],
    [
      'mixed addresses',
      'SIPACC-55',
      { Registrar: '[fd12::1]', PublicDomain: '192.0.2.1:5060' },
      'Registrar',
    ],
    [
      'no certificate for TLS',
      'SIPACC-47',
      { Transport: 'tls', Certificate: 'None' },
      'Certificate',
    ],
    [
      'encryption without TLS',
      'SIPACC-23',
      { MediaEncryption: 'SRTPMandatory' },
      'MediaEncryption',
    ],
  ])('with %s is refused (%s)', (_what, _ids, change, field) => {
    expect(Object.keys(problems(change))).toEqual([field])
  })

  test('has values of the longest length', () => {
    const most = 'x'.repeat(128)
    const change = { Name: 'x'.repeat(58), UserId: most, Password: most, CallerId: most }
    expect(problems({ ...change, AuthenticationId: most })).toEqual({})
  })

  test('for peer-to-peer calls may have a special user, but not one that is taken (SIPACC-46)', () => {
    expect(problems({ UserId: 'a&b' })).toEqual({})
    const other = { Id: 'sip_account_0', UserId: '6001', Registrar: null, PublicDomain: null }
    expect(problems({}, [other])).toEqual({ UserId: 'sip.accountExists' })
    expect(problems({ Id: 'sip_account_0' }, [other])).toEqual({})
    expect(problems({ Id: 'sip_account_1' }, [other])).toEqual({ UserId: 'sip.accountExists' })
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
