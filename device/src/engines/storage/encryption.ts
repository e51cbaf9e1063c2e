import { DISK_PROPERTY_ERRORS as CODES } from '@lintel/contract/calls/disk-properties'
import { SD_CARD } from '@lintel/contract/disks'
import { Refusal } from '@lintel/contract/fault'
import { passphrase as checkPassphrase } from '@lintel/contract/rules/storage'
import { isEncrypted } from './card-state.ts'
import type { CardSettings, PresentCard } from './card-state.ts'
import type { CardTools } from './card-tools.ts'
import type { Jobs } from './jobs.ts'
import type { Passphrases } from './passphrases.ts'

/**
 * The encryption of a disk. Each method throws `Refusal` with one of `DISK_PROPERTY_ERRORS`, and has
 * then changed nothing.
 */
export interface DiskEncryption {
  /** The next formatting encrypts the card with this passphrase; other such cards open with it. */
  encrypt: (passphrase: string) => Promise<void>
  /** The next formatting makes a plain card. The passphrase is forgotten. */
  decrypt: () => Promise<void>
  /** Of the mounted card and of the device. */
  changePassphrase: (old: string, next: string) => Promise<void>
}

export interface EncryptionParts {
  tools: CardTools
  passphrases: Passphrases
  jobs: Pick<Jobs, 'isRunning'>
  card(): PresentCard | undefined
  settings(): CardSettings
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Looks at the card anew, without mounting it. */
  inspect(): Promise<void>
}

/** @throws Refusal with this code, and a sentence for people */
function refuse(code: keyof typeof CODES, message: string): never {
  throw new Refusal('invalid', message, [CODES[code]])
}

export function openDiskEncryption(parts: EncryptionParts): DiskEncryption {
  const { tools, passphrases, jobs } = parts

  function checkUnmounted(): void {
    checkFree()
    if (parts.card()?.mounted) refuse('mounted', 'The disk is mounted. Unmount it first.')
  }

  function checkFree(): void {
    if (jobs.isRunning(SD_CARD)) refuse('processing', 'A job is running on the disk.')
    if (parts.settings().locked) refuse('processing', 'The disk is write protected.')
  }

  return {
    async encrypt(passphrase) {
      if (!tools.canEncrypt()) refuse('notSupported', 'This device can not encrypt cards.')
      if (checkPassphrase(passphrase)) refuse('passphrase', 'The passphrase is not valid.')
      checkUnmounted()
      if (passphrases.enabled()) refuse('alreadyEnabled', 'Encryption is already enabled.')
      passphrases.set(passphrase)
      await parts.inspect()
    },
    async decrypt() {
      checkUnmounted()
      passphrases.forget()
      await parts.inspect()
    },
    async changePassphrase(old, next) {
      if (checkPassphrase(next)) refuse('newPassphrase', 'The new passphrase is not valid.')
      checkFree()
      await parts.alone(async () => {
        const card = parts.card()
        if (!card?.mounted) refuse('unmounted', 'The disk is not mounted. Mount it first.')
        if (!isEncrypted(card)) refuse('notSupported', 'The card is not encrypted.')
        passphrases.replacing(next)
        if (await tools.changePassphrase(card.image, old, next)) passphrases.set(next)
        else {
          passphrases.keep()
          refuse('oldPassphrase', 'The old passphrase is wrong.')
        }
      })
    },
  }
}
