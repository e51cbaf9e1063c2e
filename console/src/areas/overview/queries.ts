import { getAudioPeers, getAudioSite, getSpeakerTestReport } from '@lintel/contract/calls/audio'
import { DeviceFault } from '@lintel/contract/fault'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { role } from '../../app/session/me.ts'

/** What a device lacks is told as null: its part of the page is left out. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (fault) {
    if (fault instanceof DeviceFault && fault.kind === 'missing') return null
    throw fault
  }
}

/** Audio settings, services and the site are asked for as an administrator only. A §2 (OVERVIEW-12). */
const enabled = () => role() === 'admin'

/** This audio device and the others of its network; null where the device knows none. */
export const peersQuery = queryOptions({
  queryKey: ['audio', 'peers'],
  queryFn: async ({ signal }) =>
    (await orNull(device.call(getAudioPeers, {}, { signal })))?.Peer ?? null,
  enabled,
})

/**
 * The audio site that this device leads; null where it leads none.
 * @param leader what its peers say; where they say no the site is not asked for
 */
export const siteQuery = (leader: boolean | undefined) =>
  queryOptions({
    queryKey: ['audio', 'site', leader],
    queryFn: async ({ signal }) =>
      leader === false
        ? null
        : ((await orNull(device.call(getAudioSite, {}, { signal })))?.site ?? null),
    enabled,
  })

/** How the loudspeaker's last calibration ended; null where it is never tested. */
export const speakerQuery = queryOptions({
  queryKey: ['audio', 'speaker'],
  queryFn: async ({ signal }) =>
    (await orNull(device.call(getSpeakerTestReport, {}, { signal })))?.SpeakerTestReport ?? null,
  enabled,
})
