/** The audio settings as the forms hold them. Source: console specification B §3 "Audio settings". */
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import type { ParameterDefinitions } from '@lintel/contract/parameter-definitions'
import { audio, audioSource } from '@lintel/contract/parameters/audio'
import { choice } from '@lintel/contract/parameters/codec'
import { parameterRecord, typed } from '@lintel/contract/parameters/record'
import type { RecordOf } from '@lintel/contract/parameters/record'
import { properties } from '@lintel/contract/parameters/properties'
import type { Encoding } from './encodings.ts'
import { encodingKey, encodingOf } from './encodings.ts'
import type { GainRange } from './gains.ts'
import { gainRange } from './gains.ts'

/** Every field by its parameter. */
const NAMES = {
  enabled: 'root.Audio.A0.Enabled',
  duplexMode: 'root.Audio.DuplexMode',
  duplexModeChannels: 'root.Audio.A0.NbrOfChannels',
  outputGain: 'root.AudioSource.A0.OutputGain',
  lineOutGain: 'root.AudioSource.A0.LineOutGain',
  telecoilOutGain: 'root.AudioSource.A0.TelecoilOutGain',
  inputGain: 'root.AudioSource.A0.InputGain',
  source: 'root.AudioSource.A0.InputType',
  microphonePower: 'root.AudioSource.A0.MicrophonePower',
  noiseCancellation: 'root.AudioSource.A0.NoiseCancellation',
  echoCancellation: 'root.AudioSource.A0.EchoCancellation',
  nbrOfChannels: 'root.AudioSource.A0.NbrOfChannels',
} as const

/**
 * Numbers are texts, as in a form. Other firmware has duplex modes and sources that ours doesn't
 * know; they stay as they are.
 */
const PARAMETERS = parameterRecord(
  typed({
    ...audio,
    ...audioSource,
    [NAMES.duplexMode]: choice([]),
    [NAMES.source]: choice([]),
  }),
  NAMES,
)

/** The encoding is one choice of a form, and three parameters of the device. */
const ENCODING = {
  codec: 'root.AudioSource.A0.AudioEncoding',
  sampleRate: 'root.AudioSource.A0.SampleRate',
  bitRate: 'root.AudioSource.A0.BitRate',
} as const

/** All settings; `encoding` as by `encodingKey`. */
export type AudioValues = RecordOf<typeof PARAMETERS> & { encoding: string }
export type AudioField = keyof AudioValues

export const GAINS = ['outputGain', 'lineOutGain', 'telecoilOutGain', 'inputGain'] as const
export type GainName = (typeof GAINS)[number]

type ChannelsName = 'nbrOfChannels' | 'duplexModeChannels'

/** The settings of a device, and what it takes for them. */
export interface AudioState {
  values: AudioValues
  /** The settings that the device has; a field of another is not shown. */
  present: ReadonlySet<AudioField>
  gains: Record<GainName, GainRange>
  duplexModes: readonly string[]
  inputTypes: readonly string[]
  /** Numbers of channels, as text. */
  channels: Record<ChannelsName, readonly string[]>
  /** False if the device says that it can't test its speaker; others are asked. */
  speakerAutomaticTest: boolean
}

/**
 * @param parameters of the groups `root.Audio`, `root.AudioSource`, `root.Properties.Audio` and
 * `root.Properties.API.SpeakerTest`
 * @param definitions of the first two; undefined if the device doesn't describe them
 */
export function audioStateOf(
  parameters: ParameterValues,
  definitions: ParameterDefinitions | undefined,
): AudioState {
  const fields = Object.keys(NAMES) as (keyof typeof NAMES)[]
  const present = new Set<AudioField>(fields.filter((field) => parameters.has(NAMES[field])))
  if (Object.values(ENCODING).every((name) => parameters.has(name))) present.add('encoding')
  const values: AudioValues = {
    ...PARAMETERS.read(parameters),
    encoding: encodingKey({
      codec: parameters.get(ENCODING.codec) ?? '',
      sampleRate: Number(parameters.get(ENCODING.sampleRate) ?? 0),
      bitRate: Number(parameters.get(ENCODING.bitRate) ?? 0),
    }),
  }
  const typeOf = (field: keyof typeof NAMES) =>
    definitions?.parameters.find(({ name }) => name === NAMES[field])?.type
  /** What the definition allows, or else the property says; and in any case what is set. */
  function allowed(field: GainName | 'duplexMode' | 'source', property: readonly string[] = []) {
    const type = typeOf(field)
    const offered = type?.kind === 'enum' ? type.entries.map(({ value }) => value) : property
    return withNow(offered, values[field])
  }
  const propertyOf = (
    name: 'root.Properties.Audio.DuplexMode' | 'root.Properties.Audio.InputType',
  ) => properties[name].decode(parameters.get(name))
  return {
    values,
    present,
    gains: {
      outputGain: gainRange(allowed('outputGain')),
      lineOutGain: gainRange(allowed('lineOutGain')),
      telecoilOutGain: gainRange(allowed('telecoilOutGain')),
      inputGain: gainRange(allowed('inputGain')),
    },
    duplexModes: allowed('duplexMode', propertyOf('root.Properties.Audio.DuplexMode')),
    inputTypes: allowed('source', propertyOf('root.Properties.Audio.InputType')),
    channels: {
      nbrOfChannels: countsOf(typeOf('nbrOfChannels'), values.nbrOfChannels),
      duplexModeChannels: countsOf(typeOf('duplexModeChannels'), values.duplexModeChannels),
    },
    speakerAutomaticTest: parameters.get('root.Properties.API.SpeakerTest.AutomaticTest') !== 'no',
  }
}

/** A value that is set stays a choice, even if the device doesn't offer it. */
const withNow = (offered: readonly string[], now: string): readonly string[] =>
  offered.includes(now) ? offered : [...offered, now]

/** More channels than these are not offered, whatever a definition leaves open. */
const CHANNELS_MAX = 8

function countsOf(
  type: ParameterDefinitions['parameters'][number]['type'] | undefined,
  now: string,
): readonly string[] {
  if (type?.kind === 'enum')
    return withNow(
      type.entries.map(({ value }) => value),
      now,
    )
  if (type?.kind !== 'int') return [now]
  const first = Math.max(1, type.min)
  const last = Math.min(CHANNELS_MAX, type.max)
  const counts = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  return withNow(counts.map(String), now)
}

/** The parameters to write for these fields. */
export function audioParameters(changes: Partial<AudioValues>): Record<string, string> {
  const { encoding, ...others } = changes
  const { codec, sampleRate, bitRate }: Partial<Encoding> =
    encoding === undefined ? {} : encodingOf(encoding)
  return {
    ...PARAMETERS.write(others),
    ...(codec === undefined ? {} : { [ENCODING.codec]: codec }),
    ...(sampleRate === undefined ? {} : { [ENCODING.sampleRate]: String(sampleRate) }),
    ...(bitRate === undefined ? {} : { [ENCODING.bitRate]: String(bitRate) }),
  }
}
