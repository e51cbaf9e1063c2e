import * as calls from '@lintel/contract/calls/disk-properties'
import { DISK_IDS } from '@lintel/contract/disks'
import { Refusal } from '@lintel/contract/fault'
import { serve } from '@lintel/front-door/serve'
import type { DiskEncryption } from '../../engines/storage/encryption.ts'
import type { Service } from '../service.ts'

const VERSIONS = [calls.DISK_PROPERTIES_VERSION, '1']

/** The encryption of cards. Source: console specification B §7 "Storage". */
export const diskPropertyService: Service = ({ storage }) => {
  /** @throws Refusal with the code of what is wrong with the request */
  function encryptionOf({ schemaversion, diskid }: { schemaversion: string; diskid: string }) {
    const { version, diskId, notSupported } = calls.DISK_PROPERTY_ERRORS
    if (!VERSIONS.includes(schemaversion)) {
      throw new Refusal('invalid', 'The schema version is not supported.', [version])
    }
    const id = DISK_IDS.find((one) => one === diskid)
    if (!id) throw new Refusal('invalid', 'The device has no such disk.', [diskId])
    const encryption = storage.encryption(id)
    if (!encryption) {
      throw new Refusal('invalid', 'This disk can not be encrypted.', [notSupported])
    }
    return encryption
  }

  const done = async (
    request: Parameters<typeof encryptionOf>[0],
    work: (encryption: DiskEncryption) => Promise<void>,
  ) => {
    await work(encryptionOf(request))
    return null
  }

  return {
    calls: [
      serve(calls.diskPropertyVersions, () => [calls.DISK_PROPERTIES_VERSION]),
      serve(calls.enableDiskEncryption, (request) =>
        done(request, (encryption) => encryption.encrypt(request.passphrase)),
      ),
      serve(calls.disableDiskEncryption, (request) =>
        done(request, (encryption) => encryption.decrypt()),
      ),
      serve(calls.changeDiskPassphrase, async (request) => {
        const { oldpassphrase, newpassphrase } = request
        await encryptionOf(request).changePassphrase(oldpassphrase, newpassphrase)
        return true
      }),
    ],
  }
}
