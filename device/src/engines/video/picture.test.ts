import { createCanvas, loadImage } from '@napi-rs/canvas'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canWrite, widthOf, write } from './letters.ts'
import { lightAt, lightOf } from './light.ts'
import { DEFAULT_OVERLAY, DEFAULT_SETTINGS, FREE_LENS } from './orders.ts'
import type { PictureSettings } from './orders.ts'
import { createPicture } from './picture.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const COVERED = { covered: true, lux: null }
const HOUR = 3_600_000

/** Width and height in a JPEG's frame header (ITU-T T.81 §B.2.2). */
function sizeOf(jpeg: Uint8Array): [width: number, height: number] {
  const bytes = Buffer.from(jpeg)
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (bytes[at + 1] === 0xc0) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
  }
  throw new Error('no frame header')
}

test.each([
  [640, 480],
  [176, 144],
  [480, 640],
])('a picture of %i by %i is a JPEG of that size', (width, height) => {
  const jpeg = createPicture(width, height).draw(NOON, 'Gate', 70)
  expect(Buffer.from(jpeg.subarray(0, 3)).toString('hex')).toBe('ffd8ff')
  expect(sizeOf(jpeg)).toEqual([width, height])
})

test('the scene moves, and the same moment always looks the same', () => {
  const picture = createPicture(320, 240)
  const at = (time: number) => Buffer.from(picture.draw(time, 'Gate', 70))
  expect(at(NOON).equals(at(NOON + 400))).toBe(false)
  expect(createPicture(320, 240).draw(NOON, 'Gate', 70)).toEqual(at(NOON))
  expect(at(NOON).equals(at(NOON + 12 * HOUR))).toBe(false)
})

test('a moment is drawn once for all qualities, and again when anything else changes', () => {
  const fresh = (...args: Parameters<ReturnType<typeof createPicture>['draw']>) =>
    createPicture(320, 240).draw(...args)
  const picture = createPicture(320, 240)
  picture.draw(NOON, 'Gate', 70)
  expect(picture.draw(NOON + 10, 'Gate', 30)).toEqual(fresh(NOON, 'Gate', 30))
  expect(picture.draw(NOON + 10, 'Yard', 30)).toEqual(fresh(NOON + 10, 'Yard', 30))
  const turned = { ...DEFAULT_SETTINGS, upsideDown: true }
  expect(picture.draw(NOON + 10, 'Yard', 30, turned)).toEqual(fresh(NOON + 10, 'Yard', 30, turned))
  expect(picture.draw(NOON + 70, 'Yard', 30)).toEqual(fresh(NOON + 70, 'Yard', 30))
})

test('more compression produces smaller pictures', () => {
  const picture = createPicture(320, 240)
  const sizes = [90, 60, 20, 1].map((quality) => picture.draw(NOON, 'Gate', quality).length)
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
})

/** Red, green and blue of every pixel below the caption. */
async function pixelsOf(settings: Partial<PictureSettings>): Promise<number[][]> {
  const jpeg = createPicture(320, 240).draw(NOON, 'Gate', 95, { ...DEFAULT_SETTINGS, ...settings })
  const canvas = createCanvas(320, 240)
  const context = canvas.getContext('2d')
  context.drawImage(await loadImage(Buffer.from(jpeg)), 0, 0)
  const { data } = context.getImageData(0, 20, 320, 200)
  return Array.from({ length: data.length / 4 }, (_, at) =>
    Array.from(data.subarray(at * 4, at * 4 + 3)),
  )
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const brightnessOf = (pixels: number[][]) => mean(pixels.flat())
const colourOf = (pixels: number[][]) =>
  mean(pixels.map((pixel) => Math.max(...pixel) - Math.min(...pixel)))
function contrastOf(pixels: number[][]) {
  const middle = brightnessOf(pixels)
  return mean(pixels.map((pixel) => Math.abs(mean(pixel) - middle)))
}

test('brightness, contrast and saturation change the picture in both directions', async () => {
  const plain = await pixelsOf({})
  for (const [name, measure] of [
    ['brightness', brightnessOf],
    ['contrast', contrastOf],
    ['saturation', colourOf],
  ] as const) {
    expect(measure(await pixelsOf({ [name]: 80 }))).toBeGreaterThan(measure(plain) * 1.1)
    expect(measure(await pixelsOf({ [name]: 20 }))).toBeLessThan(measure(plain) * 0.9)
  }
  expect(colourOf(await pixelsOf({ saturation: 0 }))).toBeLessThan(3)
})

test('a picture is rotated and mirrored as a whole', async () => {
  const plain = await pixelsOf({})
  const difference = (one: number[][], other: number[][]) =>
    mean(one.map((pixel, at) => Math.abs(mean(pixel) - mean(other[at] ?? []))))
  const rows = Array.from({ length: 200 }, (_, row) => plain.slice(row * 320, (row + 1) * 320))
  const mirrored = rows.flatMap((row) => row.toReversed())
  const turned = plain.toReversed()
  expect(difference(mirrored, plain)).toBeGreaterThan(10)
  expect(difference(await pixelsOf({ mirrored: true }), mirrored)).toBeLessThan(4)
  expect(difference(await pixelsOf({ upsideDown: true }), turned)).toBeLessThan(4)
  expect(
    difference(await pixelsOf({ mirrored: true, upsideDown: true }), rows.toReversed().flat()),
  ).toBeLessThan(4)
})

test('the font has every printable ASCII character and the accents of European languages', () => {
  const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
  expect(canWrite(ascii)).toBe(true)
  expect(canWrite('Türsprechstelle Größe ÀÉÎõñçąőžů')).toBe(true)
  expect(canWrite('玄関')).toBe(false)
})

test('each character looks different', () => {
  const marks = new Set<string>()
  for (let code = 33; code < 127; code += 1) {
    const canvas = createCanvas(40, 60)
    const context = canvas.getContext('2d')
    context.lineWidth = 2
    write(context, String.fromCharCode(code), 8, 2, 50)
    marks.add(canvas.toDataURL())
  }
  expect(marks.size).toBe(94)
})

test('a clock in it keeps its width', () => {
  expect(widthOf('2026-11-20 11:11:11', 20)).toBeCloseTo(widthOf('2028-08-28 08:58:00', 20))
})

test('the light stays between night and day at any hour, without a jump', () => {
  expect(lightAt(12).lamps).toBe(0)
  expect(lightAt(23).lamps).toBe(1)
  fc.assert(
    fc.property(fc.double({ min: 0, max: 23.99, noNaN: true }), (hour) => {
      const [one, next] = [lightAt(hour), lightAt(hour + 0.01)]
      expect(one.lamps).toBeGreaterThanOrEqual(0)
      expect(one.lamps).toBeLessThanOrEqual(1)
      for (const index of [0, 1, 2] as const) {
        expect(Math.abs(one.tint[index] - next.tint[index])).toBeLessThan(3)
      }
    }),
  )
})

test('a covered lens makes the picture dark, and the night does not', () => {
  const picture = createPicture(160, 90)
  for (let hour = 0; hour < 24; hour += 1) {
    expect(picture.darkness(NOON + hour * HOUR, FREE_LENS)).toBeLessThan(0.85)
    expect(picture.darkness(NOON + hour * HOUR, COVERED)).toBe(1)
  }
  expect(picture.darkness(NOON, FREE_LENS)).toBeLessThan(0.05)
  expect(picture.darkness(NOON + 12 * HOUR, FREE_LENS)).toBeGreaterThan(0.05)
})

test('the picture follows the light, whatever the time of day', async () => {
  const picture = createPicture(160, 90)
  const dark = (lux: number | null) => picture.darkness(NOON, { covered: false, lux })
  expect(dark(100_000)).toBe(dark(null))
  expect(dark(0)).toBe(1)
  const shares = [100_000, 5_000, 400, 60, 2, 0.5, 0].map(dark)
  expect(shares).toEqual(shares.toSorted((one, other) => one - other))
  expect(lightOf(2)).toEqual(lightAt(0))
  // A picture of the same moment in another light is another one.
  const day = Buffer.from(picture.draw(NOON, '', 70))
  const night = picture.draw(NOON, '', 70, DEFAULT_SETTINGS, { covered: false, lux: 1 })
  expect(Buffer.from(night).equals(day)).toBe(false)
})

test('viewers see the cover too, and the picture again when it is gone', () => {
  const picture = createPicture(320, 240)
  const open = Buffer.from(picture.draw(NOON, 'Gate', 70))
  const dark = picture.draw(NOON, 'Gate', 70, DEFAULT_SETTINGS, COVERED)
  expect(dark.length).toBeLessThan(open.length / 2)
  expect(Buffer.from(picture.draw(NOON, 'Gate', 70)).equals(open)).toBe(true)
})

/** The mean brightness of the lines of a picture from one on, 0 to 255. */
async function bandOf(overlay: Partial<typeof DEFAULT_OVERLAY>, name: string, from: number) {
  const shown = { ...DEFAULT_OVERLAY, ...overlay }
  const jpeg = createPicture(320, 240).draw(NOON, name, 95, DEFAULT_SETTINGS, FREE_LENS, shown)
  const context = createCanvas(320, 240).getContext('2d')
  context.drawImage(await loadImage(Buffer.from(jpeg)), 0, 0)
  return mean(Array.from(context.getImageData(0, from, 320, 6).data))
}

test('the overlay is at the top or at the bottom, and absent when it would be empty', async () => {
  const nothing = { date: false, clock: false }
  const [plainTop, plainBottom] = [await bandOf(nothing, '', 0), await bandOf(nothing, '', 232)]
  expect(await bandOf({}, 'Gate', 0)).toBeLessThan(plainTop * 0.9)
  expect(await bandOf({}, 'Gate', 232)).toBeCloseTo(plainBottom, 0)
  expect(await bandOf({ bottom: true }, 'Gate', 0)).toBeCloseTo(plainTop, 0)
  expect(await bandOf({ bottom: true }, 'Gate', 232)).toBeLessThan(plainBottom * 0.9)
  expect(await bandOf({ date: false }, '', 0)).toBeLessThan(plainTop * 0.9)
})

test('a text, a date and a time are shown each for itself', () => {
  const drawn = (name: string, overlay: Partial<typeof DEFAULT_OVERLAY>) =>
    Buffer.from(
      createPicture(320, 240).draw(NOON, name, 70, DEFAULT_SETTINGS, FREE_LENS, {
        ...DEFAULT_OVERLAY,
        ...overlay,
      }),
    ).toString('base64')
  const all = [
    drawn('Gate', {}),
    drawn('', {}),
    drawn('Gate', { date: false }),
    drawn('Gate', { clock: false }),
    drawn('Gate', { date: false, clock: false }),
  ]
  expect(new Set(all).size).toBe(all.length)
})
