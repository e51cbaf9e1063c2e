import { checkHead, widthOf } from './pcm.ts'
import type { Encoding, StoredSamples } from './pcm.ts'
import { Unplayable } from './unplayable.ts'

/** The head of a chunk: its name and its size. */
const HEAD = 8
/** From this on, programs that write to a pipe state a size that they don't know. */
const UNKNOWN_SIZE = 0x7fff_f000
/** More chunks before the samples than any program writes. */
const CHUNKS_MAX = 1000

/** Encodings by format tag and bits (RFC 2361). */
const ENCODINGS: Readonly<Record<string, Encoding>> = {
  '1 8': 'u8',
  '1 16': 's16',
  '1 24': 's24',
  '1 32': 's32',
  '3 32': 'f32',
  '3 64': 'f64',
  '6 8': 'alaw',
  '7 8': 'ulaw',
}

const EXTENSIBLE = 0xfffe

export const isWav = (file: Buffer): boolean =>
  file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WAVE'

/**
 * The samples of a wav file (RIFF), without a copy of them.
 * @throws Unplayable
 */
export function readWav(file: Buffer): StoredSamples {
  let format: Omit<StoredSamples, 'bytes'> | undefined
  let at = 12
  for (let chunk = 0; chunk < CHUNKS_MAX && at + HEAD <= file.length; chunk += 1) {
    const name = file.toString('latin1', at, at + 4)
    const size = file.readUInt32LE(at + 4)
    const begin = at + HEAD
    if (name === 'fmt ') format = readFormat(file.subarray(begin, begin + size), size)
    if (name === 'data') {
      if (!format) throw new Unplayable('damaged')
      if (size < UNKNOWN_SIZE && begin + size > file.length) throw new Unplayable('cutOff')
      return { ...format, bytes: file.subarray(begin, begin + size) }
    }
    // A chunk of odd size is followed by a byte that belongs to none.
    at = begin + size + (size % 2)
  }
  throw new Unplayable(at > file.length ? 'cutOff' : 'damaged')
}

function readFormat(chunk: Buffer, size: number): Omit<StoredSamples, 'bytes'> {
  if (size < 16) throw new Unplayable('damaged')
  if (chunk.length < size) throw new Unplayable('cutOff')
  const tag = chunk.readUInt16LE(0)
  const channels = chunk.readUInt16LE(2)
  const rate = chunk.readUInt32LE(4)
  const frame = chunk.readUInt16LE(12)
  const bits = chunk.readUInt16LE(14)
  const real = tag === EXTENSIBLE && chunk.length >= 40 ? chunk.readUInt16LE(24) : tag
  const encoding = ENCODINGS[`${real} ${bits}`]
  if (!encoding) throw new Unplayable('encoding')
  checkHead({ channels, rate })
  if (frame !== channels * widthOf(encoding)) throw new Unplayable('damaged')
  return { encoding, bigEndian: false, channels, rate }
}
