import { TOLD_CODES, toldCode } from '@lintel/contract/rules/applications'
import { expect, test } from 'vitest'
import en from '../../../messages/services/en.json'

/** What the text of each code has to say. Source: console specification B §8 "Apps". */
test.each([
  [1, 'APPS-16', /valid package.*\.eap file/],
  [2, 'APPS-17', /package failed verification.*version.*architecture/],
  [3, 'APPS-18', /too large.*full/],
  [5, 'APPS-19', /not compatible with the product/],
  [10, 'APPS-20', /system log/],
  [21, 'APPS-21', /licence key file is not valid/],
  [22, 'APPS-22', /file could not be uploaded/],
  [23, 'APPS-23', /key could not be removed/],
  [24, 'APPS-24', /not correctly installed/],
  [25, 'APPS-25', /another application/],
  [26, 'APPS-26', /this version/],
  [27, 'APPS-27', /online service can't be reached/],
  [28, 'APPS-28', /online service gave no licence/],
  [29, 'APPS-29', /configuration file/],
  [30, 'APPS-30', /another serial number/],
  [31, 'APPS-31', /expired/],
] as const)('code %i has its text (%s)', (code, _requirement, text) => {
  expect(toldCode(String(code))).toBe(code)
  expect(en[`services.error.${code}`]).toMatch(text)
})

test('no file has a text of its own (APPS-32)', () => {
  expect(en['services.error.noFile']).toBe('Select a file.')
})

test.each(['4', '6', '9', '11', '20', '99', 'moon', ''])(
  '%j has no text, so that of 10 (OPEN-103)',
  (code) => {
    expect(toldCode(code)).toBe(10)
    expect(TOLD_CODES).not.toContain(Number(code))
  },
)
