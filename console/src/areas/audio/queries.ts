import { listDefinitions } from '@lintel/contract/calls/parameter-definitions'
import { inGroups, listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import { listEncoders } from '@lintel/contract/calls/sound'
import type { CallOptions } from '@lintel/contract/client'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { unlessMissing } from '../../app/missing.ts'
import { readingQuery, storedSetting } from '../../app/stored/stored-setting.ts'
import type { Reading } from '../../app/stored/stored-setting.ts'
import type { AudioField, AudioState, AudioValues } from './audio-state.ts'
import { audioParameters, audioStateOf } from './audio-state.ts'
import { encodingsIn } from './encodings.ts'

const SETTINGS = ['root.Audio', 'root.AudioSource'] as const

async function readAudio(options: CallOptions): Promise<AudioState> {
  const groups = inGroups(...SETTINGS, 'root.Properties.Audio', 'root.Properties.API.SpeakerTest')
  const { values } = await device.call(listParameters, groups, options)
  // A device refuses to describe a group that it does not have.
  const group = SETTINGS.filter((name) =>
    Array.from(values.keys()).some((key) => key.startsWith(`${name}.`)),
  ).join(',')
  const { signal } = options
  const definitions =
    group === ''
      ? undefined
      : await unlessMissing(
          device.call(
            listDefinitions,
            { listformat: 'xmlschema', group },
            signal ? { signal } : {},
          ),
        )
  return audioStateOf(values, definitions)
}

/** The audio settings, of which each tab saves a part. */
const reading: Reading<AudioState> = {
  // The device announces changes of parameters.
  key: ['parameters', 'audio'],
  read: readAudio,
}

export const audioQuery = readingQuery(reading)

/** Some of the fields. */
function only<F extends AudioField>(values: AudioValues, fields: readonly F[]) {
  return Object.fromEntries(fields.map((field) => [field, values[field]])) as Pick<AudioValues, F>
}

/** The setting of one tab. What it does not change is not written. */
const settingOf = <F extends AudioField>(fields: readonly F[]) =>
  storedSetting<AudioState, Pick<AudioValues, F>>({
    ...reading,
    call: updateParameters.id,
    values: ({ values }) => only(values, fields),
    async write(sent, { now, options }) {
      const different = fields.filter((field) => sent[field] !== now.values[field])
      if (different.length === 0) return undefined
      const changes: Partial<AudioValues> = only({ ...now.values, ...sent }, different)
      await device.call(updateParameters, audioParameters(changes), options)
      return undefined
    },
  })

export const OUTPUT_FIELDS = ['outputGain', 'lineOutGain', 'telecoilOutGain'] as const
const INPUT_FIELDS = [
  'inputGain',
  'source',
  'microphonePower',
  'noiseCancellation',
  'echoCancellation',
  'encoding',
  'nbrOfChannels',
] as const

/** The values of the form of the input. */
export type InputValues = Pick<AudioValues, (typeof INPUT_FIELDS)[number]>

/** Whether there is sound, and in which direction it goes. */
export const directionSetting = settingOf(['enabled', 'duplexMode', 'duplexModeChannels'])
/** How loud the outputs are. */
export const outputSetting = settingOf(OUTPUT_FIELDS)
/** What the device hears, and how it is sent. */
export const inputSetting = settingOf(INPUT_FIELDS)

/** The encodings that the device offers; null in firmware that does not list them. */
export const encodersQuery = queryOptions({
  queryKey: ['audio', 'encoders'],
  queryFn: async ({ signal }) => {
    const answer = await unlessMissing(device.call(listEncoders, {}, { signal }))
    return answer ? encodingsIn(answer.encoders) : null
  },
  staleTime: Number.POSITIVE_INFINITY,
})
