const HEADER = 44
const FULL = 32_767

/**
 * Encodes mono samples as 16-bit PCM (RIFF WAVE).
 * @param samples from -1 to 1; louder ones are cut off
 * @param rate samples per second
 */
export function waveFile(samples: Float32Array, rate: number): ArrayBuffer {
  const size = 2 * samples.length
  const file = new ArrayBuffer(HEADER + size)
  const view = new DataView(file)
  const text = (at: number, letters: string) => {
    for (let index = 0; index < letters.length; index += 1) {
      view.setUint8(at + index, letters.charCodeAt(index))
    }
  }
  text(0, 'RIFF')
  view.setUint32(4, HEADER - 8 + size, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, 2 * rate, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, size, true)
  samples.forEach((sample, index) => {
    const amplitude = Math.max(-1, Math.min(1, sample))
    view.setInt16(HEADER + 2 * index, Math.round(amplitude * FULL), true)
  })
  return file
}
