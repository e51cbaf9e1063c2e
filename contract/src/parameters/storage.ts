import { oneOf, text, whole, yesNo } from './codec.ts'
import { group } from './group.ts'

/** S0 is the SD card, S1 the network share. */
export const storage = (index: number) =>
  group(`Storage.S${index}`, {
    AutoRepair: yesNo,
    CleanupLevel: whole(0, 100),
    CleanupMaxAge: whole(0, 7000),
    CleanupPolicyActive: oneOf(['fifo', 'none']),
    DeviceNode: text(),
    DiskID: text(),
    Enabled: yesNo,
    ExtraMountOptions: text(64),
    FileSystem: text(),
    FriendlyName: text(64),
    Locked: yesNo,
    MountOnBoot: yesNo,
    MountPointPermissions: text(4),
    RequiredFileSystem: oneOf(['none', 'vfat', 'ext4', 'cifs']),
  })
