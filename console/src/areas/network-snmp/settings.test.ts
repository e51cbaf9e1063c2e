import { expect, test } from 'vitest'
import {
  checkSnmp,
  effective,
  isInitialPassword,
  sameStored,
  settingsIn,
  snmpParameters,
  storesSnmp,
} from './settings.ts'
import type { SnmpValues } from './settings.ts'

const settingsWith = (values: Record<string, string>) =>
  settingsIn(
    new Map<string, string>(
      Object.entries(values).map(([name, value]) => [`root.SNMP.${name}`, value] as const),
    ),
  )

const FACTORY: SnmpValues = {
  protocol: 'off',
  password: '',
  passwordSet: false,
  v1Read: 'public',
  v1Write: '',
  trapEnabled: false,
  trapAddress: '',
  trapCommunity: 'public',
  coldStart: false,
  warmStart: false,
  linkUp: false,
  authFail: false,
}
const V1V2C: SnmpValues = { ...FACTORY, protocol: 'v1v2c' }
const V3: SnmpValues = { ...FACTORY, protocol: 'v3' }

const wrong = (values: SnmpValues) =>
  Object.fromEntries(
    Object.entries(checkSnmp(values).errors).map(([name, problem]) => [name, problem?.id]),
  )

test('missing parameters have factory values: public reads, nobody writes (SNMP-04, OPEN-43)', () => {
  expect(settingsWith({ Enabled: 'no' }).values).toEqual(FACTORY)
})

test('parameters and form convert both ways (SNMP-02, SNMP-03, SNMP-10)', () => {
  const stored = {
    Enabled: 'yes',
    V1: 'no',
    V2c: 'no',
    V3: 'yes',
    V1ReadCommunity: 'see',
    V1WriteCommunity: 'do',
    'Trap.Enabled': 'yes',
    'Trap.T0.Address': '10.0.0.9',
    'Trap.T0.Community': 'tell',
    'Trap.T0.ColdStart.Enabled': 'yes',
    'Trap.T0.WarmStart.Enabled': 'no',
    'Trap.T0.LinkUp.Enabled': 'yes',
    'Trap.T0.AuthFail.Enabled': 'no',
  }
  const { values, mixed } = settingsWith({ ...stored, InitialUserPasswdSet: 'yes' })
  expect(mixed).toBe(false)
  expect(values).toEqual({
    protocol: 'v3',
    password: '',
    passwordSet: true,
    v1Read: 'see',
    v1Write: 'do',
    trapEnabled: true,
    trapAddress: '10.0.0.9',
    trapCommunity: 'tell',
    coldStart: true,
    warmStart: false,
    linkUp: true,
    authFail: false,
  })
  const full = Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [`root.SNMP.${name}`, value]),
  )
  expect(snmpParameters(values)).toEqual(full)
  expect(snmpParameters({ ...values, password: 'front door' })).toEqual({
    ...full,
    'root.SNMP.InitialUserPasswd': 'front door',
  })
})

test('versions 1 and 2c are turned on together, and version 3 off (SNMP-02, SNMP-10)', () => {
  expect(snmpParameters(V1V2C)).toMatchObject({
    'root.SNMP.Enabled': 'yes',
    'root.SNMP.V1': 'yes',
    'root.SNMP.V2c': 'yes',
    'root.SNMP.V3': 'no',
  })
})

test('off leaves the versions as they were, no receiver is 0.0.0.0', () => {
  const off = snmpParameters(FACTORY)
  expect(off).toMatchObject({ 'root.SNMP.Enabled': 'no', 'root.SNMP.Trap.T0.Address': '0.0.0.0' })
  expect(off).not.toHaveProperty('root.SNMP.V3')
})

test('a device with v3 and an older version is reported as mixed', () => {
  const both = settingsWith({ Enabled: 'yes', V1: 'yes', V2c: 'no', V3: 'yes' })
  expect([both.mixed, both.values.protocol]).toEqual([true, 'v3'])
  expect(settingsWith({ Enabled: 'no', V1: 'yes', V3: 'yes' }).mixed).toBe(false)
  expect(settingsWith({ Enabled: 'yes', V1: 'no', V2c: 'no', V3: 'no' }).values.protocol).toBe(
    'off',
  )
})

test('v3 needs a password of 8 characters, unless one is set and stays (SNMP-05, OPEN-120)', () => {
  expect(wrong(V3)).toEqual({ password: 'networkSnmp.passwordError' })
  expect(wrong({ ...V3, password: 'seven77' })).toEqual({ password: 'networkSnmp.passwordError' })
  expect(wrong({ ...V3, password: 'eight888' })).toEqual({})
  expect(wrong({ ...V3, password: 'x'.repeat(65) })).toEqual({
    password: 'validation.errorMaxCharacters',
  })
  expect(wrong({ ...V3, passwordSet: true })).toEqual({})
  expect(wrong({ ...V3, passwordSet: true, password: 'short' })).toEqual({
    password: 'networkSnmp.passwordError',
  })
  expect(wrong({ ...V1V2C, password: 'short' })).toEqual({})
})

test('a community has at most 32 characters, where it counts (SNMP-06, SNMP-07)', () => {
  const long = { v1Read: 'r'.repeat(33), v1Write: 'w'.repeat(33) }
  const tooLong = 'validation.errorMaxCharacters'
  expect(wrong({ ...V1V2C, ...long })).toEqual({ v1Read: tooLong, v1Write: tooLong })
  expect(wrong({ ...V1V2C, v1Read: 'r'.repeat(32), v1Write: 'w'.repeat(32) })).toEqual({})
  expect(wrong({ ...FACTORY, ...long })).toEqual({})
})

test('traps need a receiver', () => {
  const traps: SnmpValues = {
    ...V1V2C,
    trapEnabled: true,
    coldStart: true,
    trapCommunity: 't'.repeat(33),
  }
  expect(wrong(traps)).toEqual({
    trapAddress: 'validation.errorRequired',
    trapCommunity: 'validation.errorMaxCharacters',
  })
  expect(wrong({ ...traps, trapAddress: '10.0.0', trapCommunity: '' })).toEqual({
    trapAddress: 'validation.invalidIpAddress',
  })
  expect(wrong({ ...traps, trapEnabled: false })).toEqual({})
})

test('well-known communities have a warning and can be saved', () => {
  const warnings = (values: Partial<SnmpValues>) => {
    const checked = checkSnmp({ ...V1V2C, ...values })
    expect(checked.errors).toEqual({})
    return checked.warnings
  }
  expect(warnings({})).toEqual({ v1Read: { id: 'networkSnmp.wellKnown' } })
  expect(warnings({ v1Read: 'mine', v1Write: 'private' })).toEqual({
    v1Write: { id: 'networkSnmp.wellKnownWrite' },
  })
  expect(warnings({ v1Read: 'mine', v1Write: 'mine' })).toEqual({
    v1Write: { id: 'networkSnmp.sameAsRead' },
  })
})

test('traps that are on need one to send', () => {
  const on: SnmpValues = { ...V1V2C, trapEnabled: true, trapAddress: '10.0.0.1' }
  expect(wrong(on)).toEqual({ trapEnabled: 'networkSnmp.noTrap' })
  expect(wrong({ ...on, linkUp: true })).toEqual({})
  expect(wrong({ ...on, trapEnabled: false })).toEqual({})
  expect(wrong({ ...on, protocol: 'off' })).toEqual({})
})

test('traps that are on need a receiver, and 0.0.0.0 is none', () => {
  const receiver = (trapAddress: string) =>
    checkSnmp({ ...V3, passwordSet: true, trapEnabled: true, trapAddress }).errors.trapAddress?.id
  expect(receiver('')).toBe('validation.errorRequired')
  expect(receiver('0.0.0.0')).toBe('validation.errorRequired')
  expect(receiver('manager')).toBe('validation.invalidIpAddress')
  expect(receiver('10.0.0.9')).toBeUndefined()
})

test('only a valid first password needs a confirmation (SNMP-08, SNMP-09)', () => {
  expect(isInitialPassword({ ...V3, password: 'eight888' })).toBe(true)
  expect(isInitialPassword({ ...V3, password: 'seven77' })).toBe(false)
  expect(isInitialPassword({ ...V3, password: 'eight888', passwordSet: true })).toBe(false)
  expect(isInitialPassword({ ...V1V2C, password: 'eight888' })).toBe(false)
})

test('hidden fields are not saved', () => {
  const typed: SnmpValues = {
    ...V3,
    password: 'eight888',
    v1Read: 'half ty',
    trapAddress: '10.0.',
    trapCommunity: 'x',
  }
  expect(effective(typed, FACTORY)).toEqual({ ...V3, password: 'eight888' })
  expect(effective({ ...typed, protocol: 'off' }, FACTORY)).toEqual(FACTORY)
  const traps: SnmpValues = { ...typed, protocol: 'v1v2c', trapEnabled: true }
  expect(effective(traps, FACTORY)).toEqual({ ...traps, password: '' })
})

test('the device reports only whether a password is set', () => {
  expect(sameStored(V3, { ...V3, password: 'eight888' })).toBe(true)
  expect(sameStored(V3, { ...V3, passwordSet: true })).toBe(false)
  const typed = { ...V3, password: 'eight888' }
  expect(storesSnmp(V3, typed)).toBe(V3.passwordSet)
  expect(storesSnmp({ ...V3, passwordSet: true }, typed)).toBe(true)
})
