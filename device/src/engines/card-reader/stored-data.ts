import type { CardDataConfig } from '@lintel/contract/card-reader'
import { TRANSPORT_KEY } from '@lintel/contract/cards'
import type { CardContent, CardProblem, PresentedCard } from '@lintel/contract/cards'
import { bitsOf } from './bits.ts'
import type { Bits } from './bits.ts'

type Content<K extends CardContent['kind']> = Extract<CardContent, { kind: K }>

/** The bits that are stored on a card, or why they can't be read. */
export type Stored = Bits | { problem: CardProblem }

const ABSENT = { problem: 'absent' } as const
const WRONG_KEY = { problem: 'key' } as const

/** All that is stored on a card of the type of these settings, where and with the keys that they say. */
export function storedOn(card: PresentedCard, config: CardDataConfig): Stored {
  if (config.dataSource !== 'Data') return ABSENT
  switch (config.cardType) {
    case 'MIFARE_Classic':
      return classicData(card, config)
    case 'MIFARE_DESFire':
      return desfireData(card, config)
    case 'MIFARE_Ultralight':
      return ultralightData(card, config)
    case 'MIFARE_Plus':
    case 'UID/CSN':
      break
  }
  return ABSENT
}

function contentsOf<K extends CardContent['kind']>(card: PresentedCard, kind: K): Content<K>[] {
  return card.contents.filter((one): one is Content<K> => one.kind === kind)
}

const sameKey = (one: string, other: string) => one.toUpperCase() === other.toUpperCase()

const LAST_SECTOR = 39

/** A block has 16 bytes. */
const BLOCK_DIGITS = 32

/**
 * The last block of a sector, which holds its keys: 4 blocks in each of the first 32 sectors, 16 in
 * the others. Source: NXP MF1S70yyX/V1 §8.6.
 */
const lastBlock = (sector: number) => (sector < 32 ? 3 : 15)

/** What a reader gets of a sector's last block: the keys can't be read. */
const TRAILER = `${'0'.repeat(12)}FF078069${'0'.repeat(12)}`

/**
 * The blocks from the configured one on, as many as are wanted and stored. The last block of each
 * sector comes too, unless it is to be skipped.
 */
function classicData(card: PresentedCard, config: CardDataConfig): Stored {
  const settings = config.MifareClassicEncryption
  if (!settings) return WRONG_KEY
  const blocks = blocksOf(contentsOf(card, 'classic'))
  const wanted =
    config.countBits === undefined ? Infinity : (config.offsetBits ?? 0) + config.countBits
  let bits = ''
  let { startSector: sector, startBlock: block } = settings
  while (bits.length < wanted) {
    const isLast = block >= lastBlock(sector)
    if (!isLast || !settings.skipLastBlockInSector) {
      const stored = isLast ? trailerOf(blocks, sector) : blocks.get(placeOf(sector, block))
      if (!stored) break
      const opens =
        (settings.keyA !== '' && sameKey(settings.keyA, stored.keyA)) ||
        (settings.keyB !== '' && sameKey(settings.keyB, stored.keyB))
      if (!opens) return WRONG_KEY
      bits += bitsOf(Buffer.from(stored.data, 'hex'))
    }
    block = isLast ? 0 : block + 1
    if (isLast) sector += 1
    // Without a number of bits, only the sector that it begins in.
    if (sector > LAST_SECTOR || (wanted === Infinity && isLast)) break
  }
  return bits === '' ? ABSENT : bits
}

interface Block {
  keyA: string
  keyB: string
  /** 16 bytes in hexadecimal. */
  data: string
}

const placeOf = (sector: number, block: number) => `${sector}/${block}`

/** The blocks of the contents; data goes on in the next block, but never in a last one. */
function blocksOf(contents: readonly Content<'classic'>[]): Map<string, Block> {
  const blocks = new Map<string, Block>()
  for (const { sector: first, block: start, data, ...keys } of contents) {
    const keyA = keys.keyA || TRANSPORT_KEY
    const keyB = keys.keyB || TRANSPORT_KEY
    let sector = first
    let block = start
    for (let at = 0; at < data.length; at += BLOCK_DIGITS) {
      if (block >= lastBlock(sector)) {
        sector += 1
        block = 0
      }
      if (sector > LAST_SECTOR) break
      const part = data.slice(at, at + BLOCK_DIGITS).padEnd(BLOCK_DIGITS, '0')
      blocks.set(placeOf(sector, block), { keyA, keyB, data: part })
      block += 1
    }
  }
  return blocks
}

/** The last block of a sector in which something is stored. */
function trailerOf(blocks: Map<string, Block>, sector: number): Block | undefined {
  for (let block = 0; block < lastBlock(sector); block += 1) {
    const stored = blocks.get(placeOf(sector, block))
    if (stored) return { ...stored, data: TRAILER }
  }
  return undefined
}

function desfireData(card: PresentedCard, config: CardDataConfig): Stored {
  const settings = config.DESFireEncryption
  if (!settings) return WRONG_KEY
  const file = contentsOf(card, 'desfire').find(
    ({ AID, fileNbr }) => sameKey(AID, settings.AID) && fileNbr === settings.fileNbr,
  )
  if (!file) return ABSENT
  const opens =
    file.keyNbr === settings.keyNbr &&
    file.keyType === settings.keyType &&
    settings.key !== '' &&
    sameKey(file.key, settings.key) &&
    (settings.commMode === 'Auto' || settings.commMode === file.commMode)
  return opens ? bitsOf(Buffer.from(file.data, 'hex')) : WRONG_KEY
}

function ultralightData(card: PresentedCard, config: CardDataConfig): Stored {
  const [pages] = contentsOf(card, 'ultralight')
  if (!pages) return ABSENT
  const key = config.MifareULEncryption?.key ?? ''
  return sameKey(key, pages.key) ? bitsOf(Buffer.from(pages.data, 'hex')) : WRONG_KEY
}
