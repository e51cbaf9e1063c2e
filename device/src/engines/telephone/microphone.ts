import { Refusal } from '@lintel/contract/fault'
import type { MicrophoneInput } from '@lintel/contract/wire'
import type { Microphone } from '../media/types.ts'

/** Samples per second that the media engine takes. */
export const SAMPLE_RATE = 16_000

/**
 * What the board says is spoken into the microphone, as samples.
 * @throws Refusal `invalid` for a file that is no WAVE of 8 or 16 bit PCM
 */
export function microphoneOf(input: MicrophoneInput): Microphone {
  if (input.kind === 'tone') {
    // A sine of this amplitude.
    const level = 20 * Math.log10(input.level / Math.SQRT2)
    return input.level > 0 ? { ...input, level } : { kind: 'silence' }
  }
  if (input.kind !== 'file') return input
  return { kind: 'samples', samples: samplesOf(Buffer.from(input.wave, 'base64')) }
}

/** Reads a RIFF WAVE file, mixes its channels and changes its rate to 16 kHz. */
export function samplesOf(file: Buffer): Float32Array {
  const format = chunkOf(file, 'fmt ')
  const data = chunkOf(file, 'data')
  if (!format || format.length < 16 || !data) throw unreadable()
  const channels = format.readUInt16LE(2)
  const rate = format.readUInt32LE(4)
  const bits = format.readUInt16LE(14)
  const pcm = format.readUInt16LE(0) === 1 && (bits === 8 || bits === 16)
  if (!pcm || channels < 1 || channels > 8 || rate < 4_000 || rate > 192_000) throw unreadable()
  const frame = (channels * bits) / 8
  const frames = Math.floor(data.length / frame)
  if (frames === 0) throw unreadable()

  const sampleAt = (at: number): number =>
    bits === 16 ? data.readInt16LE(at) / 32_768 : (data.readUInt8(at) - 128) / 128
  function mixed(index: number): number {
    let sum = 0
    for (let channel = 0; channel < channels; channel += 1) {
      sum += sampleAt(index * frame + (channel * bits) / 8)
    }
    return sum / channels
  }

  const samples = new Float32Array(Math.max(1, Math.round((frames * SAMPLE_RATE) / rate)))
  for (let index = 0; index < samples.length; index += 1) {
    const place = (index * rate) / SAMPLE_RATE
    const before = Math.min(Math.floor(place), frames - 1)
    const after = Math.min(before + 1, frames - 1)
    const part = place - before
    samples[index] = mixed(before) * (1 - part) + mixed(after) * part
  }
  return samples
}

/** The content of the first chunk with this name. */
function chunkOf(file: Buffer, name: string): Buffer | undefined {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') {
    throw unreadable()
  }
  let at = 12
  while (at + 8 <= file.length) {
    const size = file.readUInt32LE(at + 4)
    if (file.toString('latin1', at, at + 4) === name) return file.subarray(at + 8, at + 8 + size)
    at += 8 + size + (size % 2)
  }
  return undefined
}

const unreadable = () => new Refusal('invalid', 'This is not a WAVE file with 8 or 16 bit PCM.')
