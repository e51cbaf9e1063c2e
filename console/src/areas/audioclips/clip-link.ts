import { playClip } from '@lintel/contract/calls/audio'
import { queryOf, withQuery } from '@lintel/contract/client'
import { wholeFrom } from '@lintel/contract/rules/problem'
import { deviceLocation } from '@lintel/contract/site'
import type { Checked } from '@lintel/ui/form'
import { pathOf } from '../../app/firmware.ts'

/** How often and how loud a link plays a clip. B §3 "Clip link". */
export interface LinkValues {
  /** Times in all, unless `endless`. */
  plays: string
  endless: boolean
  /** The slider, 0 to 100; in the middle it is the clip's own loudness. */
  volume: string
}

export const LINK_DEFAULTS: LinkValues = { plays: '1', endless: false, volume: '50' }

/** B §9. */
const PLAYS = { min: 1, max: 9999 }
/** The slider from 0 to 1 times 200 is the volume in percent. B §9. */
const VOLUME_FACTOR = 200

export function checkLink({ plays, endless }: LinkValues): Checked<LinkValues> {
  return { errors: endless ? {} : { plays: wholeFrom(PLAYS.min, PLAYS.max)(plays) } }
}

export const volumeOf = ({ volume }: Pick<LinkValues, 'volume'>): number =>
  Math.round((Number(volume) / 100) * VOLUME_FACTOR)

/** The address at the device that plays a clip, for programs; undefined while a value is wrong. */
export function linkTo(clip: string, values: LinkValues): string | undefined {
  const wrong = Object.values(checkLink(values).errors).some((problem) => problem !== undefined)
  if (wrong) return undefined
  // The device counts the repetitions after the first time; -1 is for ever.
  const repeat = values.endless ? -1 : Number(values.plays) - 1
  const query = queryOf({ clip, repeat: String(repeat), volume: String(volumeOf(values)) })
  return new URL(withQuery(pathOf(playClip), query), deviceLocation()).href
}
