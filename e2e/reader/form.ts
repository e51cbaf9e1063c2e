import { getBench } from '@lintel/contract/bench'
import { presentCard } from '@lintel/contract/bench-reader'
import { getConfiguration, updateConfiguration } from '@lintel/contract/calls/intercom'
import type { InputOf } from '@lintel/contract/call'
import type { CardDataConfig } from '@lintel/contract/card-reader'
import type { PresentedCard } from '@lintel/contract/cards'
import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'

type Reader = NonNullable<
  InputOf<typeof updateConfiguration>['Configuration']['CardReaderConfiguration']
>

/** The settings of the reader, read directly from the device. */
export async function readerOn(rig: Rig) {
  const { Configuration } = await rig.root.call(getConfiguration, {})
  const { CardReaderConfiguration: reader } = Configuration
  if (!reader) throw new Error('the device tells nothing of its reader')
  return reader
}

/** Sets members of the settings, as another client does. */
export const writeReader = (rig: Rig, CardReaderConfiguration: Reader) =>
  rig.root.call(updateConfiguration, { Configuration: { CardReaderConfiguration } })

/** Holds a card in front of the reader, and returns the bits on the wires of a Wiegand reader. */
export async function bitsOf(rig: Rig, card: PresentedCard): Promise<string | undefined> {
  const sent = async () => {
    const { reader } = await rig.bench.call(getBench, {})
    return reader?.onWire.flatMap((one) => (one.kind === 'wiegand' ? [one.bits] : [])) ?? []
  }
  const before = (await sent()).length
  await rig.bench.call(presentCard, { card })
  await expect.poll(async () => (await sent()).length).toBe(before + 1)
  return (await sent()).at(-1)
}

/** Expects a field to be wrong, and to say why in its description. */
export async function expectWrong(field: Locator, reason: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(reason.replaceAll('.', '\\.')))
}

/** The switch for the pages of card types. */
export const advancedSwitch = (page: Page) => page.locator('[data-field="advanced"]')

/** Data on DESFire cards, which the device reads with a key. */
export const BADGE = {
  name: 'Badge',
  cardType: 'MIFARE_DESFire',
  dataSource: 'Data',
  enabled: true,
  required: false,
  useAsUid: true,
  countBits: 32,
  DESFireEncryption: {
    AID: 'f48120',
    fileNbr: 1,
    commMode: 'Encrypted',
    keyType: 'EV1_AES',
    keyNbr: 0,
    key: '00112233445566778899aabbccddeeff',
  },
} as const satisfies CardDataConfig

/** A card with these data. */
export const BADGE_CARD: PresentedCard = {
  type: 'MIFARE_DESFire',
  uid: '04A1B2C3D4E5F6',
  contents: [
    {
      kind: 'desfire',
      AID: BADGE.DESFireEncryption.AID,
      fileNbr: 1,
      keyNbr: 0,
      keyType: 'EV1_AES',
      key: BADGE.DESFireEncryption.key,
      commMode: 'Encrypted',
      data: '0000C0DE',
    },
  ],
}
export const BADGE_BITS = '00000000000000001100000011011110'
