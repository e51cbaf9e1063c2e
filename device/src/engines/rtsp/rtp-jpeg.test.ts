import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { readJpeg } from '../jpeg/read-jpeg.ts'
import { withStandardTables } from '../jpeg/standard-tables.ts'
import { payloadsOf } from './rtp-jpeg.ts'

function picture(width: number, height: number): Uint8Array {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  for (let at = 0; at < 300; at += 1) {
    context.fillStyle = `hsl(${at * 11} 80% ${(at * 7) % 100}%)`
    context.fillRect((at * 89) % width, (at * 41) % height, 30, 20)
  }
  return withStandardTables(canvas.encodeSync('jpeg', 80))
}

test('payloads have the offsets of their parts, and the first one the tables (RFC 2435 §3.1)', () => {
  const jpeg = picture(640, 360)
  const { scan, quantisation } = readJpeg(jpeg)
  const payloads = payloadsOf(jpeg)
  expect(payloads.length).toBeGreaterThan(5)
  expect(Math.max(...payloads.map(({ length }) => length))).toBeLessThanOrEqual(1400)
  const [first] = payloads
  // Type 1 is 4:2:0; Q 255: the tables follow; the size in blocks of 8.
  expect(Array.from(first?.subarray(0, 8) ?? [])).toEqual([0, 0, 0, 0, 1, 255, 80, 45])
  expect(Array.from(first?.subarray(8, 12) ?? [])).toEqual([0, 0, 0, 128])
  const tables = [quantisation.get(0) ?? [], quantisation.get(1) ?? []].map((one) =>
    Buffer.from(one),
  )
  expect(first?.subarray(12, 140)).toEqual(Buffer.concat(tables))
  let offset = 0
  const parts = payloads.map((payload, index) => {
    expect(payload.readUInt32BE(0)).toBe(offset)
    const part = payload.subarray(index === 0 ? 140 : 8)
    offset += part.length
    return part
  })
  expect(Buffer.concat(parts)).toEqual(Buffer.from(scan))
})

test('restart intervals have a header of their own (RFC 2435 §3.1.7)', () => {
  const plain = Buffer.from(picture(64, 64))
  // The interval is declared; one unit more than there are needs no marker in the scan.
  const segment = Buffer.from([0xff, 0xdd, 0, 4, 0, 17])
  const declared = Buffer.concat([plain.subarray(0, 2), segment, plain.subarray(2)])
  const [first] = payloadsOf(declared)
  expect(first?.[4]).toBe(65)
  expect(Array.from(first?.subarray(8, 12) ?? [])).toEqual([0, 17, 0xff, 0xff])
})

test('a picture that is larger than the format allows is refused', () => {
  expect(() => payloadsOf(picture(2048, 64))).toThrow('too large for RTP')
})
