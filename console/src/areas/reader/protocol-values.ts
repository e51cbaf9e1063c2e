/** The protocol of the reader as its form holds it. Source: specification B §3 Reader form. */
import type { CardReaderConfiguration, ReaderProtocol } from '@lintel/contract/card-reader'
import { PROTOCOLS } from '@lintel/contract/card-reader'
import type { KeypressFormat, WiegandConfiguration } from '@lintel/contract/card-reader'
import {
  checkWiegand,
  keypressHasFacilityCode,
  osdpAddress,
} from '@lintel/contract/rules/card-reader'
import type { Validators } from '@lintel/contract/rules/card-reader'
import { found } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'
import { sameRecord } from '../../app/stored/same-record.ts'

export type ReaderValues = {
  readerProtocol: ReaderProtocol
  nbrOfLedPins: string
  led1Pin: string
  led2Pin: string
  ledColorDefault: string
  ledColor0: string
  ledColor1: string
  ledColor00: string
  ledColor01: string
  ledColor10: string
  ledColor11: string
  beeper: boolean
  beeperPin: string
  keypressFormat: KeypressFormat
  keypressFacilityCode: string
  osdpAddress: string
}

export type ReaderField = keyof ReaderValues

/** The protocols to choose from: those of the device, and the one that is set. B §3. */
export const protocolsOf = (offered: readonly string[], stored: string): ReaderProtocol[] =>
  PROTOCOLS.filter((protocol) => offered.includes(protocol) || protocol === stored)

type Colour = Extract<ReaderField, `ledColor${string}`>

const COLOURS: Record<string, readonly Colour[]> = {
  0: [],
  1: ['ledColor0', 'ledColor1'],
  2: ['ledColor00', 'ledColor01', 'ledColor10', 'ledColor11'],
}

/** The colours besides the one at rest, by the number of pins. B §3. */
export const coloursOf = (pins: string): readonly Colour[] => COLOURS[pins] ?? []

/** The fields that the form shows. B §2, B §3. */
export function shownFields(values: ReaderValues): ReadonlySet<ReaderField> {
  const shown = new Set<ReaderField>(['readerProtocol'])
  const show = (fields: readonly ReaderField[]) => fields.forEach((field) => shown.add(field))
  if (values.readerProtocol === 'OSDP') show(['osdpAddress'])
  if (values.readerProtocol !== 'Wiegand') return shown
  const pins = Number(values.nbrOfLedPins)
  show(['nbrOfLedPins', 'ledColorDefault', 'beeper', 'keypressFormat'])
  show(coloursOf(values.nbrOfLedPins))
  if (pins >= 1) show(['led1Pin'])
  if (pins === 2) show(['led2Pin'])
  if (values.beeper) show(['beeperPin'])
  if (keypressHasFacilityCode(values.keypressFormat)) show(['keypressFacilityCode'])
  return shown
}

export function readerValues(state: CardReaderConfiguration): ReaderValues {
  const wiegand = state.WiegandConfiguration
  return {
    readerProtocol: state.Protocol,
    nbrOfLedPins: String(wiegand.nbrOfLEDPins),
    led1Pin: wiegand.LED1Pin,
    led2Pin: wiegand.LED2Pin,
    ledColorDefault: wiegand.LEDColorDefault,
    ledColor0: wiegand.LEDColor0,
    ledColor1: wiegand.LEDColor1,
    ledColor00: wiegand.LEDColor00,
    ledColor01: wiegand.LEDColor01,
    ledColor10: wiegand.LEDColor10,
    ledColor11: wiegand.LEDColor11,
    beeper: wiegand.beeper,
    beeperPin: wiegand.beeperPin,
    keypressFormat: wiegand.keypressFormat,
    keypressFacilityCode: String(wiegand.keypressFacilityCode),
    osdpAddress: String(state.OSDPConfiguration.OSDPAddress),
  }
}

const wiegandIn = (values: ReaderValues): WiegandConfiguration => ({
  nbrOfLEDPins: Number(values.nbrOfLedPins),
  LED1Pin: values.led1Pin,
  LED2Pin: values.led2Pin,
  LEDColorDefault: values.ledColorDefault,
  LEDColor0: values.ledColor0,
  LEDColor1: values.ledColor1,
  LEDColor00: values.ledColor00,
  LEDColor01: values.ledColor01,
  LEDColor10: values.ledColor10,
  LEDColor11: values.ledColor11,
  beeper: values.beeper,
  beeperPin: values.beeperPin,
  keypressFormat: values.keypressFormat,
  keypressFacilityCode: Number(values.keypressFacilityCode),
})

/** What of the configuration is written: the sub-form of the protocol, and the protocol itself. */
export const readerInput = (values: ReaderValues): Partial<CardReaderConfiguration> => ({
  Protocol: values.readerProtocol,
  ...(values.readerProtocol === 'Wiegand' ? { WiegandConfiguration: wiegandIn(values) } : {}),
  ...(values.readerProtocol === 'OSDP'
    ? { OSDPConfiguration: { OSDPAddress: Number(values.osdpAddress) } }
    : {}),
})

/** Whether both are stored alike, however their numbers are typed. */
export const sameReader = (one: ReaderValues, other: ReaderValues): boolean =>
  sameRecord(withNumbers(one), withNumbers(other))

const withNumbers = (values: ReaderValues) => ({
  ...values,
  keypressFacilityCode: Number(values.keypressFacilityCode),
  osdpAddress: Number(values.osdpAddress),
})

/** The problems of the fields that the form shows. B §5. */
export function checkReader(values: ReaderValues, validators?: Validators): Errors<ReaderValues> {
  if (values.readerProtocol === 'OSDP') {
    return found<ReaderValues>({ osdpAddress: osdpAddress(validators)(values.osdpAddress) })
  }
  if (values.readerProtocol !== 'Wiegand') return {}
  const errors = checkWiegand(
    {
      nbrOfLEDPins: values.nbrOfLedPins,
      LED1Pin: values.led1Pin,
      LED2Pin: values.led2Pin,
      beeper: values.beeper,
      beeperPin: values.beeperPin,
      keypressFormat: values.keypressFormat,
      keypressFacilityCode: values.keypressFacilityCode,
    },
    validators,
  )
  return found<ReaderValues>({
    led1Pin: errors.LED1Pin,
    led2Pin: errors.LED2Pin,
    beeperPin: errors.beeperPin,
    keypressFacilityCode: errors.keypressFacilityCode,
  })
}
