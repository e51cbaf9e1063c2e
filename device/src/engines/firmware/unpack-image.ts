import { createHash, createPublicKey, verify } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Refusal } from '@lintel/contract/fault'
import { MANIFEST_FILE, SIGNATURE_FILE, imageManifest } from '@lintel/contract/firmware-image'
import type { ImageManifest } from '@lintel/contract/firmware-image'
import * as v from 'valibot'
import { BrokenArchive, bytesOf, entriesIn } from './read-archive.ts'
import type { ArchiveEntry } from './read-archive.ts'

/** Most bytes of a manifest, and of all the files of an image together. */
const MANIFEST_MAX = 1024 * 1024
const FILES_MAX = 512 * 1024 * 1024

export interface ImageTarget {
  /** Where the image goes; must not be there yet. */
  folder: string
  /** Public keys (PEM): one of them must have signed it. */
  trustedKeys: readonly string[]
  /** Product number of this device. */
  product: string
  /** Whether writing has to fail, as on a full disk. */
  diskFull: () => boolean
}

/**
 * Unpacks a firmware image as it comes and checks all of it: who signed it, for which product, and
 * every file's digest. Only files that the signed manifest names are written. When it resolves, the
 * files are on the disk; when it rejects with a `Refusal` in words, nothing is left.
 */
export async function unpackImage(
  bytes: AsyncIterable<Uint8Array>,
  target: ImageTarget,
): Promise<ImageManifest> {
  await rm(target.folder, { recursive: true, force: true })
  const image = openImage(target)
  try {
    await mkdir(target.folder, { recursive: true, mode: 0o700 })
    for await (const entry of entriesIn(unzipped(bytes))) await image.take(entry)
    const manifest = image.whole()
    await syncFolders(target.folder, Object.keys(manifest.files))
    return manifest
  } catch (cause) {
    await rm(target.folder, { recursive: true, force: true })
    throw inWords(cause)
  }
}

const MANIFEST = v.pipe(v.string(), v.parseJson(), imageManifest)

const foreign = () => new Refusal('invalid', 'This is no firmware image.')
const incomplete = () => new Refusal('invalid', 'The firmware image is incomplete.')
const altered = (what: string) =>
  new Refusal('invalid', `The firmware image was altered: ${what} is not what was signed.`)

/** What is wrong with an archive, or with the disk. */
function inWords(cause: unknown): unknown {
  if (cause instanceof Refusal) return cause
  const { code = '' } = cause as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Refusal('storage', 'The device has no storage left.')
  }
  if (code === 'Z_BUF_ERROR') return incomplete()
  if (cause instanceof BrokenArchive) return cause.how === 'foreign' ? foreign() : incomplete()
  return code.startsWith('Z_') ? foreign() : cause
}

/** The bytes without their compression (gzip). What is wrong with them comes out where they are read. */
function unzipped(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const unzip = createGunzip()
  pipeline(Readable.from(bytes), unzip).catch(() => {})
  return unzip as AsyncIterable<Uint8Array>
}

/** An image as it comes: first the manifest, then its signature, then the files. */
function openImage({ folder, trustedKeys, product, diskFull }: ImageTarget) {
  let signed: Buffer | undefined
  let manifest: ImageManifest | undefined
  const missing = new Set<string>()

  async function takeFile(entry: ArchiveEntry, { files }: ImageManifest): Promise<void> {
    const told = files[entry.path]
    if (!told || !missing.delete(entry.path) || entry.size !== told.size) throw altered(entry.path)
    if (diskFull()) throw new Refusal('storage', 'The device has no storage left.')
    const path = join(folder, entry.path)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const digest = await write(path, entry.bytes)
    if (digest !== told.sha256) throw altered(entry.path)
  }

  return {
    async take(entry: ArchiveEntry): Promise<void> {
      if (manifest) return takeFile(entry, manifest)
      if (signed) {
        if (entry.path !== SIGNATURE_FILE || entry.size > MANIFEST_MAX) throw foreign()
        manifest = manifestOf(signed, await bytesOf(entry.bytes), { trustedKeys, product })
        for (const path of Object.keys(manifest.files)) missing.add(path)
        await write(join(folder, MANIFEST_FILE), [signed])
        return undefined
      }
      if (entry.path !== MANIFEST_FILE || entry.size > MANIFEST_MAX) throw foreign()
      signed = await bytesOf(entry.bytes)
      return undefined
    },
    /** What it turned out to be. @throws Refusal when something of it has not come */
    whole(): ImageManifest {
      if (!manifest) throw signed ? incomplete() : foreign()
      if (missing.size > 0) throw incomplete()
      return manifest
    },
  }
}

function manifestOf(
  signed: Buffer,
  signature: Buffer,
  { trustedKeys, product }: Pick<ImageTarget, 'trustedKeys' | 'product'>,
): ImageManifest {
  const known = trustedKeys.some((key) => verify(null, signed, createPublicKey(key), signature))
  if (!known) {
    const words = 'The firmware image is not signed by anybody whom this device trusts.'
    throw new Refusal('invalid', words)
  }
  const read = v.safeParse(MANIFEST, signed.toString('utf8'))
  if (!read.success) throw new Refusal('invalid', 'The firmware image is of an unknown format.')
  const { products, files } = read.output
  if (products.length > 0 && !products.includes(product)) {
    const words = `The firmware image is for ${products.join(', ')}, and this is a ${product}.`
    throw new Refusal('invalid', words)
  }
  const size = Object.values(files).reduce((sum, file) => sum + file.size, 0)
  if (size > FILES_MAX) throw new Refusal('tooLarge', 'The firmware image is too large.')
  return read.output
}

/** Writes a file that has to be on the disk, and gives its digest. */
async function write(
  path: string,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of bytes) {
      hash.update(chunk)
      await file.appendFile(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

/** Has the names of the files on the disk too. */
async function syncFolders(folder: string, paths: readonly string[]): Promise<void> {
  // Windows opens no folders, and needs no more than the files.
  if (process.platform === 'win32') return
  const all = new Set([folder])
  for (const path of paths) {
    for (let at = dirname(path); at !== '.'; at = dirname(at)) all.add(join(folder, at))
  }
  for (const one of all) {
    const opened = await open(one, 'r')
    try {
      await opened.sync()
    } finally {
      await opened.close()
    }
  }
}
