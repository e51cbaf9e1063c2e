import type { Product } from '@lintel/contract/products/product'
import type { Definition } from '../../state/definition.ts'
import { bool, fixed, group, int, nested, oneOf, text } from '../group.ts'
import type { Entries } from '../group.ts'

/** S0 is the card in its slot, S1 the share on the network. */
export function storage({ sdCard }: Product): Definition[] {
  return group(
    'Storage',
    { read: 'operator', write: 'admin' },
    {
      ...(sdCard ? nested('S0', disk('SD_DISK', '', 'ext4', 'none')) : {}),
      ...nested('S1', disk('NetworkShare', '', 'cifs', 'cifs')),
    },
  )
}

function disk(id: string, friendlyName: string, fileSystem: string, required: string): Entries {
  return {
    AutoRepair: bool('yes'),
    CleanupLevel: int(90, 0, 100),
    CleanupMaxAge: int(7, 0, 7000),
    CleanupPolicyActive: oneOf('fifo', ['fifo', 'none']),
    DeviceNode: fixed(text('')),
    DiskID: fixed(text(id)),
    Enabled: bool('yes'),
    ExtraMountOptions: text('', 64),
    FileSystem: fixed(text(fileSystem)),
    FriendlyName: text(friendlyName, 64),
    Locked: bool('no'),
    MountOnBoot: bool('yes'),
    MountPointPermissions: text('0770', 4),
    RequiredFileSystem: oneOf(required, ['none', 'vfat', 'ext4', 'cifs']),
  }
}
