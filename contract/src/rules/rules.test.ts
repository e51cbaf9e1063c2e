import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  groupsFor,
  onvifPassword,
  onvifUserName,
  password,
  strengthOf,
  userName,
} from './account.ts'
import {
  checkStatic,
  domainName,
  deviceAddress,
  deviceAddressOrNone,
  ipv4,
  ipv6DeviceAddressOrEmpty,
  isHostName,
  isIPv4,
  isIPv6,
  subnetMask,
  timeServer,
} from './address.ts'
import { formatDate, formatTime, manualDate, manualTime, parseDate, parseTime } from './date.ts'

const id = (found: { id: string } | undefined) => found?.id

test('a user name has 1 to 14 letters and digits (USERS-23, USERS-24, USERS-25)', () => {
  expect(id(userName(''))).toBe('validation.errorRequired')
  expect(userName('abcdefghijklmn')).toBeUndefined()
  expect(userName('abcdefghijklmno')).toEqual({
    id: 'validation.errorMaxCharacters',
    values: { max: 14 },
  })
  for (const wrong of ['a b', 'a-b', 'ä', 'a\n', '名']) {
    expect(id(userName(wrong))).toBe('users.userNameOnlyValidChars')
  }
})

test('a password has 1 to 64 characters with codes 32 to 126 (USERS-28, USERS-29, USERS-30)', () => {
  expect(id(password(''))).toBe('validation.errorRequired')
  expect(password('x'.repeat(64))).toBeUndefined()
  expect(id(password('x'.repeat(65)))).toBe('users.tooLong')
  expect(password(' ~')).toBeUndefined()
  for (const wrong of ['ü', 'a\tb', '\u007f']) {
    expect(id(password(wrong))).toBe('users.invalidCharacters')
  }
})

test('an ONVIF user name has 1 to 64 letters and digits (ONVIF-08, ONVIF-09, ONVIF-10)', () => {
  expect(id(onvifUserName(''))).toBe('validation.errorRequired')
  expect(onvifUserName('a1'.repeat(32))).toBeUndefined()
  expect(onvifUserName('a'.repeat(65))).toEqual({
    id: 'validation.errorMaxCharacters',
    values: { max: 64 },
  })
  for (const wrong of ['a b', 'a-b', 'ä', 'a\n']) {
    expect(id(onvifUserName(wrong))).toBe('users.userNameOnlyValidChars')
  }
})

test('an ONVIF password has 1 to 64 characters that XML can hold (ONVIF-13)', () => {
  expect(id(onvifPassword(''))).toBe('validation.errorRequired')
  expect(onvifPassword('ü €😀'.padEnd(64, '<'))).toBeUndefined()
  expect(id(onvifPassword('x'.repeat(65)))).toBe('users.tooLong')
  for (const wrong of ['a\nb', '\u0000', '\uD800', '\uFFFE']) {
    expect(id(onvifPassword(wrong))).toBe('users.invalidCharacters')
  }
})

test('a password’s strength follows from its character classes and length (USERS-33, USERS-34, USERS-35)', () => {
  expect(strengthOf('')).toBe('empty')
  expect(strengthOf('Abc123!x')).toBe('strong')
  expect(strengthOf('abc123')).toBe('medium')
  expect(strengthOf('abcdefghijkl')).toBe('weak')
})

test('three classes of characters without a symbol or with few are medium, below six weak (OPEN-30)', () => {
  expect(strengthOf('Abc12!x')).toBe('medium')
  expect(strengthOf('Abcd1234')).toBe('medium')
  expect(strengthOf('Abc123~x')).toBe('medium')
  expect(strengthOf('abc12')).toBe('weak')
  expect(strengthOf('Aa1!x')).toBe('weak')
})

test('an administrator gets every group (USERS-18)', () => {
  expect(groupsFor('admin', { ptz: false, audio: false }).toSorted()).toEqual([
    'admin',
    'operator',
    'ptz',
    'viewer',
  ])
  expect(groupsFor('root', { ptz: false, audio: false })).toEqual([
    'admin',
    'operator',
    'viewer',
    'ptz',
  ])
})

test('operators and viewers get their groups, PTZ with its flag (USERS-19, USERS-20, USERS-22)', () => {
  expect(groupsFor('operator', { ptz: false, audio: false })).toEqual(['viewer', 'operator'])
  expect(groupsFor('viewer', { ptz: false, audio: false })).toEqual(['viewer'])
  expect(groupsFor('viewer', { ptz: true, audio: false })).toEqual(['viewer', 'ptz'])
})

test('on audio products an administrator gets no PTZ (USERS-21)', () => {
  expect(groupsFor('admin', { ptz: false, audio: true })).toEqual(['viewer', 'operator', 'admin'])
})

test('IPv4 is four plain decimals below 256 (NET-12)', () => {
  fc.assert(fc.property(fc.ipV4(), (address) => isIPv4(address)))
  for (const wrong of ['', '1.2.3', '1.2.3.4.5', '256.1.1.1', '01.2.3.4', '1.2.3.4 ', '1.2.3.x']) {
    expect(id(ipv4(wrong))).toBe('validation.invalidIpAddress')
  }
})

test('IPv6 is accepted in all of its written forms', () => {
  fc.assert(fc.property(fc.ipV6(), (address) => isIPv6(address)))
  for (const right of ['::', '::1', 'fe80::aecc:8eff:fe01:2345', '::ffff:192.168.0.1']) {
    expect(isIPv6(right)).toBe(true)
  }
  for (const wrong of [
    '',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '12345::',
    '::1%eth0',
    '1:2:3:4:5:6:7::8',
  ]) {
    expect(isIPv6(wrong), wrong).toBe(false)
  }
})

test('network 0, multicast, reserved and broadcast addresses belong to no device', () => {
  for (const wrong of [
    '0.0.0.0',
    '0.1.2.3',
    '224.0.0.5',
    '239.1.2.3',
    '240.0.0.1',
    '255.255.255.255',
  ]) {
    expect(id(deviceAddress(wrong)), wrong).toBe('validation.noDeviceAddress')
  }
  for (const right of ['1.0.0.1', '10.0.0.1', '127.0.0.1', '223.255.255.254']) {
    expect(deviceAddress(right), right).toBeUndefined()
  }
  expect(id(deviceAddress('1.2.3'))).toBe('validation.invalidIpAddress')
  expect(deviceAddressOrNone('0.0.0.0')).toBeUndefined()
  expect(id(deviceAddressOrNone('224.0.0.5'))).toBe('validation.noDeviceAddress')
})

test('an IPv6 address of a device is none of loopback, multicast or IPv4', () => {
  for (const wrong of [
    '::',
    '::1',
    '::1/128',
    'ff02::1',
    'FF05::2/64',
    '::ffff:10.0.0.1',
    '::10.0.0.1',
  ]) {
    expect(id(ipv6DeviceAddressOrEmpty(wrong)), wrong).toBe('validation.noDeviceAddress')
  }
  for (const right of [
    '',
    'fe80::1/64',
    '2001:db8::1/128',
    'fd00:1:2:3:4:5:6:7',
    '64:ff9b::10.0.0.1',
  ]) {
    expect(ipv6DeviceAddressOrEmpty(right), right).toBeUndefined()
  }
  for (const wrong of ['2001:db8::1/129', '2001:db8::1/', '10.0.0.1', 'fe80::1%eth0']) {
    expect(id(ipv6DeviceAddressOrEmpty(wrong)), wrong).toBe('validation.errorInvalid')
  }
})

test.each([
  [{ ipAddress: '10.0.0.0' }, { ipAddress: 'validation.addressWithMask' }],
  [{ ipAddress: '10.0.0.255' }, { ipAddress: 'validation.addressWithMask' }],
  [{ ipAddress: '10.0.0.255', subnetMask: '255.255.0.0' }, {}],
  [
    { subnetMask: '255.255.255.252', ipAddress: '10.0.0.7' },
    { ipAddress: 'validation.addressWithMask' },
  ],
  [{ router: '10.0.0.255' }, { router: 'validation.addressWithMask' }],
  [{ router: '10.0.1.255' }, {}],
  [{ router: '0.0.0.0' }, {}],
  [{ router: '127.0.0.1' }, { router: 'validation.loopbackAddress' }],
  [{ subnetMask: '255' }, { subnetMask: 'validation.invalidIpAddress' }],
])('the addresses %o of a device: %o', (change, expected) => {
  const addresses = { ipAddress: '10.0.0.9', subnetMask: '255.255.255.0', router: '10.0.0.1' }
  const problems = checkStatic({ ...addresses, ...change }, '10.0.0.9')
  expect(Object.fromEntries(Object.entries(problems).map(([name, one]) => [name, one.id]))).toEqual(
    expected,
  )
})

test('a subnet mask is one unbroken run of ones, /8 to /30 (NET-13, NET-14)', () => {
  const mask = (prefix: number) => {
    const bits = (0xffffffff << (32 - prefix)) >>> 0
    return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.')
  }
  for (let prefix = 1; prefix <= 32; prefix += 1) {
    expect(id(subnetMask(mask(prefix))), mask(prefix)).toBe(
      prefix >= 8 && prefix <= 30 ? undefined : 'validation.invalidSubnetMask',
    )
  }
  expect(id(subnetMask('255.0.255.0'))).toBe('validation.invalidSubnetMask')
  expect(id(subnetMask('0.0.0.0'))).toBe('validation.invalidSubnetMask')
  expect(id(subnetMask('255.255.255'))).toBe('validation.invalidIpAddress')
})

test('a host name follows RFC 1123, a domain name may be empty (NET-17)', () => {
  for (const right of ['door', 'door-1.example.com', '3com.net'])
    expect(isHostName(right)).toBe(true)
  for (const wrong of ['', '-door', 'door-', 'a..b', 'a_b', 'x'.repeat(64), '1.2.3.4', 'a b']) {
    expect(isHostName(wrong), wrong).toBe(false)
  }
  expect(domainName('')).toBeUndefined()
  expect(id(domainName('no good'))).toBe('validation.invalidDomainName')
})

test('a time server is a host name or an address of at most 64 characters (TIME-09, TIME-10)', () => {
  for (const right of ['pool.ntp.org', '10.0.0.1', 'fe80::1'])
    expect(timeServer(right)).toBeUndefined()
  expect(id(timeServer(`${'a'.repeat(62)}.bc`))).toBe('dateTime.exceedCharacters')
  expect(id(timeServer('no good'))).toBe('validation.invalidIPAddressOrHostName')
  expect(id(timeServer(''))).toBe('validation.errorRequired')
})

test('a date is real and strictly DD/MM/YYYY (TIME-11)', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      (date) => {
        const parts = {
          year: date.getUTCFullYear(),
          month: date.getUTCMonth() + 1,
          day: date.getUTCDate(),
        }
        expect(parseDate(formatDate(parts))).toEqual(parts)
      },
    ),
  )
  for (const wrong of [
    '29/02/2025',
    '31/04/2026',
    '1/2/2026',
    '2026-01-02',
    '00/01/2026',
    '01/13/2026',
    ' 01/01/2026',
  ]) {
    expect(id(manualDate(wrong)), wrong).toBe('dateTime.invalidDate')
  }
})

test('a time is strictly HH:mm (TIME-12)', () => {
  expect(parseTime(formatTime({ hour: 7, minute: 5 }))).toEqual({ hour: 7, minute: 5 })
  for (const wrong of ['24:00', '7:05', '07:60', '07:05:00', '0705', '']) {
    expect(id(manualTime(wrong)), wrong).toBe('dateTime.invalidTime')
  }
})
