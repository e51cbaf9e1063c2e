import { getConfiguration, updateConfiguration } from '@lintel/contract/calls/intercom'
import type { InputOf } from '@lintel/contract/call'
import type { CardDataConfig } from '@lintel/contract/card-reader'
import type { Page } from '@playwright/test'
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
