import { Refusal } from '@lintel/contract/fault'
import { IMAGE_MAX, imageTypeOf } from '@lintel/contract/rules/phonebook'
import type { ImageType } from '@lintel/contract/rules/phonebook'
import { imageSize } from 'image-size'
import type { StoredImage } from '../../state/phonebook/images.ts'

/**
 * The most pixels of an image: a browser takes four bytes for each, whatever the size of the file.
 */
const PIXELS_MAX = 50_000_000

/**
 * An uploaded image, checked by its content.
 * @throws Refusal `tooLarge` or `invalid` for what browsers and displays can't show
 */
export function checkedImage(bytes: Uint8Array): StoredImage {
  if (bytes.length > IMAGE_MAX) throw new Refusal('tooLarge', 'The image is larger than 20 MB.')
  const type = imageTypeOf(bytes)
  if (!type) throw new Refusal('invalid', 'The file is not a JPEG, PNG or BMP image.')
  const { width, height } = dimensionsOf(bytes)
  if (width < 1 || height < 1) throw broken()
  if (width * height > PIXELS_MAX) {
    throw new Refusal('invalid', `The image has more than ${PIXELS_MAX / 1e6} million pixels.`)
  }
  CHECKS[type](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  return { type, bytes }
}

const broken = () => new Refusal('invalid', 'The image is damaged or cut off.')

function dimensionsOf(bytes: Uint8Array): { width: number; height: number } {
  try {
    return imageSize(bytes)
  } catch {
    throw broken()
  }
}

/** Each throws a Refusal for what is cut off or more than one picture. */
const CHECKS: Record<ImageType, (bytes: Buffer) => void> = {
  'image/png': (bytes) => {
    const chunks = chunksOf(bytes)
    if (!chunks.includes('IDAT') || chunks.at(-1) !== 'IEND') throw broken()
    if (chunks.includes('acTL')) throw new Refusal('invalid', 'The image is animated.')
  },
  'image/jpeg': (bytes) => {
    if (!hasWholeScan(bytes)) throw broken()
  },
  'image/bmp': (bytes) => {
    if (bytes.length < BMP_HEAD || bytes.length < bytes.readUInt32LE(2)) throw broken()
    const uncompressed = [0, 3].includes(bytes.readUInt32LE(30))
    const bits = bytes.readInt32LE(18) * bytes.readUInt16LE(28)
    const pixels = Math.ceil(bits / 32) * 4 * Math.abs(bytes.readInt32LE(22))
    if (uncompressed && bytes.length < bytes.readUInt32LE(10) + pixels) throw broken()
  },
}

/** The bytes of a BMP up to its kind of compression. */
const BMP_HEAD = 34

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/** Whether a byte after 0xff is no marker, or one without a length: those within a scan. */
const isWithinScan = (marker: number): boolean =>
  marker <= 1 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)

/**
 * Whether a JPEG has a scan and its end after it. The end marker alone proves nothing: a thumbnail
 * has one too, and cameras append data of their own.
 */
function hasWholeScan(bytes: Buffer): boolean {
  let scanned = false
  // Byte by byte: hostile files have markers everywhere.
  for (let at = 2; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue
    const marker = bytes.readUInt8(at + 1)
    if (marker === END_OF_IMAGE) return scanned
    if (isWithinScan(marker)) continue
    if (at + 4 > bytes.length) return false
    scanned ||= marker === START_OF_SCAN
    at += 1 + bytes.readUInt16BE(at + 2)
  }
  return false
}

/** What every chunk of a PNG has besides its data: its length, type and checksum. */
const CHUNK_FRAME = 12

/** The types of the whole chunks of a PNG, up to its end. */
function chunksOf(bytes: Buffer): string[] {
  const types: string[] = []
  for (let at = 8; at + CHUNK_FRAME <= bytes.length;) {
    const next = at + CHUNK_FRAME + bytes.readUInt32BE(at)
    if (next > bytes.length) break
    const type = bytes.toString('latin1', at + 4, at + 8)
    types.push(type)
    if (type === 'IEND') break
    at = next
  }
  return types
}
