/** What an image holds, by its first kilobytes. */
import { open } from 'node:fs/promises'
import { BOOT_SECTOR_SIZE, readBootSector } from './boot-sector.ts'

/**
 * `illegal`: nothing that the device can use, such as zeros, ext2, ext3, NTFS or exFAT. A file
 * system that is found may be damaged all the same: that takes a check.
 */
export type Contents = 'ext4' | 'vfat' | 'luks' | 'illegal'

/** Source: LUKS1 On-Disk Format Specification 1.2.3, figure 1. LUKS2 begins in the same way. */
const LUKS = Buffer.from('LUKS\u00ba\u00be', 'latin1')

/** Of ext2, ext3 and ext4. Source: the kernel's documentation of ext4, "The Super Block". */
const SUPERBLOCK = 1024
const MAGIC = { at: 0x38, value: 0xef53 }
const INCOMPATIBLE = 0x60
const READ_ONLY_COMPATIBLE = 0x64
/** Features that ext2 and ext3 may have: filetype, recover, meta_bg; sparse_super, large_file. */
const INCOMPATIBLE_OF_EXT3 = 0x0002 | 0x0004 | 0x0010
const READ_ONLY_COMPATIBLE_OF_EXT3 = 0x0001 | 0x0002 | 0x0004
/** A journal of another file system, which has none itself. */
const JOURNAL_DEVICE = 0x0008

const BYTES = 4096

/** Says what an image holds; reads its first 4 kB. */
export async function identify(image: string): Promise<Contents> {
  const handle = await open(image, 'r')
  try {
    const { buffer } = await handle.read(Buffer.alloc(BYTES), 0, BYTES, 0)
    return contentsOf(buffer)
  } finally {
    await handle.close()
  }
}

function contentsOf(start: Buffer): Contents {
  if (start.subarray(0, LUKS.length).equals(LUKS)) return 'luks'
  if (isExt4(start.subarray(SUPERBLOCK))) return 'ext4'
  return readBootSector(start.subarray(0, BOOT_SECTOR_SIZE)) ? 'vfat' : 'illegal'
}

/** As in libblkid: ext4 has a feature that ext3 doesn't know. */
function isExt4(superblock: Buffer): boolean {
  if (superblock.readUInt16LE(MAGIC.at) !== MAGIC.value) return false
  const incompatible = superblock.readUInt32LE(INCOMPATIBLE)
  const readOnly = superblock.readUInt32LE(READ_ONLY_COMPATIBLE)
  if (incompatible & JOURNAL_DEVICE) return false
  return Boolean(incompatible & ~INCOMPATIBLE_OF_EXT3 || readOnly & ~READ_ONLY_COMPATIBLE_OF_EXT3)
}
