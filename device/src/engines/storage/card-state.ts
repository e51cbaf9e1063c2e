import type { CardFileSystem, DiskStatus, FileSystem } from '@lintel/contract/disks'
import type { Files, Usage } from '@lintel/disk-image/file-system'
import type { Volume } from './card-tools.ts'
import type { DiskOrder } from './disk.ts'

/** The card in the slot, as far as the device knows it. */
export interface PresentCard {
  /** The file that stands for it. */
  readonly image: string
  /** Undefined before it has been inspected, and when that failed. */
  volume: Volume | 'no passphrase' | 'wrong passphrase' | undefined
  damaged: boolean
  mounted: MountedCard | undefined
}

export interface MountedCard {
  files: Files
  space: Space
}

/** The space on a mounted card, after the latest change. */
export interface Space {
  usage: Usage
  /** The latest write found none. */
  full: boolean
}

/** What decides with the card about its status. */
export interface CardSettings {
  /** Whether the device encrypts its cards. */
  encrypts: boolean
  locked: boolean
  /** The only file system that cards may have; undefined for any. */
  required: CardFileSystem | undefined
}

/** The volume of a card that can be read, with its file system. */
export function readable(card: PresentCard) {
  const { volume } = card
  if (typeof volume !== 'object' || volume.fileSystem === undefined) return undefined
  return { volume, fileSystem: volume.fileSystem }
}

export function statusOf(
  card: PresentCard | undefined,
  { encrypts, required }: CardSettings,
): DiskStatus {
  if (!card) return 'disconnected'
  if (card.mounted) return 'OK'
  if (typeof card.volume === 'string') return card.volume
  const found = readable(card)
  if (!found || card.damaged || isOther(found.fileSystem, required)) return 'failed'
  return encrypts && !found.volume.encrypted ? 'not encrypted' : 'connected'
}

/** Undefined if it can't be told: there is no card, or it is encrypted and not open. */
export function fileSystemOf(card: PresentCard | undefined): FileSystem | undefined {
  if (!card || typeof card.volume === 'string') return undefined
  return readable(card)?.fileSystem ?? 'illegal'
}

export const isEncrypted = (card: PresentCard | undefined): boolean =>
  typeof card?.volume === 'string' || card?.volume?.encrypted === true

const isOther = (fileSystem: CardFileSystem, required: CardFileSystem | undefined) =>
  required !== undefined && fileSystem !== required

/** Why a card can't be used, in a sentence for people. */
const UNUSABLE: Partial<Record<DiskStatus, string>> = {
  'no passphrase': 'The card is encrypted, and the device does not know its passphrase.',
  'wrong passphrase': 'The card is encrypted with another passphrase.',
  'not encrypted': 'The card is not encrypted. Format it first.',
}

export const DAMAGED = 'The file system of the card is damaged. Repair or format the card.'
const NO_CARD = 'There is no SD card in the device.'
const NO_FILE_SYSTEM = 'The card has no file system that the device can use. Format it first.'

/** Why an order can't be carried out, in a sentence for people. */
export function refusalOf(
  { action, filesystem }: DiskOrder,
  card: PresentCard | undefined,
  settings: CardSettings,
): string | undefined {
  if (!card) return NO_CARD
  if (action === 'unmount') return undefined
  if (action === 'mount') return card.mounted ? undefined : unusable(card, settings)
  if (card.mounted) return 'The disk is mounted. Unmount it first.'
  if (action !== 'checkdisk' && settings.locked) return 'The disk is write protected.'
  if (action === 'format') return notFormatted(filesystem, settings)
  return unusable(card, { ...settings, encrypts: false, required: undefined }) ?? onlyExt4(card)
}

function notFormatted(
  filesystem: DiskOrder['filesystem'],
  { required }: CardSettings,
): string | undefined {
  if (filesystem !== 'ext4' && filesystem !== 'vfat') {
    return 'An SD card can be formatted with ext4 or vfat.'
  }
  return isOther(filesystem, required) ? mustHave(required) : undefined
}

const mustHave = (required = '') => `SD cards of this device must have ${required}.`

/** A damaged card may be usable: that is for the job to find out. */
function unusable(card: PresentCard, settings: CardSettings): string | undefined {
  const found = readable(card)
  const known = UNUSABLE[statusOf(card, settings)]
  if (known !== undefined) return known
  if (!found) return NO_FILE_SYSTEM
  return isOther(found.fileSystem, settings.required) ? mustHave(settings.required) : undefined
}

const onlyExt4 = (card: PresentCard) =>
  readable(card)?.fileSystem === 'ext4'
    ? undefined
    : 'Only cards with ext4 can be checked and repaired.'
