import { expect, test } from 'vitest'
import {
  checkCommonName,
  checkCountry,
  checkDays,
  checkFile,
  checkName,
  checkNames,
  nameFrom,
  namesIn,
} from './checks.ts'

test('a certificate needs an unused name', () => {
  const taken = ['device']
  expect(checkName('gate', taken)).toBeUndefined()
  expect(checkName('  ', taken)).toEqual({ id: 'certificates.nameMissing' })
  expect(checkName(' device ', taken)).toEqual({ id: 'certificates.nameTaken' })
  expect(checkName('x'.repeat(65), taken)).toEqual({ id: 'certificates.tooLong' })
})

test('a subject needs a common name, and a country of two letters or none', () => {
  expect(checkCommonName('door.local')).toBeUndefined()
  expect(checkCommonName(' ')).toEqual({ id: 'certificates.commonNameMissing' })
  expect(checkCommonName('x'.repeat(65))).toEqual({ id: 'certificates.tooLong' })
  expect(['*.door.local', '192.0.2.7', 'fe80::1'].map(checkCommonName)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  for (const name of ['Front door', 'https://door.local', 'door_1', '192.0.2.300']) {
    expect(checkCommonName(name)).toEqual({ id: 'certificates.nameWrong', values: { name } })
  }
  expect(['', 'SE', ' se '].map(checkCountry)).toEqual([undefined, undefined, undefined])
  expect(checkCountry('Sweden')).toEqual({ id: 'certificates.countryWrong' })
})

test('an alternative name that is neither a host name nor an address is named', () => {
  expect(checkNames('')).toBeUndefined()
  expect(checkNames('gate.local; *.gate.local,\n192.0.2.7\tfe80::1')).toBeUndefined()
  for (const [typed, name] of [
    ['gate.local|door.local', 'gate.local|door.local'],
    ['gate.local, https://door.local', 'https://door.local'],
    ['gate.local/192.0.2.7', 'gate.local/192.0.2.7'],
  ] as const) {
    expect(checkNames(typed)).toEqual({ id: 'certificates.nameWrong', values: { name } })
  }
  const many = Array.from({ length: 33 }, (_, at) => `door${at}.local`)
  expect(checkNames(many.join(','))).toEqual({
    id: 'certificates.tooManyNames',
    values: { max: 32 },
  })
})

test('validity is a whole number of days up to the maximum', () => {
  expect(['1', '3650'].map((days) => checkDays(days, 3650))).toEqual([undefined, undefined])
  const wrong = { id: 'certificates.daysWrong', values: { max: 3650 } }
  for (const days of ['', '0', '3651', '1.5', '-1', 'a year', '1e3']) {
    expect(checkDays(days, 3650)).toEqual(wrong)
  }
})

test('a file must not be empty or larger than any certificate', () => {
  const file = (bytes: number) => new File(['x'.repeat(bytes)], 'cert.pem')
  expect(checkFile(file(65_536))).toBeUndefined()
  expect(checkFile(null)).toEqual({ id: 'certificates.fileMissing' })
  expect(checkFile(file(0))).toEqual({ id: 'ui.emptyFile' })
  expect(checkFile(file(65_537))).toEqual({ id: 'certificates.fileTooLarge' })
})

test('a name is suggested from the file, and alternative names may be separated in any usual way', () => {
  expect(nameFrom(new File([], 'front.gate.pem'))).toBe('front.gate')
  expect(nameFrom(new File([], `${'x'.repeat(80)}.pem`))).toHaveLength(64)
  expect(namesIn(' gate.local, 127.0.0.1;\nfe80::1 ')).toEqual([
    'gate.local',
    '127.0.0.1',
    'fe80::1',
  ])
  expect(namesIn('')).toEqual([])
})
