import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { readJpeg } from './read-jpeg.ts'
import { STANDARD, withStandardTables } from './standard-tables.ts'

/** A picture with much detail. */
function picture(width: number, height: number, quality: number): Buffer {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  for (let at = 0; at < 400; at += 1) {
    context.fillStyle = `hsl(${at * 7} ${(at * 13) % 100}% ${(at * 29) % 100}%)`
    context.fillRect((at * 97) % width, (at * 53) % height, 5 + (at % 40), 3 + (at % 23))
  }
  return canvas.encodeSync('jpeg', quality)
}

async function pixelsOf(jpeg: Uint8Array): Promise<Buffer> {
  const image = await loadImage(Buffer.from(jpeg))
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  return Buffer.from(canvas.getContext('2d').getImageData(0, 0, image.width, image.height).data)
}

test.each([
  [640, 360, 70],
  [320, 240, 1],
  [176, 144, 100],
  // Units at the edges are filled up.
  [600, 800, 40],
])('a picture of %i × %i in quality %i keeps every pixel', async (width, height, quality) => {
  const before = picture(width, height, quality)
  const after = withStandardTables(before)
  const read = readJpeg(after)
  expect([read.width, read.height]).toEqual([width, height])
  expect(read.components.map(({ dc, ac }) => [dc, ac])).toEqual([
    [0, 0],
    [1, 1],
    [1, 1],
  ])
  for (const index of [0, 1]) {
    expect(Buffer.from(read.ac.get(index)?.values ?? [])).toEqual(
      Buffer.from(STANDARD.ac[index]?.values ?? []),
    )
  }
  expect((await pixelsOf(after)).equals(await pixelsOf(before))).toBe(true)
})

test('the encoder’s own tables are others, or all this would be needless', () => {
  const { ac } = readJpeg(picture(320, 240, 70))
  expect(ac.get(0)?.values.length).toBeLessThan(162)
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ['a start alone', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
  ['a head that is cut off', picture(64, 64, 50).subarray(0, 200)],
  ['a picture that is cut off', picture(640, 360, 50).subarray(0, 5000)],
])('%s is refused', (_, bytes) => {
  expect(() => withStandardTables(bytes)).toThrow(TypeError)
})

test('a picture that is broken anywhere is refused or read, and never hangs', () => {
  const whole = picture(64, 64, 50)
  for (let at = 2; at < whole.length; at += 3) {
    const broken = Buffer.from(whole)
    broken[at] = (broken[at] ?? 0) ^ 0x5a
    try {
      withStandardTables(broken)
    } catch (error) {
      expect(error).toBeInstanceOf(Error)
    }
  }
})
