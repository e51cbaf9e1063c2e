import { checkHead } from './pcm.ts'
import type { Encoding, StoredSamples } from './pcm.ts'
import { Unplayable } from './unplayable.ts'

/** Bytes of the head without its text. */
const HEAD = 24
const UNKNOWN_SIZE = 0xffff_ffff

/** Encodings by their number in the head. */
const ENCODINGS: Readonly<Record<number, Encoding>> = {
  1: 'ulaw',
  2: 's8',
  3: 's16',
  4: 's24',
  5: 's32',
  6: 'f32',
  7: 'f64',
  27: 'alaw',
}

export const isAu = (file: Buffer): boolean => file.toString('latin1', 0, 4) === '.snd'

/**
 * The samples of an au file, without a copy of them. Source: the file format of Sun and NeXT, as sox
 * writes it; no library on npm reads it.
 * @throws Unplayable
 */
export function readAu(file: Buffer): StoredSamples {
  if (file.length < HEAD) throw new Unplayable('cutOff')
  const begin = file.readUInt32BE(4)
  const size = file.readUInt32BE(8)
  const encoding = ENCODINGS[file.readUInt32BE(12)]
  const rate = file.readUInt32BE(16)
  const channels = file.readUInt32BE(20)
  if (begin < HEAD) throw new Unplayable('damaged')
  if (!encoding) throw new Unplayable('encoding')
  checkHead({ channels, rate })
  const end = size === UNKNOWN_SIZE ? file.length : begin + size
  if (begin > file.length || end > file.length) throw new Unplayable('cutOff')
  return { encoding, bigEndian: true, channels, rate, bytes: file.subarray(begin, end) }
}
