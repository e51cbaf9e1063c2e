/**
 * Motion-JPEG videos in AVI files: pictures as they come from the camera, with an index behind them.
 * Source: Microsoft, "AVI RIFF File Reference" (`aviriff.h`); OpenDML Motion JPEG DIB Format.
 */

/** Collects the pictures of a video in memory. */
export interface AviWriter {
  add(jpeg: Uint8Array): void
  /** Pictures so far. */
  readonly pictures: number
  /** The size of the file with these pictures, in bytes. */
  readonly bytes: number
  /**
   * The file, in which the pictures share the time evenly. Afterwards nothing can be added.
   * @param milliseconds how long they take together
   */
  finish(milliseconds: number): Uint8Array
}

const TAG = 4
const SIZE = 4
const HEAD = TAG + SIZE
const MAIN_HEADER = 56
const STREAM_HEADER = 56
const BITMAP_HEADER = 40
const STREAM_LIST = HEAD + TAG + HEAD + STREAM_HEADER + HEAD + BITMAP_HEADER
const HEADER_LIST = HEAD + TAG + HEAD + MAIN_HEADER + STREAM_LIST
/** All that comes before the first picture. */
const BEFORE = HEAD + TAG + HEADER_LIST + HEAD + TAG
const INDEX_ENTRY = 16

const HAS_INDEX = 0x10
const KEY_FRAME = 0x10
/** A compressed picture of the first stream. */
const PICTURE = '00dc'
/** 24 bits a pixel. */
const PIXEL_BYTES = 3
/** The default of all players, for streams without one. */
const ANY_QUALITY = 0xff_ff_ff_ff

/** Chunks begin at even places. */
const even = (bytes: number) => bytes + (bytes % 2)

export function openAviWriter({ width, height }: { width: number; height: number }): AviWriter {
  const pictures: Uint8Array[] = []
  let stored = 0

  const size = () => BEFORE + stored + HEAD + INDEX_ENTRY * pictures.length

  return {
    add(jpeg) {
      pictures.push(jpeg)
      stored += HEAD + even(jpeg.length)
    },
    get pictures() {
      return pictures.length
    },
    get bytes() {
      return size()
    },
    finish(milliseconds) {
      const file = new Uint8Array(size())
      const out = writerOn(file)
      const count = pictures.length
      const largest = pictures.reduce((most, { length }) => Math.max(most, length), 0)
      const time = Math.max(1, Math.round(milliseconds))

      out.tag('RIFF').number(file.length - HEAD)
      out.tag('AVI ')
      out.tag('LIST').number(HEADER_LIST - HEAD)
      out.tag('hdrl')
      out.tag('avih').number(MAIN_HEADER)
      out.number(Math.round((time * 1000) / Math.max(count, 1)))
      out.number(Math.ceil((stored * 1000) / time))
      out.number(0).number(HAS_INDEX).number(count)
      // No first pictures of their own, one stream.
      out.number(0).number(1)
      out.number(largest).number(width).number(height)
      out.skip(4 * 4)

      out.tag('LIST').number(STREAM_LIST - HEAD)
      out.tag('strl')
      out.tag('strh').number(STREAM_HEADER)
      out.tag('vids').tag('MJPG')
      // Flags, priority and language, and first pictures.
      out.skip(3 * 4)
      // `count` pictures in `time` milliseconds.
      out
        .number(time)
        .number(count * 1000)
        .number(0)
        .number(count)
      out.number(largest).number(ANY_QUALITY).number(0)
      out.short(0).short(0).short(width).short(height)

      out.tag('strf').number(BITMAP_HEADER)
      out.number(BITMAP_HEADER).number(width).number(height)
      out.short(1).short(8 * PIXEL_BYTES)
      out.tag('MJPG').number(width * height * PIXEL_BYTES)
      out.skip(4 * 4)

      out.tag('LIST').number(TAG + stored)
      const movi = out.place()
      out.tag('movi')
      const entries: { offset: number; length: number }[] = []
      for (const jpeg of pictures) {
        entries.push({ offset: out.place() - movi, length: jpeg.length })
        out.tag(PICTURE).number(jpeg.length).bytes(jpeg)
        out.skip(even(jpeg.length) - jpeg.length)
      }
      // The file has them now, and it is large enough by itself.
      pictures.length = 0

      out.tag('idx1').number(INDEX_ENTRY * count)
      for (const { offset, length } of entries) {
        out.tag(PICTURE).number(KEY_FRAME).number(offset).number(length)
      }
      return file
    },
  }
}

/** Writes little-endian numbers and the rest of a RIFF file, one after the other. */
function writerOn(file: Uint8Array) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let at = 0
  const out = {
    place: () => at,
    tag(text: string) {
      for (const letter of text) {
        view.setUint8(at, letter.charCodeAt(0))
        at += 1
      }
      return out
    },
    number(value: number) {
      view.setUint32(at, value, true)
      at += 4
      return out
    },
    short(value: number) {
      view.setUint16(at, value, true)
      at += 2
      return out
    },
    bytes(part: Uint8Array) {
      file.set(part, at)
      at += part.length
      return out
    },
    /** Leaves zeros. */
    skip(bytes: number) {
      at += bytes
      return out
    },
  }
  return out
}
