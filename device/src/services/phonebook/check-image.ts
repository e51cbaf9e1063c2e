import { Refusal } from '@lintel/contract/fault'
import { IMAGE_MAX, imageTypeOf } from '@lintel/contract/rules/phonebook'
import type { ImageType } from '@lintel/contract/rules/phonebook'
import { imageSize } from 'image-size'
import type { StoredImage } from '../../state/phonebook/images.ts'

/**
 * The most pixels of an image: a browser takes four bytes for each, whatever the size of the file.
 */
const PIXELS_MAX = 50_000_000

/** How far from its end a JPEG may have its end marker: cameras append data of their own. */
const JPEG_TAIL = 65_536

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
    if (bytes.lastIndexOf(END_OF_JPEG) < Math.max(0, bytes.length - JPEG_TAIL)) throw broken()
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

const END_OF_JPEG = Buffer.from([0xff, 0xd9])

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
