import { WAVE_HEAD, waveHead } from '@lintel/contract/wave'

const FULL = 32_767

/**
 * Encodes mono samples as 16-bit PCM (RIFF WAVE).
 * @param samples from -1 to 1; louder ones are cut off
 * @param rate samples per second
 */
export function waveFile(samples: Float32Array, rate: number): ArrayBuffer {
  const bytes = 2 * samples.length
  const file = new Uint8Array(WAVE_HEAD + bytes)
  file.set(waveHead(bytes, rate))
  const view = new DataView(file.buffer, WAVE_HEAD)
  samples.forEach((sample, index) => {
    const amplitude = Math.max(-1, Math.min(1, sample))
    view.setInt16(2 * index, Math.round(amplitude * FULL), true)
  })
  return file.buffer
}
