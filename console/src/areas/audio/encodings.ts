/** How the device encodes sound for its clients. Source: console specification B §3, B §7 "Audio". */
import type { EncoderRates } from '@lintel/contract/audio-encoders'
import type { TextOf } from '@lintel/ui/i18n'

export interface Encoding {
  /** As `root.AudioSource.A0.AudioEncoding` has it: `g711`. */
  codec: string
  /** Samples a second. */
  sampleRate: number
  /** Bits a second. */
  bitRate: number
}

/** One text for a choice: `g711 8000 64000`. */
export const encodingKey = ({ codec, sampleRate, bitRate }: Encoding): string =>
  [codec, sampleRate, bitRate].join(' ')

export function encodingOf(key: string): Encoding {
  const [codec = '', sampleRate = '', bitRate = ''] = key.split(' ')
  return { codec, sampleRate: Number(sampleRate), bitRate: Number(bitRate) }
}

/** Every encoding that the device's encoders offer, in its order. */
export const encodingsIn = (encoders: Readonly<Record<string, readonly EncoderRates[]>>) =>
  Object.entries(encoders).flatMap(([codec, rates]) =>
    rates.flatMap(({ sample_rate: sampleRate, bit_rates: bitRates }) =>
      bitRates.map((bitRate): Encoding => ({ codec, sampleRate, bitRate })),
    ),
  )

/** Names that are not the device's word in capitals. */
const NAMES: Readonly<Record<string, string>> = { g711: 'G.711', g726: 'G.726', opus: 'Opus' }

/** `AAC - 16 kHz, 32 kbit/s`. B §3. */
export const encodingLabel = ({ codec, sampleRate, bitRate }: Encoding, text: TextOf): string =>
  text('audio.encoding.label', {
    codec: NAMES[codec] ?? codec.toUpperCase(),
    kilohertz: sampleRate / 1000,
    kilobits: bitRate / 1000,
  })

/**
 * The choices of the form.
 * @param now what is set, which stays a choice even if the device offers it no more
 */
export function encodingOptions(
  offered: readonly Encoding[],
  now: string,
  text: TextOf,
): { value: string; label: string }[] {
  const isOffered = offered.some((encoding) => encodingKey(encoding) === now)
  const all = isOffered ? offered : [encodingOf(now), ...offered]
  return all.map((encoding) => ({
    value: encodingKey(encoding),
    label: encodingLabel(encoding, text),
  }))
}
