import { createUploadClient } from '@lintel/contract/upload-client'
import type { UploadClient } from '@lintel/contract/upload-client'
import { withSession } from '../device.ts'
import { firmware, requireCall } from '../firmware.ts'

const client = createUploadClient({ publicNames: () => firmware.get().publicNames })

/**
 * Uploads a file to the device, like `device` makes calls: if the firmware lacks the call it fails
 * as missing, and a file refused at the end of a session is sent again after the sign-in.
 */
export const files: UploadClient = {
  async upload(call, input, file, options) {
    requireCall(call)
    return withSession(() => client.upload(call, input, file, options), options?.signal)
  },
}
