import { APIS } from '@lintel/contract/apis'
import { listApplications } from '@lintel/contract/calls/applications'
import { getApiList } from '@lintel/contract/calls/discovery'
import { listDisks } from '@lintel/contract/calls/disks'
import { getServiceCapabilities } from '@lintel/contract/calls/intercom'
import { getSipCapabilities } from '@lintel/contract/calls/sip'
import { getRotation, VIDEO_OUTPUT_VERSION } from '@lintel/contract/calls/video-output'
import { device } from './device.ts'
import { noteMissing } from './firmware.ts'

/**
 * Asks a device with firmware that is not ours what it lacks, for an administrator: its list of
 * interfaces, if it has one, and one call of each service that pages need (`needs.ts`). `device` notes
 * what is not there; other failures say nothing.
 */
export async function probeCalls(): Promise<void> {
  await Promise.allSettled([
    device.call(getServiceCapabilities, {}),
    device.call(getSipCapabilities, {}),
    device.call(listDisks, { diskid: 'all' }),
    device.call(listApplications, {}),
    device.call(getRotation, { schemaversion: VIDEO_OUTPUT_VERSION }),
    noteUnlisted(),
  ])
}

/** Interfaces that a device would list if it had them. */
async function noteUnlisted(): Promise<void> {
  const { apiList } = await device.call(getApiList, {})
  const listed = new Set(apiList.map(({ id }) => id))
  for (const { id, call } of APIS) {
    // Only the JSON interfaces have been in this list from their first version on.
    if (call.kind === 'json' && !listed.has(id)) noteMissing(call)
  }
}
