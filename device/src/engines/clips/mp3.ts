import { MPEGDecoder } from 'mpg123-decoder'
import { checkHead, checkLength, mix } from './pcm.ts'
import type { Mono } from './pcm.ts'
import { readFrames } from './mp3-frames.ts'
import { Unplayable } from './unplayable.ts'

/** Bytes that are decoded at once: as many as the decoder takes. */
const AT_ONCE = 65_536

/**
 * Decodes an mp3 file and mixes its channels. Nothing is decoded of a file whose frames are too
 * many, or not all there.
 * @throws Unplayable
 */
export async function decodeMp3(file: Buffer): Promise<Mono> {
  const { bytes, rate, channels, samples: most } = readFrames(file)
  checkHead({ rate, channels })
  checkLength(rate, most)
  const samples = new Int16Array(most)
  const decoder = new MPEGDecoder()
  await decoder.ready
  try {
    let count = 0
    for (let at = 0; at < bytes.length; at += AT_ONCE) {
      const part = decoder.decode(bytes.subarray(at, at + AT_ONCE))
      if (part.errors.length > 0) throw new Unplayable('damaged')
      if (part.samplesDecoded > 0 && part.sampleRate !== rate) throw new Unplayable('damaged')
      mix(part.channelData, samples, count)
      count = Math.min(count + part.samplesDecoded, most)
    }
    if (count === 0) throw new Unplayable('damaged')
    return { samples: samples.subarray(0, count), rate, channels }
  } finally {
    decoder.free()
  }
}
