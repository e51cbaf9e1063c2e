import { getAudioSite, getAudioSiteGroups } from '@lintel/contract/calls/audio'
import type { Client } from '@lintel/contract/client'
import { SITE_TIMEOUT } from '../timing.ts'

/** Where people on audio products work who are not administrators. A §1 (OPEN-10). */
export const LOCAL_PLAYER = '/local-player/'
/** Where the people of an audio site work. A §1 (OPEN-11). */
export const AUDIO_MANAGER = '/audio-manager/'

/** Whether the audio manager sent the person here: `?from=edge`. OPEN-11. */
export function cameFromEdge({ search, hash }: Pick<Location, 'search' | 'hash'>): boolean {
  return [search, hash.split('?')[1]].some(
    (query) => new URLSearchParams(query).get('from') === 'edge',
  )
}

/** The permission to open the settings of a device from the audio manager. */
const SETTINGS_APPS = ['all', 'system-settings']

/** @throws TypeError if it is not a list */
function includes(list: unknown, wanted: string): boolean {
  if (!Array.isArray(list)) throw new TypeError('no list')
  return list.includes(wanted)
}

/**
 * Whether an administrator of an audio product belongs in its audio manager: the device leads an
 * audio site, and one of the site's groups names the account. People who came from there and may
 * open the settings stay. A failed check, or an unexpected answer, means no.
 */
export async function belongsToAudioManager(
  client: Client,
  user: string,
  fromEdge: boolean,
): Promise<boolean> {
  const limit = { timeoutMs: SITE_TIMEOUT }
  try {
    const site: { leader: unknown } = (await client.call(getAudioSite, {}, limit)).site
    if (site.leader !== true) return false
    const groups = await client.call(getAudioSiteGroups, {}, limit)
    const own = groups.filter(({ users }) => includes(users, user))
    const maySet = own.some(({ access }) => SETTINGS_APPS.some((app) => includes(access, app)))
    return own.length > 0 && !(fromEdge && maySet)
  } catch {
    return false
  }
}
