import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { checkedImage } from './check-image.ts'

const canvas = createCanvas(40, 30)
const PNG = canvas.toBuffer('image/png')
const JPEG = canvas.toBuffer('image/jpeg')

/** The markers of a JPEG's picture and of its end. */
const SCAN = Buffer.from([0xff, 0xda])
const END_OF_JPEG = Buffer.from([0xff, 0xd9])

/** A bitmap of 2 by 1 pixels with 24 bits each. */
const BMP = Buffer.alloc(62)
BMP.write('BM', 'latin1')
BMP.writeUInt32LE(62, 2)
BMP.writeUInt32LE(54, 10)
BMP.writeUInt32LE(40, 14)
BMP.writeInt32LE(2, 18)
BMP.writeInt32LE(1, 22)
BMP.writeUInt16LE(24, 28)

/** A JPEG with another one in it, as cameras add a thumbnail. */
const WITH_THUMBNAIL = Buffer.concat([
  JPEG.subarray(0, 2),
  Buffer.from([0xff, 0xe1, (JPEG.length + 2) >> 8, (JPEG.length + 2) & 0xff]),
  JPEG,
  JPEG.subarray(2),
])

/** A JPEG whose scan has bytes that look like markers. */
function noisy(): Buffer {
  const large = createCanvas(200, 200)
  const context = large.getContext('2d')
  for (let at = 0; at < 40_000; at += 1) {
    context.fillStyle = `hsl(${(at * 7919) % 360} 90% ${(at * 104_729) % 100}%)`
    context.fillRect(at % 200, Math.floor(at / 200), 1, 1)
  }
  return large.toBuffer('image/jpeg', 100)
}

/** A bitmap with more lines than bytes, because they are compressed. */
const COMPRESSED = Buffer.from(BMP)
COMPRESSED.writeInt32LE(30, 22)
COMPRESSED.writeUInt32LE(1, 30)

test.each([
  ['image/jpeg', noisy()],
  ['image/bmp', COMPRESSED],
  ['image/jpeg', WITH_THUMBNAIL],
  ['image/png', PNG],
  ['image/jpeg', JPEG],
  ['image/jpeg', Buffer.concat([JPEG, Buffer.alloc(100_000)])],
  ['image/bmp', BMP],
])('%s is taken as it is (PHONEBOOK-24, PHONEBOOK-25)', (type, bytes) => {
  expect(checkedImage(bytes)).toEqual({ type, bytes })
})

/** A PNG whose header says that it has this many pixels. */
function bomb(width: number, height: number): Buffer {
  const bytes = Buffer.from(PNG)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

/** A PNG chunk; nobody checks its checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
}

/** The head of a PNG up to its first chunk after `IHDR`. */
const HEAD = PNG.subarray(0, 33)

/** A BMP whose header says nothing of the size of the file, or how high it is. */
function bitmap(size: number, height: number): Buffer {
  const bytes = Buffer.from(BMP)
  bytes.writeUInt32LE(size, 2)
  bytes.writeInt32LE(height, 22)
  return bytes
}

test('a bitmap from the top down is taken', () => {
  expect(checkedImage(bitmap(62, -1)).type).toBe('image/bmp')
})

test.each<[string, Buffer, string]>([
  ['a GIF', Buffer.from('GIF89a, and more'), 'not a JPEG, PNG or BMP'],
  ['nothing', Buffer.alloc(0), 'not a JPEG, PNG or BMP'],
  ['half a PNG', PNG.subarray(0, PNG.length - 20), 'cut off'],
  ['a PNG without its last chunk', PNG.subarray(0, PNG.length - 6), 'cut off'],
  [
    'a JPEG without a picture',
    Buffer.concat([JPEG.subarray(0, JPEG.lastIndexOf(SCAN)), END_OF_JPEG]),
    'cut off',
  ],
  ['half a JPEG', JPEG.subarray(0, JPEG.length - 20), 'cut off'],
  [
    'half a JPEG with a whole thumbnail',
    WITH_THUMBNAIL.subarray(0, WITH_THUMBNAIL.length - 20),
    'cut off',
  ],
  ['half a BMP', BMP.subarray(0, 58), 'cut off'],
  ['the start of a PNG', PNG.subarray(0, 4), 'damaged'],
  ['the start of a JPEG', JPEG.subarray(0, 2), 'damaged'],
  ['a PNG of a billion pixels', bomb(50_000, 20_000), 'pixels'],
  ['a PNG without pixels', bomb(0, 0), 'damaged'],
  ['a PNG of lines without length', bomb(0, 30), 'damaged'],
  ['a PNG without lines', bomb(40, 0), 'damaged'],
  [
    'an animated PNG',
    Buffer.concat([HEAD, chunk('acTL', Buffer.alloc(8)), PNG.subarray(33)]),
    'animated',
  ],
  [
    'half a PNG that mentions its end',
    Buffer.concat([PNG.subarray(0, 60), Buffer.from('IEND')]),
    'cut off',
  ],
  ['a PNG without a picture', Buffer.concat([HEAD, chunk('IEND', Buffer.alloc(0))]), 'cut off'],
  [
    'a PNG whose chunk is longer than the file',
    Buffer.concat([HEAD, Buffer.from([255, 255, 255, 255]), PNG.subarray(37)]),
    'cut off',
  ],
  ['half a BMP that does not tell its size', bitmap(0, -1).subarray(0, 58), 'cut off'],
  ['a BMP that is higher than its pixels', bitmap(62, 2), 'cut off'],
  ['the start of a BMP', BMP.subarray(0, 30), 'cut off'],
  [
    'an SVG with a script',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    'not a JPEG, PNG or BMP',
  ],
  ['21 MB', Buffer.concat([PNG, Buffer.alloc(21_000_000)]), 'larger than 20 MB'],
])('%s is refused (PHONEBOOK-23, PHONEBOOK-25)', (_, bytes, words) => {
  expect(() => checkedImage(bytes)).toThrow(words)
})
