import { readJpeg } from './read-jpeg.ts'
import type { HuffmanTable, Jpeg } from './read-jpeg.ts'

const bytes = (hex: string): Uint8Array => Buffer.from(hex.replaceAll(/\s/g, ''), 'hex')

/** The tables of ITU-T T.81 §K.3, for luminance and chrominance; RTP receivers assume them. */
export const STANDARD: { dc: readonly HuffmanTable[]; ac: readonly HuffmanTable[] } = {
  dc: [
    {
      counts: bytes('00010501010101010100000000000000'),
      values: bytes('000102030405060708090a0b'),
    },
    {
      counts: bytes('00030101010101010101010000000000'),
      values: bytes('000102030405060708090a0b'),
    },
  ],
  ac: [
    {
      counts: bytes('0002010303020403050504040000017d'),
      values: bytes(`
        01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a
        25262728292a3435363738393a434445464748494a535455565758595a636465666768696a73747576777879
        7a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9
        cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa`),
    },
    {
      counts: bytes('00020102040403040705040400010277'),
      values: bytes(`
        000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f117
        18191a262728292a35363738393a434445464748494a535455565758595a636465666768696a737475767778
        797a82838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7
        c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa`),
    },
  ],
}

/**
 * The same picture, compressed with the standard Huffman tables: our encoder computes tables for
 * each picture, and RFC 2435 sends none. No value changes.
 * @throws TypeError for a JPEG that isn't baseline, or is broken
 */
export function withStandardTables(picture: Uint8Array): Uint8Array {
  const jpeg = readJpeg(picture)
  const scan = recoded(jpeg)
  return Buffer.concat([...jpeg.head, TABLES, scanHeadOf(jpeg), scan, Buffer.from([0xff, 0xd9])])
}

/** The tables as one segment. */
const TABLES = (() => {
  const parts = [
    ...STANDARD.dc.map((table, index) => ({ head: index, table })),
    ...STANDARD.ac.map((table, index) => ({ head: 0x10 + index, table })),
  ].flatMap(({ head, table }) => [Uint8Array.of(head), table.counts, table.values])
  const content = Buffer.concat(parts)
  const head = Buffer.from([0xff, 0xc4, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
})()

/** The first component has the tables of luminance, the others those of chrominance. */
function scanHeadOf({ scanHead, components }: Jpeg): Uint8Array {
  const head = Buffer.from(scanHead)
  for (const index of components.keys()) head[6 + 2 * index] = index === 0 ? 0x00 : 0x11
  return head
}

/** The code of each value: its bits and how many they are. */
interface Codes {
  bits: Uint16Array
  lengths: Uint8Array
}

function codesOf({ counts, values }: HuffmanTable): Codes {
  const codes = { bits: new Uint16Array(256), lengths: new Uint8Array(256) }
  let code = 0
  let next = 0
  for (const [index, count] of counts.entries()) {
    for (let n = 0; n < count; n += 1) {
      const value = values[next] ?? 0
      codes.bits[value] = code
      codes.lengths[value] = index + 1
      code += 1
      next += 1
    }
    code <<= 1
  }
  return codes
}

/** By the next 16 bits: the value, and 256 times the length of its code; 0 for no code. */
function lookupOf(table: HuffmanTable): Uint16Array {
  const lookup = new Uint16Array(65_536)
  const { bits, lengths } = codesOf(table)
  for (const value of table.values) {
    const length = lengths[value] ?? 0
    const from = (bits[value] ?? 0) << (16 - length)
    lookup.fill(length * 256 + value, from, from + (1 << (16 - length)))
  }
  return lookup
}

const DC = STANDARD.dc.map(codesOf)
const AC = STANDARD.ac.map(codesOf)

interface Recoder {
  blocks: number
  dc: Uint16Array
  ac: Uint16Array
  newDc: Codes
  newAc: Codes
}

function recoded(jpeg: Jpeg): Uint8Array {
  const { width, height, components, restart } = jpeg
  const across = Math.max(...components.map((one) => one.across))
  const down = Math.max(...components.map((one) => one.down))
  const units = Math.ceil(width / (8 * across)) * Math.ceil(height / (8 * down))
  const lookups = new Map<HuffmanTable, Uint16Array>()
  const lookupIn = (tables: ReadonlyMap<number, HuffmanTable>, number: number): Uint16Array => {
    const table = tables.get(number)
    if (!table) throw new TypeError('a Huffman table is missing')
    const known = lookups.get(table) ?? lookupOf(table)
    lookups.set(table, known)
    return known
  }
  const recoders = components.map((one, index): Recoder => {
    const [newDc, newAc] = [DC[index === 0 ? 0 : 1], AC[index === 0 ? 0 : 1]]
    if (!newDc || !newAc) throw new TypeError('no standard table')
    return {
      blocks: one.across * one.down,
      dc: lookupIn(jpeg.dc, one.dc),
      ac: lookupIn(jpeg.ac, one.ac),
      newDc,
      newAc,
    }
  })
  const from = new BitReader(jpeg.scan)
  const to = new BitWriter(jpeg.scan.length * 2 + 1024)
  for (let unit = 0; unit < units; unit += 1) {
    if (restart > 0 && unit > 0 && unit % restart === 0) {
      from.skipRestart()
      to.restart((unit / restart - 1) % 8)
    }
    for (const recoder of recoders) {
      for (let block = 0; block < recoder.blocks; block += 1) recodeBlock(from, to, recoder)
    }
  }
  return to.end()
}

/** One block: the DC value, then pairs of zeros and value until the 64th or the end. */
function recodeBlock(from: BitReader, to: BitWriter, { dc, ac, newDc, newAc }: Recoder): void {
  const size = from.code(dc)
  to.put(newDc.bits[size] ?? 0, newDc.lengths[size] ?? 0)
  if (size > 0) to.put(from.take(size), size)
  for (let at = 1; at < 64; at += 1) {
    const value = from.code(ac)
    to.put(newAc.bits[value] ?? 0, newAc.lengths[value] ?? 0)
    const bits = value & 15
    if (bits > 0) to.put(from.take(bits), bits)
    else if (value !== 0xf0) return
    at += value >> 4
  }
}

/** The reader is up to four bytes ahead. */
const PADDING_MAX = 8

/** Reads bits of a scan, in which a zero follows each byte of ones. */
class BitReader {
  private at = 0
  private held = 0
  private count = 0
  /** Bytes that were read beyond the end, or beyond a restart. */
  private padding = 0
  private readonly scan: Uint8Array
  constructor(scan: Uint8Array) {
    this.scan = scan
  }

  private fill(): void {
    while (this.count <= 24) {
      const byte = this.scan[this.at]
      // After the end, and before a restart, there are ones.
      if (byte === undefined || (byte === 0xff && this.scan[this.at + 1] !== 0)) {
        this.held = (this.held << 8) | 0xff
        this.padding += 1
        if (this.padding > PADDING_MAX) throw new TypeError('the picture is cut off')
      } else {
        this.held = (this.held << 8) | byte
        this.at += byte === 0xff ? 2 : 1
      }
      this.count += 8
    }
  }

  /** The value of the next code. */
  code(lookup: Uint16Array): number {
    this.fill()
    const found = lookup[(this.held >>> (this.count - 16)) & 0xffff] ?? 0
    if (found === 0) throw new TypeError('a code that no table has')
    this.count -= found >> 8
    return found & 255
  }

  take(bits: number): number {
    this.fill()
    this.count -= bits
    return (this.held >>> this.count) & ((1 << bits) - 1)
  }

  skipRestart(): void {
    this.held = 0
    this.count = 0
    this.padding = 0
    const mark = this.scan[this.at + 1] ?? 0
    if (this.scan[this.at] !== 0xff || mark < 0xd0 || mark > 0xd7) {
      throw new TypeError('no restart marker')
    }
    this.at += 2
  }
}

class BitWriter {
  private bytes: Buffer
  private length = 0
  private held = 0
  private count = 0
  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size)
  }

  put(bits: number, length: number): void {
    this.held = (this.held << length) | bits
    this.count += length
    while (this.count >= 8) {
      this.count -= 8
      this.write((this.held >>> this.count) & 0xff)
    }
  }

  private write(byte: number): void {
    if (this.length + 2 > this.bytes.length) {
      this.bytes = Buffer.concat([this.bytes, Buffer.allocUnsafe(this.bytes.length)])
    }
    this.bytes[this.length] = byte
    this.length += 1
    if (byte !== 0xff) return
    this.bytes[this.length] = 0
    this.length += 1
  }

  /** Fills the last byte with ones (T.81 §F.1.2.3). */
  private align(): void {
    if (this.count > 0) this.put(0xff >> this.count, 8 - this.count)
    this.held = 0
  }

  restart(number: number): void {
    this.align()
    this.write(0)
    this.bytes[this.length - 1] = 0xff
    this.write(0xd0 + number)
  }

  end(): Uint8Array {
    this.align()
    return this.bytes.subarray(0, this.length)
  }
}
