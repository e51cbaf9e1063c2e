import { expect, test } from 'vitest'
import {
  checkCommonName,
  checkCountry,
  checkDays,
  checkFile,
  checkName,
  nameFrom,
  namesIn,
} from './checks.ts'

test('a certificate needs a name that is free', () => {
  const taken = ['device']
  expect(checkName('gate', taken)).toBeUndefined()
  expect(checkName('  ', taken)).toEqual({ id: 'certificates.nameMissing' })
  expect(checkName(' device ', taken)).toEqual({ id: 'certificates.nameTaken' })
  expect(checkName('x'.repeat(65), taken)).toEqual({ id: 'certificates.tooLong' })
})

test('a subject has a common name, and a country of two letters or none', () => {
  expect(checkCommonName('door.local')).toBeUndefined()
  expect(checkCommonName(' ')).toEqual({ id: 'certificates.commonNameMissing' })
  expect(checkCommonName('x'.repeat(65))).toEqual({ id: 'certificates.tooLong' })
  expect(['', 'SE', ' se '].map(checkCountry)).toEqual([undefined, undefined, undefined])
  expect(checkCountry('Sweden')).toEqual({ id: 'certificates.countryWrong' })
})

test('days are a whole number up to the most', () => {
  expect(['1', '3650'].map((days) => checkDays(days, 3650))).toEqual([undefined, undefined])
  const wrong = { id: 'certificates.daysWrong', values: { max: 3650 } }
  for (const days of ['', '0', '3651', '1.5', '-1', 'a year', '1e3']) {
    expect(checkDays(days, 3650)).toEqual(wrong)
  }
})

test('a file has something in it, and not more than a certificate ever has', () => {
  const file = (bytes: number) => new File(['x'.repeat(bytes)], 'cert.pem')
  expect(checkFile(file(65_536))).toBeUndefined()
  expect(checkFile(null)).toEqual({ id: 'certificates.fileMissing' })
  expect(checkFile(file(0))).toEqual({ id: 'ui.emptyFile' })
  expect(checkFile(file(65_537))).toEqual({ id: 'certificates.fileTooLarge' })
})

test('a file gives its name, and names may be listed as people list them', () => {
  expect(nameFrom(new File([], 'front.gate.pem'))).toBe('front.gate')
  expect(nameFrom(new File([], `${'x'.repeat(80)}.pem`))).toHaveLength(64)
  expect(namesIn(' gate.local, 127.0.0.1;\nfe80::1 ')).toEqual([
    'gate.local',
    '127.0.0.1',
    'fe80::1',
  ])
  expect(namesIn('')).toEqual([])
})
