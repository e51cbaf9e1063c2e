import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { checkedImage } from './check-image.ts'

const canvas = createCanvas(40, 30)
const PNG = canvas.toBuffer('image/png')
const JPEG = canvas.toBuffer('image/jpeg')

/** A bitmap of 2 by 1 pixels with 24 bits each. */
const BMP = Buffer.alloc(62)
BMP.write('BM', 'latin1')
BMP.writeUInt32LE(62, 2)
BMP.writeUInt32LE(54, 10)
BMP.writeUInt32LE(40, 14)
BMP.writeInt32LE(2, 18)
BMP.writeInt32LE(1, 22)

test.each([
  ['image/png', PNG],
  ['image/jpeg', JPEG],
  ['image/jpeg', Buffer.concat([JPEG, Buffer.alloc(1000)])],
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

test.each<[string, Buffer, string]>([
  ['a GIF', Buffer.from('GIF89a, and more'), 'not a JPEG, PNG or BMP'],
  ['nothing', Buffer.alloc(0), 'not a JPEG, PNG or BMP'],
  ['half a PNG', PNG.subarray(0, PNG.length - 20), 'cut off'],
  ['half a JPEG', JPEG.subarray(0, JPEG.length - 20), 'cut off'],
  ['half a BMP', BMP.subarray(0, 58), 'cut off'],
  ['the start of a PNG', PNG.subarray(0, 4), 'damaged'],
  ['the start of a JPEG', JPEG.subarray(0, 2), 'damaged'],
  ['a PNG of a billion pixels', bomb(50_000, 20_000), 'pixels'],
  ['21 MB', Buffer.concat([PNG, Buffer.alloc(21_000_000)]), 'larger than 20 MB'],
])('%s is refused (PHONEBOOK-23, PHONEBOOK-25)', (_, bytes, words) => {
  expect(() => checkedImage(bytes)).toThrow(words)
})
