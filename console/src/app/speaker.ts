import { getSpeakerTestReport } from '@lintel/contract/calls/audio'
import { queryOptions } from '@tanstack/react-query'
import { device } from './device.ts'
import { unlessMissing } from './missing.ts'
import { role } from './session/me.ts'

/**
 * The result of the loudspeaker's last calibration or test, for administrators; null if it can't be
 * tested.
 */
export const speakerQuery = queryOptions({
  queryKey: ['audio', 'speaker'],
  queryFn: async ({ signal }) =>
    (await unlessMissing(device.call(getSpeakerTestReport, {}, { signal })))?.SpeakerTestReport ??
    null,
  enabled: () => role() === 'admin',
})
