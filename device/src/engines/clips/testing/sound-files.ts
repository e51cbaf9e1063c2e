/** Sound files of tests, made without the readers that they test. */

export interface SoundHead {
  channels?: number
  rate?: number
}

/** Half a second of a tone of 440 Hz at -6 dBFS, as 16-bit samples. */
export function toneBytes({ channels = 1, rate = 8000 }: SoundHead = {}, seconds = 0.5): Buffer {
  const frames = Math.round(rate * seconds)
  const bytes = Buffer.alloc(frames * channels * 2)
  for (let frame = 0; frame < frames; frame += 1) {
    const sample = Math.round(16_384 * Math.sin((2 * Math.PI * 440 * frame) / rate))
    for (let channel = 0; channel < channels; channel += 1) {
      bytes.writeInt16LE(sample, 2 * (frame * channels + channel))
    }
  }
  return bytes
}

/** A chunk of a RIFF file. */
export function chunk(name: string, content: Buffer, size = content.length): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(size, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** The content of a `fmt ` chunk; by default 16-bit PCM. */
export function format(
  options: SoundHead & { tag?: number; bits?: number; frame?: number } = {},
): Buffer {
  const { channels = 1, rate = 8000, tag = 1, bits = 16 } = options
  const { frame = (channels * bits) / 8 } = options
  const content = Buffer.alloc(16)
  content.writeUInt16LE(tag, 0)
  content.writeUInt16LE(channels, 2)
  content.writeUInt32LE(rate, 4)
  content.writeUInt32LE((rate * frame) % 2 ** 32, 8)
  content.writeUInt16LE(frame % 65_536, 12)
  content.writeUInt16LE(bits, 14)
  return content
}

export const riff = (...chunks: Buffer[]): Buffer =>
  Buffer.concat([
    chunk('RIFF', Buffer.alloc(0), 4 + Buffer.concat(chunks).length),
    Buffer.from('WAVE'),
    ...chunks,
  ])

/** A wav file with this content; by default half a second of a tone. */
export const wavFile = (
  head: Parameters<typeof format>[0] = {},
  samples: Buffer = toneBytes(head),
) => riff(chunk('fmt ', format(head)), chunk('data', samples))

/** An au file. */
export function auFile(
  options: SoundHead & { encoding?: number; begin?: number; size?: number } = {},
  samples: Buffer = Buffer.from(toneBytes(options)).swap16(),
): Buffer {
  const { channels = 1, rate = 8000, encoding = 3, begin = 28, size = samples.length } = options
  const head = Buffer.alloc(28)
  head.write('.snd', 'latin1')
  for (const [place, value] of [begin, size, encoding, rate, channels].entries()) {
    head.writeUInt32BE(value, 4 + 4 * place)
  }
  return Buffer.concat([head, samples])
}

/** The head of a frame of MPEG 1, layer III, 44.1 kHz, 32 kbit/s, mono: 104 bytes, 1152 samples. */
export const MP3_HEAD = Buffer.from([0xff, 0xfb, 0x10, 0xc0])

/** Frames of an mp3 file that hold nothing to hear. */
export const mp3Frames = (count: number): Buffer =>
  Buffer.concat(Array.from({ length: count }, () => Buffer.concat([MP3_HEAD, Buffer.alloc(100)])))
