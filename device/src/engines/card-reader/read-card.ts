import type {
  CardDataConfig,
  CardReaderConfiguration,
  CardType,
} from '@lintel/contract/card-reader'
import type { CardProblem, PresentedCard } from '@lintel/contract/cards'
import { bitsOf } from './bits.ts'
import type { Bits } from './bits.ts'
import { storedOn } from './stored-data.ts'

/** Bits of a card that its settings name. */
export interface CardData {
  name: string
  bits: Bits
}

/** What the reader got from a card. */
export interface ReadCard {
  /** The type as which it was read. */
  type: CardType
  /** The serial number in hexadecimal, upper case, in the configured order of its bytes. */
  uid: string
  /** The bits that identify the card. */
  bits: Bits
  /** Whether stored data are among them, and not just the serial number. */
  stored: boolean
  /** All data that could be read, in the order of their settings. */
  data: CardData[]
}

/** A card that is not accepted, and the name of the settings that were not met. */
export interface RefusedCard {
  problem: CardProblem
  /** Empty if no settings are concerned. */
  name: string
}

type Settings = Pick<
  CardReaderConfiguration,
  'CardTypes' | 'CardDataConfigs' | 'CompatibilityConfiguration'
>

/**
 * Reads a card: as the first configured type that it is. `UID/CSN` fits every card. Data that can't
 * be read are left out unless they are required. The data to `useAsUid` that could be read identify the
 * card, one after the other as in the public documentation of the intercom service; without any, the
 * whole serial number does.
 */
export function readCard(settings: Settings, card: PresentedCard): ReadCard | RefusedCard {
  const type = settings.CardTypes.find((one) => one === 'UID/CSN' || one === card.type)
  if (type === undefined) return { problem: 'type', name: '' }
  const serial = serialNumber(card, reversesBytes(settings))
  const uid = bitsOf(serial)
  const data: CardData[] = []
  const identity: { bits: Bits; stored: boolean }[] = []
  for (const config of settings.CardDataConfigs) {
    if (config.cardType !== type || !config.enabled) continue
    const bits = bitsFrom(config, card, uid)
    if (typeof bits === 'string') {
      data.push({ name: config.name, bits })
      if (config.useAsUid) identity.push({ bits, stored: config.dataSource !== 'CSN' })
    } else if (config.required) {
      return { ...bits, name: config.name }
    }
  }
  return {
    type,
    uid: Buffer.from(serial).toString('hex').toUpperCase(),
    bits: identity.length > 0 ? identity.map(({ bits }) => bits).join('') : uid,
    stored: identity.some(({ stored }) => stored),
    data,
  }
}

function reversesBytes({ CompatibilityConfiguration }: Settings): boolean {
  return CompatibilityConfiguration.CompatibilityConfigs.some(
    ({ Name, Value }) => Name === 'ByteReversal' && Value === 'true',
  )
}

function serialNumber({ uid }: PresentedCard, reversed: boolean): Uint8Array {
  const bytes = Buffer.from(uid, 'hex')
  return reversed ? bytes.toReversed() : bytes
}

function bitsFrom(
  config: CardDataConfig,
  card: PresentedCard,
  uid: Bits,
): Bits | { problem: CardProblem } {
  const all = config.dataSource === 'CSN' ? uid : storedOn(card, config)
  if (typeof all !== 'string') return all
  const first = config.offsetBits ?? 0
  const cut = all.slice(
    first,
    config.countBits === undefined ? undefined : first + config.countBits,
  )
  const enough = cut.length === (config.countBits ?? cut.length) && cut !== ''
  return enough ? cut : { problem: 'bits' }
}
