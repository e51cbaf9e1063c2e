/** How sound is stored in a RIFF WAVE file. */
export interface WaveFacts {
  /** Samples a second. */
  rate: number
  channels: number
}

/** The most bytes that are read: other chunks may come before the format. */
const HEAD = 4096

/** From the start of a file; undefined for files in another format. */
export async function waveFacts(file: Blob): Promise<WaveFacts | undefined> {
  const head = new DataView(await file.slice(0, HEAD).arrayBuffer())
  const name = (at: number) =>
    String.fromCharCode(...[0, 1, 2, 3].map((index) => head.getUint8(at + index)))
  if (head.byteLength < 12 || name(0) !== 'RIFF' || name(8) !== 'WAVE') return undefined
  let at = 12
  while (at + 24 <= head.byteLength) {
    if (name(at) === 'fmt ') {
      return { channels: head.getUint16(at + 10, true), rate: head.getUint32(at + 12, true) }
    }
    const size = head.getUint32(at + 4, true)
    at += 8 + size + (size % 2)
  }
  return undefined
}
