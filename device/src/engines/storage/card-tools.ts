import type { CardFileSystem } from '@lintel/contract/disks'
import type { Condition, Files, Watch } from '@lintel/disk-image/file-system'

/** What is on a card, once it can be read: a plain card, or an encrypted one that is open. */
export interface Volume {
  readonly encrypted: boolean
  /** The passphrase that opened it. */
  readonly passphrase?: string | undefined
  /** Undefined if there is none that the device can use. */
  readonly fileSystem: CardFileSystem | undefined
  /** Reads everything and changes nothing. */
  check(watch: Watch): Promise<Condition>
  /** Repairs what can be repaired, and says what is left. */
  repair(watch: Watch): Promise<Condition>
  /** Repairs only what loses nothing. */
  preen(watch: Watch): Promise<Condition>
  files(): Files
  /** It is not used any more. */
  close(): Promise<void>
}

/**
 * What the device can do with the image of a card. What needs a program that this computer lacks
 * rejects with `MissingProgram`.
 */
export interface CardTools {
  /** File systems that can be made here. */
  fileSystems(): readonly CardFileSystem[]
  canEncrypt(): boolean
  /** The programs in use, for the server report. */
  programs(): string
  /**
   * Opens a card.
   * @param passphrases are tried in turn if it is encrypted
   */
  open(
    image: string,
    passphrases: readonly string[],
    signal: AbortSignal,
  ): Promise<Volume | 'no passphrase' | 'wrong passphrase'>
  /** Formats a card, encrypted with this passphrase if there is one. */
  make(
    image: string,
    fileSystem: CardFileSystem,
    passphrase: string | undefined,
    watch: Watch,
  ): Promise<Volume>
  /** False, and nothing has changed, if the old passphrase doesn't open the card. */
  changePassphrase(image: string, old: string, next: string): Promise<boolean>
}
