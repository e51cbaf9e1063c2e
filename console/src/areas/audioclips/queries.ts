import { playClip } from '@lintel/contract/calls/audio'
import {
  downloadClip,
  getWaveform,
  removeClip,
  renameClip,
  uploadClip,
} from '@lintel/contract/calls/clips'
import { inGroups, listParameters } from '@lintel/contract/calls/parameters'
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { queryOf, withAction, withQuery } from '@lintel/contract/client'
import type { CallOptions } from '@lintel/contract/client'
import { ChangedMeanwhile, compareAndWrite } from '@lintel/contract/compare-and-write'
import { DeviceFault, isLost } from '@lintel/contract/fault'
import { clipsIn } from '@lintel/contract/parameters/clips'
import type { Clip } from '@lintel/contract/parameters/clips'
import { whole, yesNo } from '@lintel/contract/parameters/codec'
import { valueIn } from '@lintel/contract/parameters/record'
import { clipProblemOf } from '@lintel/contract/rules/clips'
import type { ClipProblem } from '@lintel/contract/rules/clips'
import type { UploadOptions } from '@lintel/contract/upload-client'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { addressOf } from '../../app/firmware.ts'
import { unlessMissing } from '../../app/missing.ts'
import { queryClient } from '../../app/query-client.ts'
import { soundAgain } from '../../app/sound.ts'
import { readingQuery, storedSetting } from '../../app/stored/stored-setting.ts'
import type { Reading } from '../../app/stored/stored-setting.ts'
import { files } from '../../app/upload/upload.ts'

const AUDIO = 'root.Properties.Audio.Audio'
const LARGEST = 'root.MediaClip.MaxUploadSize'

/** The parameters of `root.MediaClip`: the clips, and how large they may be. B §3, B §7. */
const clips: Reading<ParameterValues> = {
  // The device announces changes of parameters.
  key: ['parameters', 'clips'],
  // A device without a loudspeaker has no clips; asked for them alone, it would answer with an error.
  read: async (options: CallOptions) =>
    (await device.call(listParameters, inGroups('root.MediaClip', AUDIO), options)).values,
}

export const clipsQuery = readingQuery(clips)

/** Whether the device can have clips. */
export const hasClips = (values: ParameterValues): boolean =>
  values.has(LARGEST) || !values.has(AUDIO) || valueIn(values, AUDIO, yesNo)

/** The largest file in MB; undefined if the device doesn't say. */
export const largestIn = (values: ParameterValues): number | undefined =>
  values.has(LARGEST) ? valueIn(values, LARGEST, whole(1, 100)) : undefined

/** The same clip in a list that was read later: numbers of deleted clips are given again. */
export const sameClip = (values: ParameterValues, { id, location }: Clip): Clip | undefined =>
  clipsIn(values, 'en').find((one) => one.id === id && one.location === location)

/**
 * Describes and draws the sound of a clip; null on firmware that can't. A file never changes under
 * its location.
 */
export const waveformQuery = ({ id, location }: Clip) =>
  queryOptions({
    queryKey: ['waveform', id, location],
    queryFn: async ({ signal }) =>
      (await unlessMissing(device.call(getWaveform, { clip: id }, { signal }))) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })

const clipsAgain = () => queryClient.invalidateQueries({ queryKey: clipsQuery.queryKey })

/** Reads the clips again, for the page too. */
const readClips = () => queryClient.fetchQuery({ ...clipsQuery, staleTime: 0 })

/** Plays a clip once, at its own loudness. B §7. */
export async function play({ id }: Clip): Promise<void> {
  try {
    await device.call(playClip, { clip: id, timestamp: String(Date.now()) })
  } finally {
    await soundAgain()
  }
}

/** Where the device gives a clip as a file. */
export const fileAddress = ({ id }: Clip): string =>
  withQuery(addressOf(downloadClip), queryOf(withAction(downloadClip, { clip: id })))

/**
 * Adds a clip. If the answer gets lost, the clips say whether it was added.
 * @throws DeviceFault
 */
export async function addClip(name: string, file: File, options: UploadOptions): Promise<void> {
  const before = queryClient.getQueryData(clipsQuery.queryKey)
  try {
    await files.upload(uploadClip, { media: 'audio', name }, file, options)
  } catch (fault) {
    if (!isLost(fault) || !before || !(await isAdded(name, before))) throw fault
  } finally {
    await clipsAgain()
  }
}

const isAdded = (name: string, before: ParameterValues): Promise<boolean> =>
  readClips().then(
    (now) => clipsIn(now, 'en').some((clip) => clip.name === name && !sameClip(before, clip)),
    () => false,
  )

type NameValues = { name: string }

/** The name of a clip. */
export const nameSetting = (clip: Clip) =>
  storedSetting<ParameterValues, NameValues>({
    ...clips,
    call: renameClip.id,
    values(state) {
      const now = sameClip(state, clip)
      return now && { name: now.name }
    },
    effective: ({ name }) => ({ name: name.trim() }),
    async write({ name }, { options }) {
      await device.call(renameClip, { clip: clip.id, name }, options)
      return undefined
    },
  })

/**
 * Deletes a clip, unless it is gone already. If the answer gets lost, the clips say whether it is.
 * @throws ChangedMeanwhile if somebody else has renamed it; DeviceFault
 */
export async function remove(clip: Clip): Promise<void> {
  try {
    await compareAndWrite({
      read: clips.read,
      expected: (now) => (sameClip(now, clip)?.name ?? clip.name) === clip.name,
      async write(now, options) {
        if (sameClip(now, clip)) await device.call(removeClip, { clip: clip.id }, options)
      },
    })
  } catch (fault) {
    if (fault instanceof ChangedMeanwhile || (await isThere(clip))) throw fault
  } finally {
    await clipsAgain()
  }
}

/** Whether the device still has a clip; also true if it doesn't say. */
const isThere = (clip: Clip): Promise<boolean> =>
  readClips().then(
    (now) => sameClip(now, clip) !== undefined,
    () => true,
  )

/** Whether the device had no room for a file: 413 (B §8), or 507 of devices of ours. */
export const isFull = (fault: unknown): boolean =>
  fault instanceof DeviceFault &&
  (fault.status === 413 || fault.status === 507 || fault.message.includes('413'))

/** What is wrong with a file, if the device says it in words of ours. */
export const problemIn = (fault: unknown): ClipProblem | undefined =>
  fault instanceof DeviceFault ? clipProblemOf(fault.message) : undefined
