/**
 * A file system inside a plain file, which stands for a block device. Everything is done by the
 * host's own programs, without mounting and without root.
 */
import type { CardFileSystem } from '@lintel/contract/disks'

/** A file on a disk. */
export interface StoredFile {
  /** From the root of the disk, with slashes and without one in front. */
  path: string
  /** Bytes. */
  size: number
  /** UTC milliseconds; vfat keeps only the minute. */
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
   * Writes a whole file, and the folders that it needs, at a time (UTC milliseconds, now if there
   * is none). On return it is on the disk; a failed write leaves no part of it.
   * @throws DiskFull
   * @throws UnusableName
   */
  write(path: string, bytes: Uint8Array, modified?: number): Promise<void>
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

/** A name that the file system can't have. */
export class UnusableName extends Error {
  constructor(path: string) {
    super(`The disk can't have a file with this name: ${JSON.stringify(path)}.`)
    this.name = 'UnusableName'
  }
}

/** How a job on an image is watched and stopped. */
export interface Watch {
  /** Ends the programs; the image is then in whatever state they left. */
  signal?: AbortSignal | undefined
  /** Called with the percent that are done. */
  progress?: ((percent: number) => void) | undefined
}

export interface MakeOptions extends Watch {
  /**
   * Writes only what the file system needs, and leaves the rest of the image as it is. By default
   * the rest is emptied.
   */
  keepRest?: boolean
}

/** What a check found. */
export type Condition = 'clean' | 'damaged'

/** One kind of file system, by the programs of this computer. */
export interface ImageFormat {
  readonly name: CardFileSystem
  /** Makes an empty file system over the whole image. */
  make(image: string, options?: MakeOptions): Promise<void>
  /** Reads everything and changes nothing. */
  check(image: string, watch?: Watch): Promise<Condition>
  /** Repairs what can be repaired, and says what is left. */
  repair(image: string, watch?: Watch): Promise<Condition>
  /** Repairs only what loses no complete file, such as what a power cut leaves. */
  preen(image: string, watch?: Watch): Promise<Condition>
  files(image: string, options?: FilesOptions): Files
}

/** How the files of an image are stored. */
export interface FilesOptions {
  /**
   * Called when what was written has to be on the disk before anything else is; syncs the image by
   * default.
   */
  flush?: () => Promise<void>
  /** Where the bytes of a file are on the way to a program; beside the image by default. */
  folder?: string
}
