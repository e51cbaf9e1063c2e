/**
 * G.722 at 64 kbit/s (ITU-T G.722, 09/2012). Names of blocks and tables are the recommendation's.
 * No package on npm has this codec.
 */

const QMF = [3, -11, 12, 32, -210, 951, 3876, -805, 362, -156, 53, -11]
/** The factors of the inputs in turn: those of one sum, and in reverse order those of the other. */
const QMF_PAIRS = Int32Array.from(QMF.flatMap((one, index) => [one, QMF[11 - index] ?? 0]))

/** Decision levels of the low band. */
const Q6 = Int32Array.from([
  0, 35, 72, 110, 150, 190, 233, 276, 323, 370, 422, 473, 530, 587, 650, 714, 786, 858, 940, 1023,
  1121, 1219, 1339, 1458, 1612, 1765, 1980, 2195, 2557, 2919,
])
/** Output codes of the low band for negative and other differences, by decision level. */
const ILN = Int32Array.from({ length: 31 }, (_, level) => (level < 3 ? 64 - level : 34 - level))
const ILP = Int32Array.from({ length: 31 }, (_, level) => 62 - level)
/** Quantised differences by code: 6 bits for the output, 4 bits for the predictor of the low band, 2 of the high band. */
const QM6 = Int32Array.from([
  -136, -136, -136, -136, -24808, -21904, -19008, -16704, -14984, -13512, -12280, -11192, -10232,
  -9360, -8576, -7856, -7192, -6576, -6000, -5456, -4944, -4464, -4008, -3576, -3168, -2776, -2400,
  -2032, -1688, -1360, -1040, -728, 24808, 21904, 19008, 16704, 14984, 13512, 12280, 11192, 10232,
  9360, 8576, 7856, 7192, 6576, 6000, 5456, 4944, 4464, 4008, 3576, 3168, 2776, 2400, 2032, 1688,
  1360, 1040, 728, 432, 136, -432, -136,
])
const QM4 = Int32Array.from([
  0, -20456, -12896, -8968, -6288, -4240, -2584, -1200, 20456, 12896, 8968, 6288, 4240, 2584, 1200,
  0,
])
const QM2 = Int32Array.from([-7408, -1616, 7408, 1616])
/** Changes of the logarithmic scale factor, by code. */
const WL = Int32Array.from([
  -60, 3042, 1198, 538, 334, 172, 58, -30, 3042, 1198, 538, 334, 172, 58, -30, -60,
])
const WH = Int32Array.from([798, -214, 798, -214])
/** The inverse logarithm, 2^(i/32) in 11 bits. */
const ILB = Int32Array.from({ length: 32 }, (_, index) => Math.round(2048 * 2 ** (index / 32)))

const saturate = (value: number): number =>
  value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value

const at = (values: Int32Array, index: number): number => values[index] ?? 0

/** The adaptive predictor and scale factor of one band. */
class Band {
  /** The predicted value. */
  s = 0
  /** The scale factor of the quantiser. */
  det: number
  private nb = 0
  private sz = 0
  private r1 = 0
  private r2 = 0
  private a1 = 0
  private a2 = 0
  private p1 = 0
  private p2 = 0
  private readonly b = new Int32Array(6)
  /** The last differences, the newest first, doubled as the filter takes them. */
  private readonly d = new Int32Array(6)
  private readonly limit: number
  private readonly shift: number

  /** @param low The low band; otherwise the high band. */
  constructor(low: boolean) {
    this.det = low ? 32 : 8
    this.limit = low ? 18_432 : 22_528
    this.shift = low ? 8 : 10
  }

  /** Adapts to a quantised difference (blocks LOGSCL to SCALEH, then block 4). */
  adapt(difference: number, change: number): void {
    this.scale(change)
    const { r1, p1, p2, a1, b, d } = this
    const r = saturate(this.s + difference)
    const p = saturate(this.sz + difference)
    const sameAs1 = (p ^ p1) >= 0

    // UPPOL2 and UPPOL1: the pole section.
    const turn = saturate(a1 * 4)
    const second =
      (Math.min(sameAs1 ? -turn : turn, 32_767) >> 7) +
      ((p ^ p2) >= 0 ? 128 : -128) +
      ((this.a2 * 32_512) >> 15)
    this.a2 = Math.max(-12_288, Math.min(12_288, second))
    const bound = saturate(15_360 - this.a2)
    const first = saturate((sameAs1 ? 192 : -192) + ((a1 * 32_640) >> 15))
    this.a1 = Math.max(-bound, Math.min(bound, first))

    // UPZERO, DELAYA and FILTEZ: the zero section.
    const step = difference === 0 ? 0 : 128
    const doubled = saturate(2 * difference)
    let sum = 0
    let past = at(d, 5)
    for (let index = 5; index >= 0; index -= 1) {
      // Never saturates: it stays within ±128 × 256.
      const weight = ((past ^ doubled) >= 0 ? step : -step) + (Math.imul(at(b, index), 255) >> 8)
      b[index] = weight
      past = index === 0 ? doubled : at(d, index - 1)
      d[index] = past
      sum = (sum + (Math.imul(weight, past) >> 15)) | 0
    }
    this.sz = saturate(sum)

    // FILTEP and PREDIC.
    this.r2 = r1
    this.r1 = r
    this.p2 = p1
    this.p1 = p
    const sp = saturate(
      ((this.a1 * saturate(2 * r)) >> 15) + ((this.a2 * saturate(2 * this.r2)) >> 15),
    )
    this.s = saturate(sp + this.sz)
  }

  private scale(change: number): void {
    this.nb = Math.max(0, Math.min(this.limit, ((this.nb * 127) >> 7) + change))
    const shift = this.shift - (this.nb >> 11)
    const mantissa = at(ILB, (this.nb >> 6) & 31)
    this.det = (shift < 0 ? mantissa << -shift : mantissa >> shift) << 2
  }
}

/** The last 24 inputs of the QMF, written twice so that they can be read in one run. */
class History {
  even = 0
  odd = 0
  private readonly values = new Int32Array(48)
  private next = 0

  push(first: number, second: number): void {
    const { values, next } = this
    values[next] = first
    values[next + 1] = second
    values[next + 24] = first
    values[next + 25] = second
    this.next = next === 22 ? 0 : next + 2
  }

  /** The sums over every other value, starting with the oldest and the one after it: `even` and `odd`. */
  filter(): void {
    const { values, next: from } = this
    let even = 0
    let odd = 0
    // Without `| 0` V8 would check each sum for an overflow.
    for (let index = 0; index < 24; index += 2) {
      even = (even + Math.imul(at(values, from + index), at(QMF_PAIRS, index))) | 0
      odd = (odd + Math.imul(at(values, from + index + 1), at(QMF_PAIRS, index + 1))) | 0
    }
    this.even = even
    this.odd = odd
  }
}

/** By the ratio of a difference to the scale factor, in 4,096ths: the first decision level above it. */
const ABOVE = Uint8Array.from({ length: 2920 }, (_, ratio) => {
  const level = Q6.findIndex((one) => one > ratio)
  return level < 0 ? 30 : level
})

/** The first decision level that a difference stays below (block QUANTL). */
function levelOf(size: number, det: number): number {
  // The levels are rounded down, so it may be a later one.
  let level = ABOVE[Math.min(((size * 4096) / det) | 0, 2919)] ?? 30
  while (level < 30 && size >= (at(Q6, level) * det) >> 12) level += 1
  return level
}

/** @returns an encoder of one stream: pairs of samples at 16 kHz in, a byte for each pair out */
export function createG722Encoder(): (samples: Int16Array) => Uint8Array {
  const low = new Band(true)
  const high = new Band(false)
  const history = new History()

  function encodeLow(value: number): number {
    const error = saturate(value - low.s)
    const size = error >= 0 ? error : -(error + 1)
    const code = at(error < 0 ? ILN : ILP, levelOf(size, low.det))
    low.adapt((low.det * at(QM4, code >> 2)) >> 15, at(WL, code >> 2))
    return code
  }

  function encodeHigh(value: number): number {
    const error = saturate(value - high.s)
    const size = error >= 0 ? error : -(error + 1)
    const small = size < (564 * high.det) >> 12
    const code = (error < 0 ? 0 : 2) + (small ? 1 : 0)
    high.adapt((high.det * at(QM2, code)) >> 15, at(WH, code))
    return code
  }

  return (samples) => {
    const bytes = new Uint8Array(samples.length >> 1)
    for (let index = 0; index < bytes.length; index += 1) {
      history.push(samples[2 * index] ?? 0, samples[2 * index + 1] ?? 0)
      history.filter()
      const { even, odd } = history
      const code = encodeLow((odd + even) >> 14)
      bytes[index] = (encodeHigh((odd - even) >> 14) << 6) | code
    }
    return bytes
  }
}

const limit = (value: number): number => Math.max(-16_384, Math.min(16_383, value))

/** @returns a decoder of one stream: two samples at 16 kHz for each byte */
export function createG722Decoder(): (bytes: Uint8Array) => Int16Array {
  const low = new Band(true)
  const high = new Band(false)
  const history = new History()

  return (bytes) => {
    const samples = new Int16Array(2 * bytes.length)
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index] ?? 0
      const code = byte & 63
      const lower = limit(low.s + ((low.det * at(QM6, code)) >> 15))
      low.adapt((low.det * at(QM4, code >> 2)) >> 15, at(WL, code >> 2))
      const difference = (high.det * at(QM2, byte >> 6)) >> 15
      const upper = limit(high.s + difference)
      high.adapt(difference, at(WH, byte >> 6))
      history.push(lower + upper, lower - upper)
      history.filter()
      samples[2 * index] = saturate(history.odd >> 11)
      samples[2 * index + 1] = saturate(history.even >> 11)
    }
    return samples
  }
}
