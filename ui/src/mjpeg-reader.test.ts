import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundaryOf, createParser, readPictures } from './mjpeg-reader.ts'

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

function concat(parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** A stream as devices send it. */
function streamOf(pictures: Uint8Array[], withLength: boolean): Uint8Array {
  return concat(
    pictures.flatMap((picture) => [
      latin(
        `--myboundary\r\nContent-Type: image/jpeg\r\n${
          withLength ? `Content-Length: ${picture.length}\r\n` : ''
        }\r\n`,
      ),
      picture,
      latin('\r\n'),
    ]),
  )
}

/** Splits the bytes at these offsets. */
function cutAt(bytes: Uint8Array, places: number[]): Uint8Array[] {
  const cuts = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted(
    (a, b) => a - b,
  )
  return cuts.slice(1).map((end, index) => bytes.slice(cuts[index], end))
}

const picture = fc.uint8Array({ minLength: 1, maxLength: 300 })

test('pictures are complete wherever the stream is split', () => {
  fc.assert(
    fc.property(
      fc.array(picture, { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat(3000), { maxLength: 20 }),
      (pictures, places) => {
        const parse = createParser('myboundary')
        const received = cutAt(streamOf(pictures, true), places).flatMap((chunk) => parse(chunk))
        expect(received).toEqual(pictures)
      },
    ),
  )
})

test('without a length, a part ends at the next boundary', () => {
  fc.assert(
    fc.property(
      fc.array(
        picture.filter((bytes) => !bytes.includes(45)),
        { minLength: 2, maxLength: 5 },
      ),
      fc.array(fc.nat(2000), { maxLength: 20 }),
      (pictures, places) => {
        const parse = createParser('myboundary')
        const bytes = concat([streamOf(pictures, false), latin('--myboundary--')])
        const received = cutAt(bytes, places).flatMap((chunk) => parse(chunk))
        expect(received).toEqual(pictures)
      },
    ),
  )
})

test('a picture that contains the boundary is read whole by its length', () => {
  const tricky = latin('abc\r\n--myboundary\r\nContent-Length: 1\r\n\r\nx')
  expect(createParser('myboundary')(streamOf([tricky], true))).toEqual([tricky])
})

test('the preamble and empty parts are skipped', () => {
  const parse = createParser('myboundary')
  const bytes = concat([latin('preamble\r\n'), streamOf([latin(''), latin('x')], true)])
  expect(parse(bytes)).toEqual([latin('x')])
})

test('a part that never ends cancels the stream', () => {
  const parse = createParser('b')
  parse(latin('--b\r\nContent-Type: image/jpeg\r\n\r\n'))
  expect(() => parse(new Uint8Array(17 * 1024 * 1024))).toThrow(RangeError)
})

test('the boundary is read from the content type, quoted or not, with or without dashes', () => {
  expect(boundaryOf('multipart/x-mixed-replace; boundary=myboundary')).toBe('myboundary')
  expect(boundaryOf('multipart/x-mixed-replace;boundary="--my b"; charset=x')).toBe('my b')
  expect(boundaryOf('text/html')).toBeUndefined()
})

test('a stream is cancelled when the reader stops', async () => {
  let cancelled = false
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(streamOf([latin('p')], true))
    },
    cancel() {
      cancelled = true
    },
  })
  for await (const received of readPictures(stream, 'myboundary')) {
    expect(received).toEqual(latin('p'))
    break
  }
  expect(cancelled).toBe(true)
})
