/** Bytes before the samples of a file with such a head. */
export const WAVE_HEAD = 44

/**
 * The head of a RIFF WAVE file with 16-bit PCM, one channel.
 * @param bytes of the samples that follow
 * @param rate samples a second
 */
export function waveHead(bytes: number, rate: number): Uint8Array<ArrayBuffer> {
  const head = new DataView(new ArrayBuffer(WAVE_HEAD))
  const write = (at: number, text: string) =>
    Array.from(text, (sign, index) => head.setUint8(at + index, sign.charCodeAt(0)))
  write(0, 'RIFF')
  head.setUint32(4, WAVE_HEAD - 8 + bytes, true)
  write(8, 'WAVEfmt ')
  head.setUint32(16, 16, true)
  head.setUint16(20, 1, true)
  head.setUint16(22, 1, true)
  head.setUint32(24, rate, true)
  head.setUint32(28, 2 * rate, true)
  head.setUint16(32, 2, true)
  head.setUint16(34, 16, true)
  write(36, 'data')
  head.setUint32(40, bytes, true)
  return new Uint8Array(head.buffer)
}
