/**
 * A file system inside a plain file, which stands for a block device. Everything is done by the
 * host's own programs, without mounting and without root.
 */

/** A file on a disk. */
export interface StoredFile {
  /** From the root of the disk, with slashes and without one in front. */
  path: string
  /** Bytes. */
  size: number
  /** UTC milliseconds. */
  modified: number
}

/** Bytes. */
export interface Usage {
  total: number
  free: number
}

/** The files of a mounted disk: a card or a network share. */
export interface Files {
  usage(): Promise<Usage>
  /** All files below a folder; none if there is no such folder. */
  list(folder: string): Promise<StoredFile[]>
  /**
   * Writes a whole file, and the folders that it needs. On return it is on the disk; a failed write
   * leaves no part of it.
   * @throws DiskFull
   */
  write(path: string, bytes: Uint8Array): Promise<void>
  /** Undefined if there is no such file. */
  read(path: string): Promise<Uint8Array | undefined>
  /** Removes a file, and the folders that this empties. */
  remove(path: string): Promise<void>
}

/** There is no space left for a file. */
export class DiskFull extends Error {
  constructor() {
    super('The disk is full.')
    this.name = 'DiskFull'
  }
}

/** How a job on an image is watched and stopped. */
export interface Watch {
  /** Ends the programs; the image is then in whatever state they left. */
  signal?: AbortSignal | undefined
  /** Called with the percent that are done. */
  progress?: ((percent: number) => void) | undefined
}

/** What a check found. */
export type Condition = 'clean' | 'damaged'

/** One kind of file system, by the programs of this computer. */
export interface ImageFormat {
  readonly name: 'ext4' | 'vfat'
  /** Makes an empty file system over the whole image. */
  make(image: string, watch?: Watch): Promise<void>
  /** Reads everything and changes nothing. */
  check(image: string, watch?: Watch): Promise<Condition>
  /** Repairs what can be repaired, and says what is left. */
  repair(image: string, watch?: Watch): Promise<Condition>
  files(image: string): Files
}
