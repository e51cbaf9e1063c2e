import { getAudioPeers, getAudioSite } from '@lintel/contract/calls/audio'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { unlessMissing } from '../../app/missing.ts'
import { role } from '../../app/session/me.ts'

/**
 * Audio settings, services and the site are only requested for administrators. A §2 (OVERVIEW-12).
 */
const enabled = () => role() === 'admin'

/** This audio device and the others of its network; null if the device knows none. */
export const peersQuery = queryOptions({
  queryKey: ['audio', 'peers'],
  queryFn: async ({ signal }) =>
    (await unlessMissing(device.call(getAudioPeers, {}, { signal })))?.Peer ?? null,
  enabled,
})

/**
 * The audio site that this device leads; null if it leads none.
 * @param leader what its peers say; if they say no, the site is not requested
 */
export const siteQuery = (leader: boolean | undefined) =>
  queryOptions({
    queryKey: ['audio', 'site', leader],
    queryFn: async ({ signal }) =>
      leader === false
        ? null
        : ((await unlessMissing(device.call(getAudioSite, {}, { signal })))?.site ?? null),
    enabled,
  })
