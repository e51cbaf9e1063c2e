import type { AudioCodecRecord } from '@lintel/contract/calls/sip'
import { Refusal } from '@lintel/contract/fault'
import type { CodecName } from '../sip/types.ts'

/**
 * What the media engine encodes and decodes, the best first. G.722 samples at 16 kHz, although SDP
 * says 8000 (RFC 3551 §4.5.2).
 */
const SUPPORTED: readonly { Name: CodecName; SampleRate: number }[] = [
  { Name: 'G.722', SampleRate: 16_000 },
  { Name: 'PCMU', SampleRate: 8_000 },
  { Name: 'PCMA', SampleRate: 8_000 },
]

export const DEFAULT_CODECS: readonly CodecName[] = SUPPORTED.map(({ Name }) => Name)

/** Codecs as the calls list them. */
export const codecRecords = (names: readonly CodecName[]): AudioCodecRecord[] =>
  names.flatMap((name) =>
    SUPPORTED.filter(({ Name }) => Name === name).map((codec) => ({ ...codec, Options: '' })),
  )

/**
 * The codecs of a list, in its order.
 * @throws Refusal `invalid` for an empty list, for a codec that the device lacks, or one listed twice
 */
export function codecNames(records: readonly AudioCodecRecord[]): CodecName[] {
  const names = records.map(({ Name, SampleRate }) => {
    const codec = SUPPORTED.find((one) => one.Name === Name && one.SampleRate === SampleRate)
    if (!codec) throw new Refusal('invalid', `The device has no codec ${Name} at ${SampleRate} Hz.`)
    return codec.Name
  })
  if (names.length === 0) throw new Refusal('invalid', 'At least one codec is needed.')
  if (new Set(names).size < names.length) throw new Refusal('invalid', 'A codec is listed twice.')
  return names
}
