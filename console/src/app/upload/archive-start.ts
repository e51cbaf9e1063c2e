/** Sizes in bytes: a header (POSIX ustar), the most that is read, and the longest file. */
const HEADER = 512
const READ_MAX = 8 * 1024 * 1024
const FILE_MAX = 1024 * 1024

/**
 * Reads text files at the start of a gzipped tar archive. Returns their texts by path; empty for
 * another format. Only the device can verify an archive.
 * @param wanted paths without a leading `./`
 * @param options.only stops at the first file with another path
 */
export async function textsIn(
  file: Blob,
  wanted: readonly string[],
  { only = false } = {},
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  const bytes = readerOf(reader)
  try {
    while (found.size < wanted.length) {
      const header = await bytes.take(HEADER)
      const name = asText(header, 0, 100).replace(/^(?:\.\/)+/, '')
      const size = Number.parseInt(asText(header, 124, 136), 8)
      if (name === '' || !(size <= READ_MAX)) break
      if (wanted.includes(name) && size <= FILE_MAX) {
        found.set(name, new TextDecoder().decode(await bytes.take(size)))
        await bytes.skip(padding(size))
      } else if (only) break
      else await bytes.skip(size + padding(size))
    }
  } catch {
    // The archive is cut off or broken: what was found so far counts.
  } finally {
    await reader.cancel().catch(() => undefined)
  }
  return found
}

/** Files in an archive fill whole blocks. */
const padding = (size: number): number => (HEADER - (size % HEADER)) % HEADER

const asText = (bytes: Uint8Array, from: number, to: number): string =>
  new TextDecoder().decode(bytes.subarray(from, to)).replace(/\0.*$/s, '')

/** Takes bytes off a stream. @throws RangeError at its end, or beyond the limit */
function readerOf(reader: ReadableStreamDefaultReader<Uint8Array>) {
  let held = new Uint8Array()
  let read = 0

  async function more(): Promise<Uint8Array> {
    const { done, value } = await reader.read()
    if (done || read > READ_MAX) throw new RangeError('the file ends early')
    read += value.length
    return value
  }

  async function take(count: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(count)
    let filled = 0
    while (filled < count) {
      if (held.length === 0) held = new Uint8Array(await more())
      const part = held.subarray(0, count - filled)
      bytes.set(part, filled)
      filled += part.length
      held = held.subarray(part.length)
    }
    return bytes
  }

  async function skip(count: number): Promise<void> {
    let left = count
    while (left > held.length) {
      left -= held.length
      held = new Uint8Array(await more())
    }
    held = held.subarray(left)
  }

  return { take, skip }
}
