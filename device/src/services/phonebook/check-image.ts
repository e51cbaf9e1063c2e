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
  if (width * height > PIXELS_MAX) {
    throw new Refusal('invalid', `The image has more than ${PIXELS_MAX / 1e6} million pixels.`)
  }
  if (!IS_WHOLE[type](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))) throw broken()
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

/** Whether a file has its end. */
const IS_WHOLE: Record<ImageType, (bytes: Buffer) => boolean> = {
  'image/png': (bytes) => bytes.includes('IEND', Math.max(0, bytes.length - 64), 'latin1'),
  'image/jpeg': (bytes) => bytes.lastIndexOf(END_OF_JPEG) >= Math.max(0, bytes.length - JPEG_TAIL),
  'image/bmp': (bytes) => bytes.length >= bytes.readUInt32LE(2),
}

const END_OF_JPEG = Buffer.from([0xff, 0xd9])
