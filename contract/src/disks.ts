/**
 * The disks of a device: its SD card and its network share.
 * Source: console specification B §3 "Disk info", "Job", "Network share"; device-api.md #27 to #29.
 */

/** The ids of the disks. */
export const SD_CARD = 'SD_DISK'
export const NETWORK_SHARE = 'NetworkShare'
export const DISK_IDS = [SD_CARD, NETWORK_SHARE] as const
export type DiskId = (typeof DISK_IDS)[number]

/**
 * - `disconnected`: there is no card, or no share;
 * - `connected`: there, but not mounted;
 * - `OK`: mounted and in use;
 * - `failed`: it can't be used, because it is damaged, not formatted or not reachable;
 * - `no passphrase`, `wrong passphrase`: the card is encrypted, and the device can't open it;
 * - `not encrypted`: the card isn't encrypted although the device encrypts its cards.
 */
export const DISK_STATUSES = [
  'disconnected',
  'connected',
  'OK',
  'failed',
  'no passphrase',
  'wrong passphrase',
  'not encrypted',
] as const
export type DiskStatus = (typeof DISK_STATUSES)[number]

/** File systems that a card can be formatted with. */
export const CARD_FILE_SYSTEMS = ['ext4', 'vfat'] as const
export type CardFileSystem = (typeof CARD_FILE_SYSTEMS)[number]

/** `illegal`: no file system that the device can use; `cifs`: that of a network share. */
export type FileSystem = CardFileSystem | 'cifs' | 'illegal'

/** One disk, as `list.cgi` answers. A console may meet other statuses and file systems. */
export interface Disk {
  diskid: string
  name: string
  /** Kilobytes (1,024 bytes); 0 when they are not known. */
  totalsize: number
  freesize: number
  /** Percent of use above which the oldest files are deleted. */
  cleanuplevel: number
  /** Days. */
  cleanupmaxage: number
  cleanuppolicy: string
  /** Write protected by an administrator. */
  locked: boolean
  full: boolean
  /** The disk itself accepts no changes. */
  readonly: boolean
  status: string
  filesystem: string
  /** The group of its parameters, `S0`: `root.Storage.S0`. */
  group: string
  requiredfilesystem: string
  /** Whether the device encrypts it when it formats it. */
  encryptionenabled: boolean
  diskencrypted: boolean
}

/** What can be done with a disk. */
export interface DiskCapabilities {
  diskid: string
  /** Whether a file system can be required, which encryption needs. */
  requiredfssupported: boolean
  encryptionsupported: boolean
  /** Those that it can be formatted with. */
  filesystems: readonly string[]
}

export const DISK_ACTIONS = ['mount', 'unmount', 'checkdisk', 'repair', 'format'] as const
export type DiskAction = (typeof DISK_ACTIONS)[number]

/** A job on a disk. It has ended when its progress is 100. */
export interface DiskJob {
  jobid: string
  diskid: string
  action: string
  /** `OK` while it runs and when it has succeeded, `ERROR` when it has failed. */
  result: string
  /** Percent. */
  progress: number
  /** Why it failed; empty otherwise. */
  description: string
}

/** A network share that the device knows. */
export interface NetworkShare {
  shareId: string
  nicename: string
  host: string
  share: string
  /** Empty without a login. */
  user: string
  /** The disk that it is bound to; empty if it is not bound. */
  diskid: string
}

/**
 * The cards that the bench has:
 * - `blank`: only zeros;
 * - `ext4`, `vfat`: an empty file system;
 * - `foreign`: encrypted on another device, so that nobody here has its passphrase;
 * - `damaged`: ext4 that a repair without questions (`e2fsck -p`) refuses, and `e2fsck -y` repairs;
 * - `illegal`: NTFS, as far as its first sector goes;
 * - `full`: ext4 with recordings, and less than 1 % free.
 */
export const SD_CARD_KINDS = [
  'blank',
  'ext4',
  'vfat',
  'foreign',
  'damaged',
  'illegal',
  'full',
] as const
export type SdCardKind = (typeof SD_CARD_KINDS)[number]

/** Files of a mounted disk are deleted after this many days. Source: B §9. */
export const RETENTION_DAYS = [
  1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30, 60, 90, 180, 270, 360, 540,
] as const

/** Stands for "for ever" (B §9). */
export const KEEP_FOREVER = 7000
