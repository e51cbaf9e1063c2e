import type { ParameterTypes } from '@lintel/contract/parameters/all'
import { storage } from '@lintel/contract/parameters/storage'
import type { Product } from '@lintel/contract/products/product'
import type { Definition } from '../../state/definition.ts'
import { fixed, group } from '../group.ts'

/** S0 is the SD card, S1 the network share. */
export function storageGroups({ sdCard }: Product): Definition[] {
  return [
    ...(sdCard ? disk(0, 'SD_DISK', '', 'ext4', 'none') : []),
    ...disk(1, 'NetworkShare', '', 'cifs', 'cifs'),
  ]
}

function disk(
  index: number,
  id: string,
  friendlyName: string,
  fileSystem: string,
  required: ParameterTypes['root.Storage.S0.RequiredFileSystem'],
): Definition[] {
  const rights = { read: 'operator', write: 'admin' } as const
  return group(`Storage.S${index}`, storage(index), rights, {
    AutoRepair: true,
    CleanupLevel: 90,
    CleanupMaxAge: 7,
    CleanupPolicyActive: 'fifo',
    DeviceNode: fixed(''),
    DiskID: fixed(id),
    Enabled: true,
    ExtraMountOptions: '',
    FileSystem: fixed(fileSystem),
    FriendlyName: friendlyName,
    Locked: false,
    MountOnBoot: true,
    MountPointPermissions: '0770',
    RequiredFileSystem: required,
  })
}
