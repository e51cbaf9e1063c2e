import { Unplayable } from './unplayable.ts'

/** What the heads of the frames say of an mp3 file. */
export interface Mp3Frames {
  /** From the first frame to the end of the last. */
  bytes: Buffer
  rate: number
  channels: 1 | 2
  /** Samples of each channel, an introductory frame without sound included. */
  samples: number
}

/** One frame of MPEG audio, layer III. */
interface Frame {
  /** In bytes, the head included. */
  length: number
  samples: number
  rate: number
  channels: 1 | 2
  /** What all frames of a file have in common. */
  family: string
  /** Bytes of the side information, after which an introductory frame has its mark. */
  side: number
}

const RATES = {
  3: [44_100, 48_000, 32_000],
  2: [22_050, 24_000, 16_000],
  0: [11_025, 12_000, 8000],
}
/** kbit/s by the index in the head; 0 and 15 are not allowed here. */
const BIT_RATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const BIT_RATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

/** How far the first frame may be from the beginning, and how much may be between frames. */
const JUNK_MAX = 65_536
/** What may follow the last frame: tags of several kinds, or padding. */
const ENDS = ['TAG', 'APETAGEX', 'LYRICSBEGIN', 'ID3']
/** So many zeros are padding. */
const PADDING = 1024

/** Whether a file begins like an mp3 file. */
export const isMp3 = (file: Buffer): boolean => {
  const begin = afterId3(file)
  return begin > 0 || firstFrame(file, 0) !== undefined
}

/**
 * Reads the heads of all frames, so that the length of the sound is known before it is decoded.
 * @throws Unplayable `empty`, `noFormat`, `cutOff` or `damaged`
 */
export function readFrames(file: Buffer): Mp3Frames {
  const begin = afterId3(file)
  if (begin > file.length) throw new Unplayable('cutOff')
  const first = firstFrame(file, begin)
  if (first === undefined) throw new Unplayable(begin > 0 ? 'damaged' : 'noFormat')
  const head = frameAt(file, first) as Frame
  const announced = announcedFrames(file, first, head)
  let at = first
  let end = first
  let frames = 0
  let junk = 0
  while (at < file.length) {
    const frame = frameAt(file, at)
    if (frame?.family === head.family) {
      if (at + frame.length > file.length) throw new Unplayable('cutOff')
      at += frame.length
      end = at
      frames += 1
    } else if (isEnd(file, at)) break
    else {
      junk += 1
      at += 1
      if (junk > JUNK_MAX) throw new Unplayable('damaged')
    }
  }
  if (announced !== undefined && frames < announced) throw new Unplayable('cutOff')
  const { rate, channels, samples } = head
  return { bytes: file.subarray(first, end), rate, channels, samples: frames * samples }
}

/** The frame whose head is at this place. Source: ISO 11172-3 §2.4.1.3, ISO 13818-3. */
function frameAt(file: Buffer, at: number): Frame | undefined {
  if (at + 4 > file.length) return undefined
  const head = file.readUInt32BE(at)
  // Eleven bits of synchronisation, and layer III.
  if (head >>> 21 !== 0x7ff || ((head >>> 17) & 3) !== 1) return undefined
  const version = (head >>> 19) & 3
  const rate = version === 1 ? undefined : RATES[version as keyof typeof RATES][(head >>> 10) & 3]
  const kilobits = (version === 3 ? BIT_RATES_1 : BIT_RATES_2)[(head >>> 12) & 15]
  if (rate === undefined || !kilobits) return undefined
  const samples = version === 3 ? 1152 : 576
  const channels = ((head >>> 6) & 3) === 3 ? 1 : 2
  const padding = (head >>> 9) & 1
  const side = version === 3 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17
  return {
    length: Math.floor((samples * kilobits * 125) / rate) + padding,
    samples,
    rate,
    channels,
    family: `${version} ${rate} ${channels}`,
    side,
  }
}

/** The place after a tag of the kind ID3v2, which may be beyond the end; 0 without one. */
function afterId3(file: Buffer): number {
  if (file.length < 10 || file.toString('latin1', 0, 3) !== 'ID3') return 0
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((file[at] ?? 0) & 0x7f), 0)
  const footer = ((file[5] ?? 0) & 0x10) === 0 ? 0 : 10
  return 10 + size + footer
}

/** The place of the first frame that another one follows, or the end of the file. */
function firstFrame(file: Buffer, from: number): number | undefined {
  const last = Math.min(file.length, from + JUNK_MAX)
  for (let at = from; at < last; at += 1) {
    const frame = frameAt(file, at)
    if (!frame) continue
    const next = at + frame.length
    if (next === file.length || frameAt(file, next)?.family === frame.family) return at
  }
  return undefined
}

/** How many frames with sound the introductory frame announces, if there is one. */
function announcedFrames(file: Buffer, first: number, { side }: Frame): number | undefined {
  const at = first + 4 + side
  if (at + 12 > file.length) return undefined
  const mark = file.toString('latin1', at, at + 4)
  const hasCount = (mark === 'Xing' || mark === 'Info') && (file.readUInt32BE(at + 4) & 1) === 1
  return hasCount ? file.readUInt32BE(at + 8) : undefined
}

/** Whether what is left of the file is no sound. */
function isEnd(file: Buffer, at: number): boolean {
  const text = file.toString('latin1', at, at + 11)
  if (ENDS.some((end) => text.startsWith(end))) return true
  return file.subarray(at, at + PADDING).every((byte) => byte === 0)
}
