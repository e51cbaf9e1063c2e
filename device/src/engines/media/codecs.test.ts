import { expect, test } from 'vitest'
import type { CodecName } from '../sip/types.ts'
import { createDecoder, createEncoder } from './codecs.ts'

/** Decoder output of G.711, tables 1 and 2: 13 bits for the A-law and 14 for the µ-law, here at 16 bits. */
function tableValue(codec: CodecName, code: number): number {
  const value = codec === 'PCMA' ? code ^ 0x55 : code ^ 0xff
  const positive = codec === 'PCMA' ? (value & 0x80) !== 0 : (value & 0x80) === 0
  const segment = (value >> 4) & 7
  const step = 2 * (value & 15) + 33
  const size =
    codec === 'PCMA'
      ? 8 * (segment === 0 ? step - 32 : step << (segment - 1))
      : 4 * ((step << segment) - 33)
  return positive ? size : -size
}

const codes = Uint8Array.from({ length: 256 }, (_, code) => code)

test.each(['PCMA', 'PCMU'] as const)(
  '%s decodes every code as the tables of G.711 say',
  (codec) => {
    const decoded = createDecoder(codec)(codes)
    codes.forEach((code) => expect(decoded[code]).toBe(tableValue(codec, code) + 0))
    // The ends of the tables.
    const [loudest, quietest] = codec === 'PCMA' ? [0xaa, 0xd5] : [0x80, 0xff]
    expect(decoded[loudest]).toBe(codec === 'PCMA' ? 32_256 : 32_124)
    expect(decoded[quietest]).toBe(codec === 'PCMA' ? 8 : 0)
  },
)

/** Half the distance between the decision levels around a code's value. */
function halfStep(codec: CodecName, code: number): number {
  const segment = ((codec === 'PCMA' ? code ^ 0x55 : code ^ 0xff) >> 4) & 7
  return codec === 'PCMA' ? 8 << Math.max(segment - 1, 0) : 4 << segment
}

test.each(['PCMA', 'PCMU'] as const)('%s encodes every sample by its decision levels', (codec) => {
  const samples = Int16Array.from({ length: 65_536 }, (_, index) => index - 32_768)
  const { encode, rate } = createEncoder(codec)
  expect(rate).toBe(8000)
  const loudest = codec === 'PCMA' ? 32_767 : 32_635
  const wrong = Array.from(encode(samples), (code, index) => {
    const sample = Math.max(-loudest, Math.min(loudest, index - 32_768))
    const error = Math.abs(tableValue(codec, code) - sample)
    return error > halfStep(codec, code) ? [sample] : []
  })
  expect(wrong.flat()).toEqual([])
  // Every code is used; of the two zeros of the µ-law only one.
  expect(new Set(encode(samples)).size).toBeGreaterThanOrEqual(255)
})

test('packets of all codecs are as long as RFC 3551 says', () => {
  for (const codec of ['PCMA', 'PCMU', 'G.722'] as const) {
    const { encode, rate } = createEncoder(codec)
    expect(encode(new Int16Array(rate / 50))).toHaveLength(160)
    expect(createDecoder(codec)(new Uint8Array(160))).toHaveLength(rate / 50)
  }
})
