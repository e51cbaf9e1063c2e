import { getPlaying, stopClip } from '@lintel/contract/calls/audio'
import { queryOptions } from '@tanstack/react-query'
import { device } from './device.ts'
import { unlessMissing } from './missing.ts'
import { queryClient } from './query-client.ts'

/**
 * What the loudspeaker plays: null in silence, undefined if the firmware doesn't tell. The device
 * announces changes.
 */
export const soundQuery = queryOptions({
  queryKey: ['sound'],
  queryFn: async ({ signal }) => ({
    sound: (await unlessMissing(device.call(getPlaying, {}, { signal })))?.sound,
  }),
})

/** Reads again what the loudspeaker plays. */
export const soundAgain = () => queryClient.invalidateQueries({ queryKey: soundQuery.queryKey })

/**
 * Stops what the loudspeaker plays. B §7.
 * @throws DeviceFault
 */
export async function stopSound(): Promise<void> {
  try {
    await device.call(stopClip, {})
  } finally {
    await soundAgain()
  }
}
