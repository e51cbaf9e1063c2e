import { getPlaying, playClip, stopClip } from '@lintel/contract/calls/audio'
import { downloadClip, removeClip, renameClip, uploadClip } from '@lintel/contract/calls/clips'
import { inGroups, listParameters } from '@lintel/contract/calls/parameters'
import { queryOf, withAction, withQuery } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import { whole } from '@lintel/contract/parameters/codec'
import { valueIn } from '@lintel/contract/parameters/record'
import { clipProblemOf } from '@lintel/contract/rules/clips'
import type { ClipProblem } from '@lintel/contract/rules/clips'
import type { UploadOptions } from '@lintel/contract/upload-client'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { addressOf } from '../../app/firmware.ts'
import { unlessMissing } from '../../app/missing.ts'
import { queryClient } from '../../app/query-client.ts'
import { files } from '../../app/upload/upload.ts'
import { PLAYING_POLL } from '../../app/timing.ts'

/** The parameters of `root.MediaClip`: the clips, and how large they may be. B §3, B §7. */
export const clipsQuery = queryOptions({
  // The device announces changes of parameters.
  queryKey: ['parameters', 'clips'],
  queryFn: async ({ signal }) =>
    (await device.call(listParameters, inGroups('root.MediaClip'), { signal })).values,
})

type ClipParameters = Awaited<ReturnType<NonNullable<(typeof clipsQuery)['queryFn']>>>

/** The largest file in MB. Devices of before have no such parameter: 1.5 MB. */
export const largestIn = (values: ClipParameters): number =>
  values.has('root.MediaClip.MaxUploadSize')
    ? valueIn(values, 'root.MediaClip.MaxUploadSize', whole(1, 100))
    : 1.5

/** What sounds; undefined if the device doesn't say. */
export const playingQuery = queryOptions({
  queryKey: ['audio', 'playing'],
  queryFn: async ({ signal }) =>
    (await unlessMissing(device.call(getPlaying, {}, { signal })))?.sound ?? null,
  refetchInterval: PLAYING_POLL,
})

const playingAgain = () => queryClient.invalidateQueries({ queryKey: playingQuery.queryKey })
const clipsAgain = () => queryClient.invalidateQueries({ queryKey: clipsQuery.queryKey })

/** Plays a clip once, at its own loudness. B §7. */
export async function play(clip: string): Promise<void> {
  try {
    await device.call(playClip, { clip, timestamp: String(Date.now()) })
  } finally {
    await playingAgain()
  }
}

export async function stop(): Promise<void> {
  try {
    await device.call(stopClip, {})
  } finally {
    await playingAgain()
  }
}

/** Where the device gives a clip as a file. */
export const fileAddress = (clip: string): string =>
  withQuery(addressOf(downloadClip), queryOf(withAction(downloadClip, { clip })))

/**
 * Adds a clip.
 * @throws DeviceFault
 */
export async function addClip(name: string, file: File, options: UploadOptions): Promise<void> {
  try {
    await files.upload(uploadClip, { media: 'audio', name }, file, options)
  } finally {
    await clipsAgain()
  }
}

/** @throws DeviceFault */
export async function rename(clip: string, name: string): Promise<void> {
  try {
    await device.call(renameClip, { clip, name })
  } finally {
    await clipsAgain()
  }
}

/**
 * Deletes a clip. If the answer gets lost, the clips say whether it is gone.
 * @throws DeviceFault
 */
export async function remove(clip: string): Promise<void> {
  try {
    await device.call(removeClip, { clip })
  } catch (fault) {
    if (!(await isGone(clip))) throw fault
  } finally {
    await clipsAgain()
  }
}

const isGone = (clip: string): Promise<boolean> =>
  queryClient.fetchQuery({ ...clipsQuery, staleTime: 0 }).then(
    (values) => !values.has(`root.MediaClip.M${Number(clip)}.Name`),
    () => false,
  )

/** Whether the device had no room for a file. B §8. */
export const isFull = (fault: unknown): boolean =>
  fault instanceof DeviceFault && (fault.status === 413 || fault.message.includes('413'))

/** What is wrong with a file, if the device says it in words of ours. */
export const problemIn = (fault: unknown): ClipProblem | undefined =>
  fault instanceof DeviceFault ? clipProblemOf(fault.message) : undefined
