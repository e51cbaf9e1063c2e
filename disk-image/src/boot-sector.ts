/** The first sector of a FAT file system. Source: Microsoft's FAT specification, "Boot Sector and BPB". */

export interface BootSector {
  /** Bytes. */
  clusterSize: number
  clusters: number
}

export const BOOT_SECTOR_SIZE = 512

const powerOfTwo = (value: number) => value > 0 && (value & (value - 1)) === 0

/** Reads a boot sector, unless it is none of FAT: NTFS and exFAT have zeros in these fields. */
export function readBootSector(sector: Buffer): BootSector | undefined {
  if (sector.length < BOOT_SECTOR_SIZE || sector.readUInt16LE(510) !== 0xaa55) return undefined
  const jumps = (sector[0] === 0xeb && sector[2] === 0x90) || sector[0] === 0xe9
  const bytes = sector.readUInt16LE(11)
  const perCluster = sector.readUInt8(13)
  const reserved = sector.readUInt16LE(14)
  const tables = sector.readUInt8(16)
  const rootEntries = sector.readUInt16LE(17)
  const sectors = sector.readUInt16LE(19) || sector.readUInt32LE(32)
  const media = sector.readUInt8(21)
  const tableSectors = sector.readUInt16LE(22) || sector.readUInt32LE(36)
  if (!jumps || !powerOfTwo(bytes) || bytes < 512 || bytes > 4096) return undefined
  if (!powerOfTwo(perCluster) || reserved === 0 || tables === 0 || tables > 2) return undefined
  if (tableSectors === 0 || (media !== 0xf0 && media < 0xf8)) return undefined
  const data = sectors - reserved - tables * tableSectors - Math.ceil((rootEntries * 32) / bytes)
  if (data <= 0) return undefined
  return { clusterSize: perCluster * bytes, clusters: Math.floor(data / perCluster) }
}
