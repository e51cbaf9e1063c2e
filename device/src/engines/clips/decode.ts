import type { ClipKind } from '@lintel/contract/rules/clips'
import { isAu, readAu } from './au.ts'
import { isMp3 } from './mp3-frames.ts'
import { decodePcm, FULL_SCALE } from './pcm.ts'
import type { Mono } from './pcm.ts'
import { peaksOf } from './peaks.ts'
import { Unplayable } from './unplayable.ts'
import { isWav, readWav } from './wav.ts'

/** A decoded file. */
export interface DecodedClip extends Mono {
  kind: ClipKind
  seconds: number
  /** The wave form, for drawing (`peaksOf`). */
  peaks: number[]
}

/** The loudest sample of what counts as silence: -80 dBFS. */
const SILENCE = 0.0001 * FULL_SCALE

/**
 * Decodes a file, which its content says to be of a kind, whatever its name.
 * @throws Unplayable
 */
export async function decodeClip(file: Buffer): Promise<DecodedClip> {
  if (file.length === 0) throw new Unplayable('empty')
  const kind = kindOf(file)
  if (!kind) throw new Unplayable('noFormat')
  const mono = await DECODERS[kind](file)
  const { samples, rate } = mono
  if (samples.every((sample) => Math.abs(sample) < SILENCE)) throw new Unplayable('silent')
  return { ...mono, kind, seconds: samples.length / rate, peaks: peaksOf(samples, FULL_SCALE) }
}

const DECODERS: Readonly<Record<ClipKind, (file: Buffer) => Mono | Promise<Mono>>> = {
  wav: (file) => decodePcm(readWav(file)),
  au: (file) => decodePcm(readAu(file)),
  // Loaded on demand: starting it takes longer than to decode most other files.
  mp3: async (file) => (await import('./mp3.ts')).decodeMp3(file),
}

function kindOf(file: Buffer): ClipKind | undefined {
  if (isWav(file)) return 'wav'
  if (isAu(file)) return 'au'
  return isMp3(file) ? 'mp3' : undefined
}
