import type { Call } from '@lintel/contract/call'
import { DeviceFault } from '@lintel/contract/fault'
import { createUploadClient } from '@lintel/contract/upload-client'
import type { UploadClient } from '@lintel/contract/upload-client'
import { withSession } from '../device.ts'
import { deviceHas, firmware } from '../firmware.ts'

const client = createUploadClient({ publicNames: () => firmware.get().publicNames })

/**
 * Sends a file to the device, as `device` makes calls: what the firmware lacks fails as missing, and
 * a file that meets the end of the session is sent again after the sign-in.
 */
export const files: UploadClient = {
  async upload(call, input, file, options) {
    const { id, own } = call as unknown as Call
    if (!deviceHas({ id, ...(own ? { own } : {}) })) throw new DeviceFault('missing', id, '')
    return withSession(() => client.upload(call, input, file, options), options?.signal)
  },
}
