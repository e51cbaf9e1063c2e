import type { InputOf } from '@lintel/contract/call'
import type { MediaProfileRow, saveMediaProfile } from '@lintel/contract/calls/onvif-profiles'
import { profileName } from '@lintel/contract/rules/media-profile'
import { problem } from '@lintel/contract/rules/problem'
import type { Checked } from '@lintel/ui/form'
import { fpsProblem } from '../camera-settings/settings.ts'

/** What the form of a media profile holds. */
export type ProfileValues = {
  name: string
  video: boolean
  encoded: boolean
  resolution: string
  compression: string
  fps: string
  events: boolean
}

/** A new profile has what most clients need. */
export const newProfile = (resolution: string): ProfileValues => ({
  name: '',
  video: true,
  encoded: true,
  resolution,
  compression: '30',
  fps: '15',
  events: false,
})

/** @param resolution the one that the form offers a profile without an encoder */
export function valuesOf(
  { name, video, events, encoder }: MediaProfileRow,
  resolution: string,
): ProfileValues {
  return {
    ...newProfile(resolution),
    name,
    video,
    events,
    encoded: encoder !== undefined,
    ...(encoder && {
      resolution: encoder.resolution,
      compression: String(encoder.compression),
      fps: String(encoder.fps),
    }),
  }
}

/** The rules. Clients can't tell two profiles of one name apart. */
export function checkProfile(
  { name, encoded, fps }: ProfileValues,
  others: readonly Pick<MediaProfileRow, 'name'>[],
): Checked<ProfileValues> {
  const isTaken = others.some((other) => other.name === name.trim())
  return {
    errors: {
      name:
        profileName(name.trim()) ?? (isTaken ? problem('mediaProfiles.nameIsTaken') : undefined),
      fps: encoded ? fpsProblem(fps) : undefined,
    },
  }
}

/** What is sent for the values. */
export function requestOf(
  { name, video, events, encoded, resolution, compression, fps }: ProfileValues,
  opened: Pick<MediaProfileRow, 'token' | 'version'> | undefined,
): InputOf<typeof saveMediaProfile> {
  return {
    ...(opened && { token: opened.token, version: opened.version }),
    name: name.trim(),
    video,
    events,
    ...(encoded && {
      encoder: { resolution, compression: Number(compression), fps: Number(fps.trim()) },
    }),
  }
}

/** Whether a profile has what was typed: a save whose answer was lost has then succeeded. */
export const has = (row: MediaProfileRow, values: ProfileValues): boolean =>
  JSON.stringify(requestOf(valuesOf(row, values.resolution), undefined)) ===
  JSON.stringify(requestOf(values, undefined))
