import { CARD_FILE_SYSTEMS } from '@lintel/contract/disks'
import type { CardFileSystem } from '@lintel/contract/disks'
import { openEncrypted } from '@lintel/disk-image/encrypted'
import type { UnlockedImage } from '@lintel/disk-image/encrypted'
import { ext4 } from '@lintel/disk-image/ext4'
import type { ImageFormat } from '@lintel/disk-image/file-system'
import { identify } from '@lintel/disk-image/identify'
import type { Contents } from '@lintel/disk-image/identify'
import { changePassphrase, formatLuks } from '@lintel/disk-image/luks'
import { hasProgram, MissingProgram, missingPrograms } from '@lintel/disk-image/programs'
import type { Program } from '@lintel/disk-image/programs'
import { vfat } from '@lintel/disk-image/vfat'
import type { CardTools, Volume } from './card-tools.ts'

const FORMATS: Record<CardFileSystem, ImageFormat> = { ext4, vfat }

/** What each file system needs, to be made, checked, repaired and used. */
const PROGRAMS: Record<CardFileSystem, readonly Program[]> = {
  ext4: ['mkfs.ext4', 'e2fsck', 'dumpe2fs', 'debugfs'],
  vfat: ['mkfs.vfat', 'fsck.vfat', 'mcopy', 'mdel', 'mdir', 'mmd', 'mrd', 'mren', 'mtype'],
}

/** The percent of a formatting that are done once an image is encrypted, and once it is open. */
const ENCRYPTED = 40
const OPEN = 60

interface ImageToolsOptions {
  /** For decrypted copies of cards that don't fit into memory; only the device can read it. */
  privateFolder: string
  /** Iterations of the passphrase's derivation; tests take few. */
  iterations?: number | undefined
}

/** The programs of this computer, on images in files. */
export function openImageTools({ privateFolder, iterations }: ImageToolsOptions): CardTools {
  const strength = iterations === undefined ? {} : { iterations }

  async function encrypted(
    image: string,
    passphrase: string,
    signal?: AbortSignal,
  ): Promise<UnlockedImage> {
    const unlocked = await openEncrypted(image, passphrase, privateFolder, { signal })
    if (!unlocked) throw new Error('the passphrase does not open the card that it has encrypted')
    return unlocked
  }

  return {
    fileSystems: () =>
      CARD_FILE_SYSTEMS.filter((name) => missingPrograms(PROGRAMS[name]).length === 0),
    canEncrypt: () => hasProgram('cryptsetup'),
    programs() {
      const missing = missingPrograms([...PROGRAMS.ext4, ...PROGRAMS.vfat, 'cryptsetup'])
      const all = 'images, by e2fsprogs, dosfstools, mtools and cryptsetup'
      return missing.length === 0 ? all : `${all}; not installed: ${missing.join(' ')}`
    },
    async open(image, passphrases, signal) {
      const contents = await identify(image)
      if (contents !== 'luks') return plainVolume(image, contents)
      if (passphrases.length === 0) return 'no passphrase'
      for (const passphrase of passphrases) {
        const unlocked = await openEncrypted(image, passphrase, privateFolder, { signal })
        if (unlocked) return encryptedVolume(unlocked, passphrase, await unlocked.contents())
      }
      return 'wrong passphrase'
    },
    async make(image, fileSystem, passphrase, watch) {
      // Before anything on the card is lost.
      const [missing] = missingPrograms(PROGRAMS[fileSystem])
      if (missing) throw new MissingProgram(missing)
      const format = FORMATS[fileSystem]
      const { signal, progress } = watch
      if (passphrase === undefined) {
        await format.make(image, watch)
        return plainVolume(image, fileSystem)
      }
      await formatLuks(image, passphrase, { ...strength, signal })
      progress?.(ENCRYPTED)
      const unlocked = await encrypted(image, passphrase, signal)
      progress?.(OPEN)
      try {
        await unlocked.make(format, { signal })
      } catch (cause) {
        await unlocked.close()
        throw cause
      }
      return encryptedVolume(unlocked, passphrase, fileSystem)
    },
    changePassphrase: (image, old, next) => changePassphrase(image, old, next, strength),
  }
}

/** A file system that the device can use; a card inside a card is none. */
const usable = (contents: Contents): CardFileSystem | undefined =>
  CARD_FILE_SYSTEMS.find((name) => name === contents)

/** @throws TypeError for a volume without a file system, which nobody may use */
function formatOf(fileSystem: CardFileSystem | undefined): ImageFormat {
  if (!fileSystem) throw new TypeError('the card has no file system')
  return FORMATS[fileSystem]
}

function plainVolume(image: string, contents: Contents): Volume {
  const fileSystem = usable(contents)
  return {
    encrypted: false,
    fileSystem,
    check: (watch) => formatOf(fileSystem).check(image, watch),
    repair: (watch) => formatOf(fileSystem).repair(image, watch),
    preen: (watch) => formatOf(fileSystem).preen(image, watch),
    files: () => formatOf(fileSystem).files(image),
    close: () => Promise.resolve(),
  }
}

function encryptedVolume(unlocked: UnlockedImage, passphrase: string, contents: Contents): Volume {
  const fileSystem = usable(contents)
  return {
    encrypted: true,
    passphrase,
    fileSystem,
    check: (watch) => unlocked.check(formatOf(fileSystem), watch),
    repair: (watch) => unlocked.repair(formatOf(fileSystem), watch),
    preen: (watch) => unlocked.preen(formatOf(fileSystem), watch),
    files: () => unlocked.files(formatOf(fileSystem)),
    close: () => unlocked.close(),
  }
}
