import type { SipConfiguration, SipAttribute } from '@lintel/contract/calls/sip'
import { describe, expect, test } from 'vitest'
import {
  checkSip,
  configurationOf,
  effective,
  keepsPassword,
  sameSip,
  shownAttributes,
  valuesIn,
} from './settings.ts'
import type { SipState, SipValues } from './settings.ts'

const ATTRIBUTES: readonly [SipAttribute, string, string][] = [
  ['DisableViaRewrite', 'bool', 'false'],
  ['DisableContactRewrite', 'bool', 'false'],
  ['DisableTCPSwitch', 'bool', 'false'],
  ['MaxCallDuration', 'int', '3600'],
  ['RegistrationInterval', 'int', '300'],
  ['AudioDirection', 'string', 'sendrecv'],
  ['TelephoneEventPayloadType', 'int', '96'],
  ['VideoRelayEnabled', 'bool', 'false'],
  ['VideoDirection', 'string', 'sendrecv'],
  ['H264PacketizationMode', 'string', 'auto'],
]

const CONFIGURATION: SipConfiguration = {
  SIPEnabled: true,
  SIPPort: 5060,
  SIPTLSPort: 5061,
  RTPStartPort: 4000,
  STUNEnabled: true,
  STUNServers: [{ Server: 'stun.example.com', Weight: 3 }, { Server: 'second.example.com' }],
  TURNEnabled: true,
  TURNServers: [{ Server: 'turn.example.com', Username: 'gate', Password: null }],
  ICEEnabled: true,
  AllowIncomingCalls: false,
  ApplyUserAuthentication: false,
  AllowedUsers: [],
  ApplyAllowedURIs: true,
  AllowedURIs: ['sip:a@example.com'],
  ApplyAccessList: false,
  AccessList: [],
  AccessListPolicy: 'Allow',
  CallingTimeout: 60,
  AnsweringTimeout: 30,
  SIPProxies: [],
  StreamParameters: 'resolution=352x288&fps=30',
  Attribute: [
    ...ATTRIBUTES.map(([Name, , Value]) => ({ Name, Value })),
    { Name: 'Later', Value: 'x' },
  ],
  Newer: { kept: true },
}

const STATE: SipState = {
  configuration: CONFIGURATION,
  attributes: ATTRIBUTES.map(([Name, Type, Default]) => ({ Name, Type, Default })) as never,
  codecs: [{ Name: 'PCMU', SampleRate: 8000, Options: '' }],
  supported: [
    { Name: 'G.722', SampleRate: 16_000, Options: '' },
    { Name: 'PCMU', SampleRate: 8000, Options: '' },
  ],
  codecsVersion: '"1"',
  unused: [],
}
const EVERYTHING = { twoWayVideo: true, endless: true, video: true }
const ALL = shownAttributes(STATE, EVERYTHING)
const VALUES = valuesIn(STATE)

const errorsOf = (change: Partial<SipValues>, state = STATE, shown = ALL, parts = EVERYTHING) =>
  checkSip({ ...VALUES, ...change }, state, shown, parts).errors

test('the form has what the device reports; rewriting is allowed unless it is disabled (SIPSET-32, SIPSET-35, OPEN-69)', () => {
  expect(VALUES).toMatchObject({
    callingTimeout: '60',
    stunServer: 'stun.example.com',
    turnUser: 'gate',
    turnPassword: '',
    maxDuration: '3600',
    endless: false,
    viaRewrite: true,
    contactRewrite: true,
    noTcpSwitch: false,
    codecs: 'PCMU/8000',
  })
  const Attribute = [
    { Name: 'DisableViaRewrite', Value: 'true' },
    { Name: 'MaxCallDuration', Value: '0' },
  ]
  const configuration = { ...CONFIGURATION, Attribute }
  const values = valuesIn({ ...STATE, configuration })
  expect(values).toMatchObject({ viaRewrite: false, contactRewrite: true, endless: true })
  // Of an attribute without a value, the device's own default counts (OPEN-69).
  expect(values.interval).toBe('300')
})

test('a save sends the whole configuration, unknown members included, with the changes (SIPSET-34, SIPSET-37, OPEN-117)', () => {
  expect(configurationOf(VALUES, STATE, ALL)).toEqual(CONFIGURATION)
  const sent = configurationOf(
    { ...VALUES, viaRewrite: false, noTcpSwitch: true, stunServer: '192.0.2.1:3479' },
    STATE,
    ALL,
  )
  expect(sent).toEqual({
    ...CONFIGURATION,
    STUNServers: [{ Server: '192.0.2.1:3479', Weight: 3 }, { Server: 'second.example.com' }],
    Attribute: CONFIGURATION.Attribute.map((one) =>
      one.Name === 'DisableViaRewrite' || one.Name === 'DisableTCPSwitch'
        ? { ...one, Value: 'true' }
        : one,
    ),
  })
})

test('attributes that the product lacks are not shown, checked or changed (SIPSET-03, SIPSET-09, SIPSET-36)', () => {
  const audio = shownAttributes(STATE, { twoWayVideo: false, video: false })
  const names = ['VideoRelayEnabled', 'VideoDirection', 'H264PacketizationMode'] as const
  expect(names.filter((name) => audio.has(name))).toEqual([])
  expect(shownAttributes(STATE, { twoWayVideo: false, video: true }).has('VideoDirection')).toBe(
    true,
  )
  const few = { ...STATE, attributes: STATE.attributes.slice(0, 1) }
  const shown = shownAttributes(few, EVERYTHING)
  expect([...shown]).toEqual(['DisableViaRewrite'])
  expect(errorsOf({ interval: '', payloadType: '', maxDuration: '' }, few, shown)).toEqual({})
  const sent = configurationOf({ ...VALUES, interval: '1' }, STATE, shown)
  expect(sent.Attribute).toEqual(CONFIGURATION.Attribute)
})

const WRONG: readonly [keyof SipValues, string, string, string][] = [
  ['callingTimeout', '', 'validation.errorRequired', 'SIPSET-14, SIPSET-16'],
  ['callingTimeout', '601', 'validation.errorBetween', 'SIPSET-14'],
  ['answeringTimeout', '1.5', 'validation.errorBetween', 'SIPSET-15'],
  ['sipPort', '1023', 'validation.errorBetween', 'SIPSET-17'],
  ['tlsPort', 'x', 'validation.errorNaN', 'SIPSET-18'],
  ['rtpPort', '65536', 'validation.errorBetween', 'SIPSET-19'],
  ['tlsPort', '5060', 'sip.portsDiffer', 'SIPSET-21'],
  ['rtpPort', '5061', 'sip.portsDiffer', 'SIPSET-21'],
  ['maxDuration', '86401', 'validation.errorBetween', 'SIPSET-22'],
  ['interval', '36001', 'validation.errorBetween', 'SIPSET-23'],
  ['payloadType', '95', 'validation.errorBetween', 'SIPSET-24'],
  ['stunServer', '', 'validation.errorRequired', 'SIPSET-25'],
  ['turnServer', 'a b', 'validation.invalidIPAddressOrHostName', 'SIPSET-26'],
  ['turnUser', '', 'validation.errorRequired', 'SIPSET-27'],
  ['codecs', '', 'sipSettings.noCodec', 'SIPSET-13'],
]

test.each(WRONG)('%s can’t be "%s": %s (%s)', (name, value, id) => {
  expect(errorsOf({ [name]: value })[name]).toMatchObject({ id })
})

test('an endless call needs no duration, on products that have one (SIPSET-22)', () => {
  expect(errorsOf({ endless: true, maxDuration: '0' })).toEqual({})
  const parts = { ...EVERYTHING, endless: false }
  expect(errorsOf({ endless: true, maxDuration: '0' }, STATE, ALL, parts)).toHaveProperty(
    'maxDuration',
  )
})

describe('the password of TURN', () => {
  test('is kept for the stored server and user, and needed for others (SIPSET-27)', () => {
    expect(errorsOf({})).toEqual({})
    expect(keepsPassword({ turnServer: 'turn.example.com', turnUser: 'gate' }, STATE)).toBe(true)
    expect(errorsOf({ turnUser: 'yard' })).toEqual({
      turnPassword: { id: 'validation.errorRequired' },
    })
    const configuration = { ...CONFIGURATION, TURNEnabled: false }
    expect(errorsOf({}, { ...STATE, configuration })).toHaveProperty('turnPassword')
  })

  test('is only sent when it was typed, and makes no difference between what is stored', () => {
    const typed = { ...VALUES, turnPassword: 'a secret' }
    const passwordIn = (values: SipValues) =>
      configurationOf(values, STATE, ALL).TURNServers.map(({ Password }) => Password)
    expect(passwordIn(typed)).toEqual(['a secret'])
    expect(passwordIn(VALUES)).toEqual([null])
    expect(sameSip(typed, VALUES)).toBe(true)
    expect(sameSip({ ...VALUES, turnUser: 'yard' }, VALUES)).toBe(false)
  })
})

test('hidden fields keep what is stored, and TURN switches ICE on (SIPSET-28)', () => {
  const typed = { ...VALUES, ice: false }
  expect(effective(typed, VALUES).ice).toBe(true)
  const off = {
    ...typed,
    stun: false,
    stunServer: '!',
    turn: false,
    turnServer: '!',
    turnPassword: 'x',
  }
  expect(effective(off, VALUES)).toEqual({ ...VALUES, ice: false, stun: false, turn: false })
})
