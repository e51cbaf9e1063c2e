/**
 * Extracts the pictures from a `multipart/x-mixed-replace` stream (RFC 2046 §5.1), wherever the
 * network splits it. A part's length comes from Content-Length; without it, the part ends at the
 * next boundary.
 */

const CRLF = '\r\n'
/** A part that grows beyond this is not a picture; the stream is cancelled. */
const PART_MAX = 16 * 1024 * 1024

/**
 * The boundary of a content type, without quotes and leading dashes; undefined when there is none.
 */
export function boundaryOf(contentType: string): string | undefined {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1]?.trim()
  return boundary?.replace(/^--/, '') || undefined
}

/**
 * Reads a stream to its end.
 * @throws RangeError when a part is longer than any picture
 */
export async function* readPictures(
  stream: ReadableStream<Uint8Array>,
  boundary: string,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const parser = createParser(boundary)
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield* parser(value)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Returns a function that accepts the next bytes and returns the pictures that they complete. */
export function createParser(boundary: string): (chunk: Uint8Array) => Uint8Array<ArrayBuffer>[] {
  const marker = bytesOf(`--${boundary}`)
  const blank = bytesOf(CRLF + CRLF)
  let buffer: Uint8Array<ArrayBuffer> = new Uint8Array(0)
  /**
   * Undefined between parts; otherwise where the part's content starts, and its declared length.
   */
  let part: { start: number; length: number | undefined } | undefined

  function next(): Uint8Array<ArrayBuffer> | undefined {
    if (!part) {
      const from = indexOf(buffer, marker, 0)
      const end = from < 0 ? -1 : indexOf(buffer, blank, from)
      if (end < 0) {
        // Of the bytes before, only an incomplete marker at the end still matters.
        if (from < 0) buffer = buffer.slice(Math.max(0, buffer.length - marker.length))
        return undefined
      }
      const head = new TextDecoder('latin1').decode(buffer.subarray(from, end))
      const length = /^content-length:\s*(\d+)\s*$/im.exec(head)?.[1]
      part = {
        start: end + blank.length,
        length: length === undefined ? undefined : Number(length),
      }
    }
    const { start, length } = part
    const end = length === undefined ? endBefore(buffer, marker, start) : start + length
    if (end < 0 || end > buffer.length) return undefined
    const picture = buffer.slice(start, end)
    buffer = buffer.slice(end)
    part = undefined
    return picture
  }

  return (chunk) => {
    buffer = joined(buffer, chunk)
    const pictures: Uint8Array<ArrayBuffer>[] = []
    for (let picture = next(); picture; picture = next()) {
      if (picture.length > 0) pictures.push(picture)
    }
    if (buffer.length > PART_MAX) throw new RangeError('The part is too long for a picture.')
    return pictures
  }
}

/**
 * Where the content ends when the next part begins with the marker: before the line break that
 * belongs to it.
 */
function endBefore(bytes: Uint8Array, marker: Uint8Array, start: number): number {
  const at = indexOf(bytes, marker, start)
  if (at < 0) return -1
  return at - 2 >= start && bytes[at - 2] === 13 && bytes[at - 1] === 10 ? at - 2 : at
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + tail.length)
  all.set(head)
  all.set(tail, head.length)
  return all
}

function indexOf(bytes: Uint8Array, pattern: Uint8Array, from: number): number {
  const first = pattern[0] ?? 0
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (pattern.every((byte, index) => bytes[at + index] === byte)) return at
  }
  return -1
}
