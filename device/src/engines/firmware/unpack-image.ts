import { createHash, createPublicKey, verify } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Refusal } from '@lintel/contract/fault'
import { imageManifest } from '@lintel/contract/firmware-image'
import type { ImageManifest } from '@lintel/contract/firmware-image'
import { MANIFEST_FILE, SIGNATURE_FILE } from '@lintel/contract/image-files'
import * as v from 'valibot'
import { BrokenArchive, bytesOf, entriesIn } from '../../archive/read-tar.ts'
import type { ArchiveEntry } from '../../archive/read-tar.ts'

/** Maximum size in bytes of a manifest, and of all files of an image together. */
const MANIFEST_MAX = 1024 * 1024
const FILES_MAX = 512 * 1024 * 1024

export interface ImageTarget {
  /** The target folder; replaced if it exists. */
  folder: string
  /** Public keys (PEM); the image must be signed by one of them. */
  trustedKeys: readonly string[]
  /** Product number of this device. */
  product: string
  /** Simulates a full disk. */
  diskFull: () => boolean
}

/**
 * Unpacks a firmware image while it is received and verifies its signature, its product and every
 * file's digest. Writes only files that the signed manifest lists. When it resolves, the files are
 * synced to disk; when it rejects, the folder is removed. Invalid images reject with a `Refusal`.
 */
export async function unpackImage(
  bytes: AsyncIterable<Uint8Array>,
  target: ImageTarget,
): Promise<ImageManifest> {
  await rm(target.folder, { recursive: true, force: true })
  const image = openImage(target)
  try {
    await mkdir(target.folder, { recursive: true, mode: 0o700 })
    for await (const entry of entriesIn(unzipped(bytes))) await image.add(entry)
    const manifest = image.finish()
    await syncFolders(target.folder, Object.keys(manifest.files))
    return manifest
  } catch (cause) {
    await rm(target.folder, { recursive: true, force: true })
    throw refusalFor(cause)
  }
}

const MANIFEST = v.pipe(v.string(), v.parseJson(), imageManifest)

const foreign = () => new Refusal('invalid', 'This is not a firmware image.')
const incomplete = () => new Refusal('invalid', 'The firmware image is incomplete.')
const altered = (what: string) =>
  new Refusal('invalid', `The firmware image was altered: ${what} does not match the signature.`)

/** Maps errors of the archive and of the disk to refusals. */
function refusalFor(cause: unknown): unknown {
  if (cause instanceof Refusal) return cause
  const { code = '' } = cause as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Refusal('storage', 'The device has no storage left.')
  }
  if (code === 'Z_BUF_ERROR') return incomplete()
  if (cause instanceof BrokenArchive) return cause.how === 'foreign' ? foreign() : incomplete()
  return code.startsWith('Z_') ? foreign() : cause
}

/** Decompresses gzip. Errors surface where the result is read. */
function unzipped(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const unzip = createGunzip()
  pipeline(Readable.from(bytes), unzip).catch(() => {})
  return unzip as AsyncIterable<Uint8Array>
}

/** Receives an image: first the manifest, then its signature, then the files. */
function openImage({ folder, trustedKeys, product, diskFull }: ImageTarget) {
  let signed: Buffer | undefined
  let manifest: ImageManifest | undefined
  const missing = new Set<string>()

  async function addFile(entry: ArchiveEntry, { files }: ImageManifest): Promise<void> {
    const listed = files[entry.path]
    if (!listed || !missing.delete(entry.path) || entry.size !== listed.size)
      throw altered(entry.path)
    if (diskFull()) throw new Refusal('storage', 'The device has no storage left.')
    const path = join(folder, entry.path)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const digest = await write(path, entry.bytes)
    if (digest !== listed.sha256) throw altered(entry.path)
  }

  return {
    async add(entry: ArchiveEntry): Promise<void> {
      if (manifest) return addFile(entry, manifest)
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
    /** The manifest. @throws Refusal when parts are missing */
    finish(): ImageManifest {
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
  const trusted = trustedKeys.some((key) => verify(null, signed, createPublicKey(key), signature))
  if (!trusted) {
    const message = 'The firmware image is not signed by a key that this device trusts.'
    throw new Refusal('invalid', message)
  }
  const read = v.safeParse(MANIFEST, signed.toString('utf8'))
  if (!read.success) throw new Refusal('invalid', 'The firmware image has an unknown format.')
  const { products, files } = read.output
  if (products.length > 0 && !products.includes(product)) {
    const message = `The firmware image is for ${products.join(', ')}, not for ${product}.`
    throw new Refusal('invalid', message)
  }
  const size = Object.values(files).reduce((sum, file) => sum + file.size, 0)
  if (size > FILES_MAX) throw new Refusal('tooLarge', 'The firmware image is too large.')
  return read.output
}

/** Writes and syncs a file, and returns its digest. */
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

/** Syncs the directory entries, too. */
async function syncFolders(folder: string, paths: readonly string[]): Promise<void> {
  // Windows can't open directories, and doesn't need this.
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
