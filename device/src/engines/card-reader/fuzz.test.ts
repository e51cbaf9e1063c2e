import { CARD_FORMATS, CARD_TYPES, OVERRIDE_MODES, PARITIES } from '@lintel/contract/card-reader'
import type { CardDataConfig, OutputFormat } from '@lintel/contract/card-reader'
import { CARD_PROBLEMS } from '@lintel/contract/cards'
import type { CardContent, PresentedCard } from '@lintel/contract/cards'
import { expect, test } from 'vitest'
import { readCard } from './read-card.ts'
import { messageOf } from './output-format.ts'
import { randomFrom } from './testing/random.ts'
import { openRig } from './testing/reader-rig.ts'
import { LAYOUTS, customLayout, lengthOf } from './wiegand.ts'

const random = randomFrom(29)
const one = <T>(...values: readonly [T, ...T[]]): T => values[random(values.length)] ?? values[0]
const oneOf = <T>(values: readonly [T, ...T[]]): T => one(...values)
const maybe = <T>(value: T): T | undefined => one(value, value, value, undefined)
const several = <T>(most: number, make: () => T): T[] => Array.from({ length: random(most) }, make)
const hex = (bytes: number) =>
  Array.from({ length: bytes * 2 }, () => random(16).toString(16)).join('')
// Mostly the same ones, so that much can be read.
const key = () => one('A0A1A2A3A4A5', 'A0A1A2A3A4A5', 'A0A1A2A3A4A5', 'FFFFFFFFFFFF', '')
const sector = () => one(1, 1, 31, 32, 39)
const block = () => one(0, 0, random(16))
const AID = () => one('F51BC0', 'F51BC0', '')
const file = () => one(0, 0, random(32))

const CONTENTS: Record<'classic' | 'desfire' | 'ultralight', () => CardContent> = {
  classic: () => ({
    kind: 'classic',
    sector: sector(),
    block: block(),
    keyA: key(),
    keyB: key(),
    data: hex(random(80)),
  }),
  desfire: () => ({
    kind: 'desfire',
    AID: AID(),
    fileNbr: file(),
    keyNbr: one(0, 0, 13),
    keyType: one('EV1_AES', 'EV1_AES', 'EV1_3DES'),
    key: key(),
    commMode: one('Plain', 'Encrypted'),
    data: hex(random(80)),
  }),
  ultralight: () => ({ kind: 'ultralight', key: key(), data: hex(random(40)) }),
}

const card = (): PresentedCard => ({
  type: oneOf(CARD_TYPES),
  uid: hex(one(4, 7, 10)),
  contents: [
    ...several(3, CONTENTS.classic),
    ...several(3, CONTENTS.desfire),
    ...several(3, CONTENTS.ultralight),
  ],
})

const config = (): CardDataConfig => ({
  name: 'Data',
  cardType: oneOf(CARD_TYPES),
  dataSource: one('CSN', 'Data', 'Data', 'Data', 'SecureId'),
  enabled: one(true, true, false),
  required: one(true, false),
  useAsUid: one(true, true, false),
  ...(one(true, false) && { offsetBits: random(128) }),
  ...(one(true, true, false) && { countBits: one(26, random(128) + 1) }),
  DESFireEncryption: maybe({
    AID: AID().toLowerCase(),
    fileNbr: file(),
    commMode: one('Auto', 'Auto', 'Plain'),
    keyType: 'EV1_AES',
    keyNbr: 0,
    key: key(),
  }),
  MifareClassicEncryption: maybe({
    keyA: key(),
    keyB: key(),
    startSector: sector(),
    startBlock: block(),
    skipLastBlockInSector: one(true, false),
  }),
  MifareULEncryption: maybe({ key: key() }),
})

const output = (): OutputFormat => ({
  cardFormat: one('Wiegand26', oneOf(CARD_FORMATS)),
  cardFacilityCodeOverrideMode: oneOf(OVERRIDE_MODES),
  cardFacilityCode: random(2_147_483_648),
  Custom: {
    facilityCodeSize: random(65),
    cardNumberSize: random(65),
    startParity: oneOf(PARITIES),
    startParityBits: random(65),
    stopParity: oneOf(PARITIES),
    stopParityBits: random(65),
  },
})

const settings = () => ({
  CardTypes: oneOf([
    CARD_TYPES.toReversed(),
    CARD_TYPES.slice(),
    several(3, () => oneOf(CARD_TYPES)),
  ]),
  CardDataConfigs: several(5, config),
  CompatibilityConfiguration: {
    CompatibilityConfigs: [{ Name: 'ByteReversal', Value: one('true', 'false') }],
  },
})

test('whatever is on a card, it is read as bits or refused with a reason', () => {
  const seen = new Set<string>()
  for (let round = 0; round < 4_000; round += 1) {
    const read = readCard(settings(), card())
    if ('problem' in read) {
      expect(CARD_PROBLEMS).toContain(read.problem)
      seen.add(read.problem)
      continue
    }
    expect(read.bits).toMatch(/^[01]+$/)
    expect(read.uid).toMatch(/^([0-9A-F]{2})+$/)
    const format = output()
    const message = messageOf(format, read.bits, read.stored)
    seen.add(message === undefined ? 'parity' : format.cardFormat)
    if (message === undefined || format.cardFormat === 'Raw') continue
    const layout =
      format.cardFormat === 'Custom' ? customLayout(format.Custom) : LAYOUTS[format.cardFormat]
    expect(message).toMatch(/^[01]*$/)
    expect(message).toHaveLength(lengthOf(layout))
  }
  expect(Array.from(seen).toSorted()).toEqual([...CARD_PROBLEMS, ...CARD_FORMATS].toSorted())
})

test.each(['Wiegand', 'OSDP', 'IPAccess', 'None'] as const)(
  'a thousand cards in a row, settings changing between them, leave no more than the latest (%s)',
  (Protocol) => {
    const { reader, front, change } = openRig({ Protocol })
    for (let round = 0; round < 1_000; round += 1) {
      if (round % 50 === 0) change({ ...settings(), OutputFormat: output() })
      reader.present(card())
    }
    const { onWire } = front()
    expect(onWire).toHaveLength(Protocol === 'Wiegand' || Protocol === 'OSDP' ? 20 : 0)
  },
)
