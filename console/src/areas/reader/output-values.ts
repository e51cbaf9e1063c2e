/** How cards are passed on, as the form holds it. Source: specification B §3, B §5. */
import type { CardReaderConfiguration, OutputFormat } from '@lintel/contract/card-reader'
import {
  cardHasFacilityCode,
  formatHasFacilityCode,
  outputFormatFields,
  parityHasBits,
} from '@lintel/contract/rules/card-reader'
import type { OutputFormatFields } from '@lintel/contract/rules/card-reader'
import { BYTE_REVERSAL } from './reader-state.ts'

export type OutputValues = Pick<OutputFormatFields, keyof OutputFormatFields> & {
  byteReversal: boolean
}

export type OutputField = keyof OutputValues

/** The fields that the form shows. B §5 (READER-72 to READER-77). */
export function shownOutput(values: OutputValues): ReadonlySet<OutputField> {
  const shown = new Set<OutputField>(['cardFormat', 'byteReversal'])
  if (formatHasFacilityCode(values)) shown.add('cardFacilityCodeOverrideMode')
  if (cardHasFacilityCode(values)) shown.add('cardFacilityCode')
  if (values.cardFormat !== 'Custom') return shown
  shown.add('facilityCodeSize').add('cardNumberSize').add('startParity').add('stopParity')
  if (parityHasBits(values.startParity)) shown.add('startParityBits')
  if (parityHasBits(values.stopParity)) shown.add('stopParityBits')
  return shown
}

const isReversed = ({ CompatibilityConfiguration }: CardReaderConfiguration): boolean =>
  CompatibilityConfiguration.CompatibilityConfigs.some(
    ({ Name, Value }) => Name === BYTE_REVERSAL && Value === 'true',
  )

export const outputValues = (state: CardReaderConfiguration): OutputValues => ({
  ...outputFormatFields(state.OutputFormat),
  byteReversal: isReversed(state),
})

const formatIn = (values: OutputValues): OutputFormat => ({
  cardFormat: values.cardFormat,
  cardFacilityCodeOverrideMode: values.cardFacilityCodeOverrideMode,
  cardFacilityCode: Number(values.cardFacilityCode),
  Custom: {
    facilityCodeSize: Number(values.facilityCodeSize),
    cardNumberSize: Number(values.cardNumberSize),
    startParity: values.startParity,
    startParityBits: Number(values.startParityBits),
    stopParity: values.stopParity,
    stopParityBits: Number(values.stopParityBits),
  },
})

/** Whether both are stored alike, however their numbers are typed. */
export const sameOutput = (one: OutputValues, other: OutputValues): boolean =>
  one.byteReversal === other.byteReversal &&
  JSON.stringify(formatIn(one)) === JSON.stringify(formatIn(other))

/**
 * What of the configuration is written: what was changed. The other compatibility settings keep
 * their values.
 */
export function outputInput(
  values: OutputValues,
  changed: ReadonlySet<string>,
  now: CardReaderConfiguration,
): Partial<CardReaderConfiguration> {
  const others = now.CompatibilityConfiguration.CompatibilityConfigs.filter(
    ({ Name }) => Name !== BYTE_REVERSAL,
  )
  const reversal = { Name: BYTE_REVERSAL, Value: String(values.byteReversal) }
  const isFormatChanged = Array.from(changed).some((name) => name !== 'byteReversal')
  return {
    ...(isFormatChanged ? { OutputFormat: formatIn(values) } : {}),
    ...(changed.has('byteReversal')
      ? { CompatibilityConfiguration: { CompatibilityConfigs: [...others, reversal] } }
      : {}),
  }
}
