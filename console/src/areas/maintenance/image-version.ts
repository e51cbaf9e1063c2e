import { MANIFEST_FILE } from '@lintel/contract/image-files'

/** Sizes in bytes: a header of the archive (POSIX ustar), and the longest manifest. */
const HEADER = 512
const MANIFEST_MAX = 1024 * 1024

/**
 * The version in a firmware image, from its first file; undefined for files in another format.
 * Nothing is verified: only the device can do that.
 */
export async function imageVersion(file: Blob): Promise<string | undefined> {
  const unzipped = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  try {
    const header = await firstBytes(unzipped, new Uint8Array(), HEADER)
    const ascii = (from: number, to: number) =>
      new TextDecoder().decode(header.subarray(from, to)).replace(/\0.*$/s, '')
    const size = Number.parseInt(ascii(124, 136), 8)
    if (ascii(0, 100) !== MANIFEST_FILE || !(size <= MANIFEST_MAX)) return undefined
    const bytes = await firstBytes(unzipped, header, HEADER + size)
    const text = new TextDecoder().decode(bytes.subarray(HEADER, HEADER + size))
    const { version } = JSON.parse(text) as { version?: unknown }
    return typeof version === 'string' && /^[\d.]+$/.test(version) ? version : undefined
  } catch {
    return undefined
  } finally {
    await unzipped.cancel().catch(() => undefined)
  }
}

/** Reads on until there are at least this many bytes. @throws at the end of the stream */
async function firstBytes(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  start: Uint8Array,
  count: number,
): Promise<Uint8Array> {
  let bytes = start
  while (bytes.length < count) {
    const { done, value } = await reader.read()
    if (done) throw new RangeError('the file ends early')
    const longer = new Uint8Array(bytes.length + value.length)
    longer.set(bytes)
    longer.set(value, bytes.length)
    bytes = longer
  }
  return bytes
}
