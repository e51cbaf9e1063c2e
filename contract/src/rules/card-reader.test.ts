import { describe, expect, test } from 'vitest'
import { CARD_FORMATS, KEYPRESS_FORMATS, PARITIES, SECRET_SET } from '../card-reader.ts'
import * as rules from './card-reader.ts'
import type { Rule } from './problem.ts'

/** The message ids of errors by field. */
const ids = (errors: object) =>
  Object.fromEntries(
    Object.entries(errors).map(([field, problem]: [string, { id: string }]) => [field, problem.id]),
  )

/** What is wrong with texts for a number from `min` to `max` that has to be filled in. */
function expectWhole(rule: Rule, min: number, max: number): void {
  const outside = { id: 'validation.errorBetween', values: { min, max } }
  const problems = [min, max, min - 1, max + 1, `${min}.5`, '', ' ', 'abc'].map((text) =>
    rule(String(text)),
  )
  const required = { id: 'validation.errorRequired' }
  expect(problems).toEqual([
    undefined,
    undefined,
    outside,
    outside,
    outside,
    required,
    required,
    { id: 'validation.errorNaN' },
  ])
}

describe('numbers that have to be filled in', () => {
  test.each<[what: string, ids: string, name: rules.ReaderNumber, min: number, max: number]>([
    ['the length of PINs', 'READER-78', 'pinLength', 1, 32],
    ['the time-out of PINs', 'READER-79', 'pinTimeout', 3, 50],
    ['the address of OSDP', 'READER-21', 'OSDPAddress', 0, 126],
    ['the number of pins for the light', 'READER-12', 'nbrOfLEDPins', 0, 2],
    ['the size of the facility code', 'READER-75', 'facilityCodeSize', 0, 64],
    ['the size of the card number', 'READER-75', 'cardNumberSize', 0, 64],
    ['the bits of the first parity', 'READER-75', 'startParityBits', 0, 64],
    ['the bits of the last parity', 'READER-75', 'stopParityBits', 0, 64],
    ['the number of a key', 'READER-53', 'keyNbr', 0, 13],
    ['the number of a file', 'READER-54', 'fileNbr', 0, 13],
  ])('%s (%s)', (_what, _ids, name, min, max) => {
    expectWhole(rules.readerNumber(name), min, max)
  })

  test('the product’s limits replace them (OPEN-97)', () => {
    const validators = { IntegerValidators: [{ Name: 'pinLength', Min: 0, Max: 40 }] }
    expectWhole(rules.readerNumber('pinLength', validators), 0, 40)
    expectWhole(rules.readerNumber('pinTimeout', validators), 3, 50)
    const codes = ['keypressFacilityCode', 'cardFacilityCode'].map((Name) => ({
      Name,
      Min: 7,
      Max: 9,
    }))
    const own = { IntegerValidators: codes }
    expectWhole(rules.keypressFacilityCode('Wiegand26', own), 7, 9)
    expectWhole(rules.cardFacilityCode('Custom', own), 7, 9)
    expect(ids(rules.checkPin({ pinLength: '0', pinTimeout: '2' }, validators))).toEqual({
      pinTimeout: 'validation.errorBetween',
    })
    expect(ids(rules.checkPin({ pinLength: '0', pinTimeout: '3' }))).toEqual({
      pinLength: 'validation.errorBetween',
    })
  })
})

describe('keys', () => {
  test.each<[format: (typeof KEYPRESS_FORMATS)[number], ids: string, max: number]>([
    ['Wiegand26', 'READER-17, READER-18, READER-19', 255],
    ['Wiegand34', 'READER-20', 65_535],
    ['Wiegand37FacilityCode', 'READER-20', 65_535],
  ])('the facility code in the format %s (%s)', (format, _ids, max) => {
    expectWhole(rules.keypressFacilityCode(format), 0, max)
  })

  test('only some formats have a facility code (READER-16)', () => {
    expect(KEYPRESS_FORMATS.filter(rules.keypressHasFacilityCode)).toEqual([
      'Wiegand26',
      'Wiegand34',
      'Wiegand37FacilityCode',
    ])
  })

  const wired: rules.WiegandFields = {
    nbrOfLEDPins: '0',
    LED1Pin: '',
    LED2Pin: '',
    beeper: false,
    beeperPin: '',
    keypressFormat: 'FourBit',
    keypressFacilityCode: '',
  }

  test.each<[string, Partial<rules.WiegandFields>, object]>([
    ['without pins and code', {}, {}],
    ['no number of pins', { nbrOfLEDPins: '' }, { nbrOfLEDPins: 'validation.errorRequired' }],
    [
      'too many pins',
      { nbrOfLEDPins: '3', LED1Pin: 'I1', LED2Pin: 'I2' },
      { nbrOfLEDPins: 'validation.errorBetween' },
    ],
    ['one pin', { nbrOfLEDPins: '1' }, { LED1Pin: 'validation.errorRequired' }],
    ['two pins', { nbrOfLEDPins: '2', LED1Pin: 'I1' }, { LED2Pin: 'validation.errorRequired' }],
    ['both pins', { nbrOfLEDPins: '2', LED1Pin: 'I1', LED2Pin: 'I2' }, {}],
    ['a beeper', { beeper: true }, { beeperPin: 'validation.errorRequired' }],
    ['a beeper with its pin', { beeper: true, beeperPin: 'I1' }, {}],
    ['a code that is not asked for', { keypressFacilityCode: '99999' }, {}],
    [
      'a code that is',
      { keypressFormat: 'Wiegand26', keypressFacilityCode: '256' },
      { keypressFacilityCode: 'validation.errorBetween' },
    ],
  ])('a wired reader with %s (READER-11, READER-12)', (_what, change, errors) => {
    expect(ids(rules.checkWiegand({ ...wired, ...change }))).toEqual(errors)
  })
})

describe('the output format', () => {
  const fields: rules.OutputFormatFields = {
    cardFormat: 'Raw',
    cardFacilityCodeOverrideMode: 'Auto',
    cardFacilityCode: '',
    facilityCodeSize: '',
    cardNumberSize: '',
    startParity: 'None',
    startParityBits: '',
    stopParity: 'None',
    stopParityBits: '',
  }

  test.each<[format: (typeof CARD_FORMATS)[number], ids: string, max: number]>([
    ['Wiegand26', 'READER-68, READER-69', 255],
    ['Custom', 'READER-68, READER-70', 2_147_483_647],
    ['Wiegand34', 'READER-68, READER-71', 65_535],
    ['Wiegand37FacilityCode', 'READER-68, READER-71', 65_535],
  ])('the facility code of %s (%s)', (format, _ids, max) => {
    expectWhole(rules.cardFacilityCode(format), 0, max)
  })

  test('a facility code is asked for unless the format or the mode does without (READER-72, READER-73)', () => {
    const asked = (cardFacilityCodeOverrideMode: 'Auto' | 'Optional' | 'Override') =>
      CARD_FORMATS.filter((cardFormat) =>
        rules.cardHasFacilityCode({ cardFormat, cardFacilityCodeOverrideMode }),
      )
    expect(asked('Auto')).toEqual([])
    expect(asked('Optional')).toEqual(['Wiegand26', 'Wiegand34', 'Wiegand37FacilityCode', 'Custom'])
    expect(asked('Override')).toEqual(asked('Optional'))
    expect(ids(rules.checkOutputFormat(fields))).toEqual({})
    const code = { cardFormat: 'Wiegand26', cardFacilityCodeOverrideMode: 'Override' } as const
    expect(ids(rules.checkOutputFormat({ ...fields, ...code }))).toEqual({
      cardFacilityCode: 'validation.errorRequired',
    })
  })

  test('only the custom format has sizes, and only even and odd parity have bits (READER-74, READER-75, READER-77)', () => {
    expect(PARITIES.filter(rules.parityHasBits)).toEqual(['Even', 'Odd'])
    const missing = 'validation.errorRequired'
    const sizes = { facilityCodeSize: missing, cardNumberSize: missing }
    const custom = { ...fields, cardFormat: 'Custom' } as const
    expect(ids(rules.checkOutputFormat(custom))).toEqual(sizes)
    const parities = { startParity: 'Even', stopParity: 'Odd' } as const
    expect(ids(rules.checkOutputFormat({ ...fields, ...parities }))).toEqual({})
    expect(ids(rules.checkOutputFormat({ ...custom, ...parities }))).toEqual({
      ...sizes,
      startParityBits: missing,
      stopParityBits: missing,
    })
    const fixed = { startParity: 'Fix0', stopParity: 'Fix1' } as const
    expect(ids(rules.checkOutputFormat({ ...custom, ...fixed }))).toEqual(sizes)
  })

  test('the fields of what is stored (READER-65)', () => {
    const Custom = {
      facilityCodeSize: 8,
      cardNumberSize: 16,
      startParity: 'Even',
      startParityBits: 12,
      stopParity: 'Odd',
      stopParityBits: 13,
    } as const
    const stored = {
      cardFormat: 'Custom',
      cardFacilityCodeOverrideMode: 'Optional',
      cardFacilityCode: 5,
      Custom,
    } as const
    expect(rules.outputFormatFields(stored)).toEqual({
      cardFormat: 'Custom',
      cardFacilityCodeOverrideMode: 'Optional',
      cardFacilityCode: '5',
      facilityCodeSize: '8',
      cardNumberSize: '16',
      startParity: 'Even',
      startParityBits: '12',
      stopParity: 'Odd',
      stopParityBits: '13',
    })
  })
})

describe('the remote access server', () => {
  const server = {
    Address: '192.0.2.7',
    Username: 'door',
    Password: 'secret',
    passwordRepeat: 'secret',
  }
  const missing = 'validation.errorRequired'
  const address = 'validation.invalidIPAddressOrHostName'

  test.each<[string, Partial<typeof server>, object]>([
    ['an address', {}, {}],
    ['a host name', { Address: 'doors.example' }, {}],
    ['an address of IPv6', { Address: '2001:db8::7' }, {}],
    ['a port', { Address: '192.0.2.7:8443' }, {}],
    ['no address', { Address: '' }, { Address: missing }],
    ['no valid address', { Address: '192.0.2.300' }, { Address: address }],
    ['a URL', { Address: 'https://192.0.2.7' }, { Address: address }],
    ['no user', { Username: '' }, { Username: missing }],
    ['no password', { Password: '', passwordRepeat: '' }, { Password: missing }],
    [
      'two passwords',
      { passwordRepeat: 'Secret' },
      { passwordRepeat: 'validation.passwordsDontMatch' },
    ],
    ['a control character', { Username: 'a\nb' }, { Username: 'validation.errorInvalid' }],
    ['a long user', { Username: 'x'.repeat(257) }, { Username: 'validation.errorMaxCharacters' }],
  ])('%s (READER-24, READER-64)', (_what, change, errors) => {
    expect(ids(rules.checkRemoteServer({ ...server, ...change }))).toEqual(errors)
  })

  test('a stored password can be kept, but for no other address or user, and no less safely (READER-25, EXPECT-25)', () => {
    const stored = {
      Scheme: 'https' as 'http' | 'https',
      Address: 'doors.example',
      Username: 'door',
      VerifyCertificate: true,
    }
    const kept = (change: Partial<typeof stored>, before: Partial<typeof stored> = {}) =>
      rules.mayKeepPassword({ ...stored, ...before, ...change }, { ...stored, ...before })
    expect(kept({})).toBe(true)
    expect(kept({ Address: 'DOORS.example' })).toBe(true)
    expect(kept({ Address: '192.0.2.8' })).toBe(false)
    expect(kept({ Username: 'gate' })).toBe(false)
    const [unchecked, plain] = [{ VerifyCertificate: false }, { Scheme: 'http' as const }]
    expect([kept(unchecked), kept(plain), kept(plain, unchecked)]).toEqual([false, false, false])
    const safer = { Scheme: 'https' as const, VerifyCertificate: true }
    expect([kept(safer, unchecked), kept(safer, plain), kept(unchecked, plain)]).toEqual([
      true,
      true,
      true,
    ])

    const masked = { ...server, Password: SECRET_SET, passwordRepeat: '' }
    expect(ids(rules.checkRemoteServer(masked))).toEqual({})
    expect(ids(rules.checkRemoteServer(masked, false))).toEqual({ Password: missing })
    expect(ids(rules.checkRemoteServer(server, false))).toEqual({})
  })
})
