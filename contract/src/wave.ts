/** Bytes before the samples of a file with such a head. */
export const WAVE_HEAD = 44
/** The largest 16-bit sample. */
const FULL = 32_767

/** How samples are stored. */
export interface WaveFormat {
  channels?: number
  /** Bytes of one sample. */
  width?: number
  /** The number of the encoding: 1 for PCM (RFC 2361). */
  tag?: number
}

/**
 * The head of a RIFF WAVE file; by default of one with 16-bit PCM, one channel.
 * @param bytes of the samples that follow
 * @param rate samples a second
 */
export function waveHead(
  bytes: number,
  rate: number,
  { channels = 1, width = 2, tag = 1 }: WaveFormat = {},
): Uint8Array<ArrayBuffer> {
  const head = new DataView(new ArrayBuffer(WAVE_HEAD))
  const write = (at: number, text: string) =>
    Array.from(text, (sign, index) => head.setUint8(at + index, sign.charCodeAt(0)))
  const frame = channels * width
  write(0, 'RIFF')
  head.setUint32(4, WAVE_HEAD - 8 + bytes, true)
  write(8, 'WAVEfmt ')
  head.setUint32(16, 16, true)
  head.setUint16(20, tag, true)
  head.setUint16(22, channels, true)
  head.setUint32(24, rate, true)
  head.setUint32(28, rate * frame, true)
  head.setUint16(32, frame, true)
  head.setUint16(34, 8 * width, true)
  write(36, 'data')
  head.setUint32(40, bytes, true)
  return new Uint8Array(head.buffer)
}

/**
 * Samples as 16-bit PCM, little-endian.
 * @param samples from -1 to 1; louder ones are cut off
 */
export function pcm16(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(2 * samples.length))
  for (let index = 0; index < samples.length; index += 1) {
    const sample = Math.max(-1, Math.min(1, samples[index] ?? 0))
    view.setInt16(2 * index, Math.round(sample * FULL), true)
  }
  return new Uint8Array(view.buffer)
}

/**
 * A RIFF WAVE file with 16-bit PCM, one channel.
 * @param samples from -1 to 1; louder ones are cut off
 * @param rate samples a second
 */
export function waveFile(samples: Float32Array, rate: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(WAVE_HEAD + 2 * samples.length)
  file.set(waveHead(2 * samples.length, rate))
  file.set(pcm16(samples), WAVE_HEAD)
  return file
}
