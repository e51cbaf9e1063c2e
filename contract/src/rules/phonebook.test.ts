import { expect, test } from 'vitest'
import {
  checkImage,
  hasDepartments,
  needsSpeedDial,
  organisationLabel,
  requiredName,
  speedDial,
} from './phonebook.ts'
import type { Rule } from './problem.ts'

const idOf = (rule: Rule, value: string) => rule(value)?.id

test('a speed dial has digits, * and |, six at most (PHONEBOOK-43, PHONEBOOK-44, OPEN-54)', () => {
  for (const value of ['1', '0*|9', '123456', '******']) {
    expect(idOf(speedDial(true), value), value).toBeUndefined()
  }
  for (const value of ['#', '1a', '+49', ' 1', '١٢', '1\n']) {
    expect(idOf(speedDial(true), value), value).toBe('phonebook.invalidPhoneNumber')
  }
  expect(speedDial(true)('1234567')).toEqual({
    id: 'validation.errorMaxCharacters',
    values: { max: 6 },
  })
})

test('a speed dial is required with a keypad, except on A8307-E (PHONEBOOK-42, OPEN-51)', () => {
  expect(idOf(speedDial(true), '')).toBe('validation.errorRequired')
  expect(idOf(speedDial(false), '')).toBeUndefined()
  expect(idOf(speedDial(false), '1a')).toBe('phonebook.invalidPhoneNumber')
  expect(needsSpeedDial({ callKeypad: true, number: 'A8207-VE' })).toBe(true)
  expect(needsSpeedDial({ callKeypad: true, number: 'A8307-E' })).toBe(false)
  expect(needsSpeedDial({ callKeypad: false, number: 'I8016-LVE' })).toBe(false)
})

test('a display and A8307-E hide departments, each on its own (PHONEBOOK-06, PHONEBOOK-31, OPEN-53)', () => {
  expect(hasDepartments({ display: false, number: 'A8207-VE' })).toBe(true)
  expect(hasDepartments({ display: true, number: 'A8207-VE' })).toBe(false)
  expect(hasDepartments({ display: false, number: 'A8307-E' })).toBe(false)
})

test('an organisation has a label of 30 characters at most; names are not cut to what tables show (OPEN-52)', () => {
  expect(idOf(organisationLabel, '')).toBe('validation.errorRequired')
  expect(idOf(organisationLabel, 'x'.repeat(30))).toBeUndefined()
  expect(organisationLabel('x'.repeat(31))).toEqual({
    id: 'validation.errorMaxCharacters',
    values: { max: 30 },
  })
  expect(idOf(requiredName, 'x'.repeat(256))).toBeUndefined()
})

test('an image has 20 MB at most and begins like BMP, JPEG or PNG (PHONEBOOK-23, PHONEBOOK-25)', () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47])
  expect(checkImage(20_971_520, png)).toBeUndefined()
  expect(checkImage(20_971_521, png)?.id).toBe('validation.imageFileTooBig')
  expect(checkImage(4, png.with(3, 0x48))?.id).toBe('validation.invalidImageFile')
})
