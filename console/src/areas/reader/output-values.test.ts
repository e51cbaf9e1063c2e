import type { CardFormat, OverrideMode, Parity } from '@lintel/contract/card-reader'
import { expect, test } from 'vitest'
import { outputInput, outputValues, sameOutput, shownOutput } from './output-values.ts'
import type { OutputValues } from './output-values.ts'
import { readerIn } from './reader-state.ts'

const state = readerIn({
  CompatibilityConfiguration: {
    CompatibilityConfigs: [
      { Name: 'ByteReversal', Value: 'false' },
      { Name: 'Other', Value: '1' },
    ],
  },
})
const stored = outputValues(state)
const has = (field: keyof OutputValues, more: Partial<OutputValues>) =>
  shownOutput({ ...stored, ...more }).has(field)

test.each<[CardFormat, OverrideMode, boolean]>([
  ['Wiegand26', 'Override', true],
  ['Wiegand26', 'Optional', true],
  ['Custom', 'Override', true],
  ['Wiegand26', 'Auto', false],
  ['Raw', 'Override', false],
  ['Wiegand37', 'Override', false],
])(
  'the facility code of %s with %s is shown: %s (READER-72, READER-73)',
  (cardFormat, cardFacilityCodeOverrideMode, there) => {
    expect(has('cardFacilityCode', { cardFormat, cardFacilityCodeOverrideMode })).toBe(there)
  },
)

test.each<[CardFormat, boolean]>([
  ['Wiegand26', true],
  ['Custom', true],
  ['Raw', false],
  ['Wiegand37', false],
])('where the facility code of %s comes from is asked: %s (READER-72)', (cardFormat, there) => {
  expect(has('cardFacilityCodeOverrideMode', { cardFormat })).toBe(there)
})

test('only the custom format has sizes and parities (READER-74)', () => {
  for (const field of [
    'facilityCodeSize',
    'cardNumberSize',
    'startParity',
    'stopParity',
  ] as const) {
    expect(has(field, { cardFormat: 'Custom' })).toBe(true)
    expect(has(field, { cardFormat: 'Raw' })).toBe(false)
  }
})

test.each<[Parity, boolean]>([
  ['Even', true],
  ['Odd', true],
  ['None', false],
  ['Fix0', false],
  ['Fix1', false],
])('the bits of parity %s are shown: %s (READER-77)', (parity, there) => {
  const custom = { cardFormat: 'Custom' } as const
  expect(has('startParityBits', { ...custom, startParity: parity })).toBe(there)
  expect(has('stopParityBits', { ...custom, stopParity: parity })).toBe(there)
})

test('a save has what was changed, the reversal as text beside the other settings (READER-10, READER-65)', () => {
  expect(stored.byteReversal).toBe(false)
  expect(outputInput({ ...stored, byteReversal: true }, new Set(['byteReversal']), state)).toEqual({
    CompatibilityConfiguration: {
      CompatibilityConfigs: [
        { Name: 'Other', Value: '1' },
        { Name: 'ByteReversal', Value: 'true' },
      ],
    },
  })
  const typed: OutputValues = { ...stored, cardFormat: 'Custom', cardNumberSize: '24' }
  expect(outputInput(typed, new Set(['cardFormat', 'cardNumberSize']), state)).toEqual({
    OutputFormat: {
      ...state.OutputFormat,
      cardFormat: 'Custom',
      Custom: { ...state.OutputFormat.Custom, cardNumberSize: 24 },
    },
  })
})

test('two formats are the same however their numbers are typed, but not with another reversal', () => {
  expect(sameOutput(stored, { ...stored, cardFacilityCode: '00' })).toBe(true)
  expect(sameOutput(stored, { ...stored, cardFacilityCode: '1' })).toBe(false)
  expect(sameOutput(stored, { ...stored, byteReversal: true })).toBe(false)
})
