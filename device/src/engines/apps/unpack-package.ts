import { mkdir, open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { PACKAGE_MAX } from '@lintel/contract/rules/applications'
import { Refusal } from '@lintel/contract/fault'
import { BrokenArchive, bytesOf, entriesIn } from '../../archive/read-tar.ts'
import type { ArchiveEntry } from '../../archive/read-tar.ts'
import { appProblem, noRoom } from './problem.ts'
import { MANIFEST, PACKAGE_CONF, readManifest, readPackageConf } from './settings.ts'
import type { AppSettings, Demands } from './settings.ts'
import { OWN_DATA } from './stored-app.ts'

/** Limits of a package: bytes of all its files and of its settings, entries, length of a path. */
export const LIMITS = {
  unpacked: 256 * 1024 * 1024,
  settings: 256 * 1024,
  entries: 4000,
  path: 200,
} as const

/** The highest version of the interface for applications that this device counts as having. */
const SDK = 3

/** Names of this host's processor in packages, and the number that its programs have (ELF). */
const PROCESSORS: Partial<Record<NodeJS.Architecture, { names: string[]; machine: number }>> = {
  x64: { names: ['x86_64', 'amd64'], machine: 62 },
  arm64: { names: ['aarch64', 'arm64'], machine: 183 },
  arm: { names: ['armv7hf', 'armv6'], machine: 40 },
}

export interface UnpackTarget {
  /** An empty folder. */
  folder: string
  /** Simulates a full disk. */
  diskFull: () => boolean
}

/**
 * Unpacks a package (`.eap`: tar, gzip) while it is received. Only plain files and folders within the
 * folder are made. Resolves once everything is synced to the disk. The caller removes the folder when
 * it rejects: with a `Refusal` that has a code of the public calls, or with what the bytes throw.
 */
export async function unpackPackage(
  bytes: AsyncIterable<Uint8Array>,
  target: UnpackTarget,
): Promise<AppSettings> {
  const unpacked = openPackage(target)
  const source = unzipped(limited(bytes))
  try {
    for await (const entry of entriesIn(source.bytes, { anybodys: true })) await unpacked.add(entry)
    return await unpacked.finish()
  } catch (cause) {
    throw problemFor(source.failure() ?? cause)
  }
}

const noPackage = () => appProblem('noPackage', 'The file is not an application package (.eap).')
const tooLarge = () => appProblem('noRoom', 'The package is too large.')
const badContent = (what: string) => appProblem('badContent', `The package is refused: ${what}.`)

function problemFor(cause: unknown): unknown {
  if (cause instanceof Refusal) return cause
  if (cause instanceof BrokenArchive) return noPackage()
  const { code = '' } = cause as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return noRoom()
  if (code.startsWith('Z_')) return noPackage()
  // Names that the host's file system refuses, or takes for the same one.
  return ['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'EINVAL', 'EILSEQ'].includes(code)
    ? badContent('its names are not usable')
    : cause
}

async function* limited(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = PACKAGE_MAX
  for await (const chunk of bytes) {
    left -= chunk.length
    if (left < 0) throw tooLarge()
    yield chunk
  }
}

/**
 * Decompresses gzip, up to the limit, headers included: a small file can hold endless ones. An error
 * of the source reaches the reader as another one, so it is kept.
 */
function unzipped(bytes: AsyncIterable<Uint8Array>) {
  let failed: unknown
  const unzip = createGunzip()
  pipeline(watched(), unzip).catch(() => undefined)

  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* bytes
    } catch (cause) {
      failed = cause
      throw cause
    }
  }

  async function* plain(): AsyncGenerator<Uint8Array> {
    let left = LIMITS.unpacked + LIMITS.entries * 1024
    for await (const chunk of unzip as AsyncIterable<Uint8Array>) {
      left -= chunk.length
      if (left < 0) throw tooLarge()
      yield chunk
    }
  }

  return { bytes: plain(), failure: () => failed }
}

/** Receives a package, entry by entry. */
function openPackage({ folder, diskFull }: UnpackTarget) {
  const files = new Map<string, { executable: boolean }>()
  const folders = new Set<string>()
  const texts = new Map<string, string>()
  let entries = 0
  let size = 0

  async function makeFolder(path: string): Promise<void> {
    for (let at = path; at !== '.'; at = dirname(at)) {
      if (files.has(at)) throw badContent(`${at} is a file and a folder`)
      folders.add(at)
    }
    await mkdir(join(folder, path), { recursive: true, mode: 0o700 })
  }

  async function addFile(path: string, entry: ArchiveEntry): Promise<void> {
    size += entry.size
    if (size > LIMITS.unpacked) throw tooLarge()
    if (files.has(path) || folders.has(path)) throw badContent(`${path} is there twice`)
    if (path === OWN_DATA) throw badContent(`${path} is not a folder`)
    await makeFolder(dirname(path))
    files.set(path, { executable: entry.executable })
    let content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = entry.bytes
    if (path === MANIFEST || path === PACKAGE_CONF) {
      if (entry.size > LIMITS.settings) throw tooLarge()
      const text = await bytesOf(entry.bytes)
      texts.set(path, text.toString('utf8'))
      content = [text]
    }
    const handle = await open(join(folder, path), 'wx', entry.executable ? 0o700 : 0o600)
    try {
      for await (const chunk of content) {
        if (diskFull()) throw noRoom()
        await handle.appendFile(chunk)
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
  }

  return {
    async add(entry: ArchiveEntry): Promise<void> {
      entries += 1
      if (entries > LIMITS.entries) throw tooLarge()
      const path = pathOf(entry.path)
      if (entry.kind === 'other') throw badContent(`${path} is neither a file nor a folder`)
      if (path === '.') {
        if (entry.kind === 'file') throw badContent('a file has no name')
      } else if (entry.kind === 'folder') await makeFolder(path)
      else await addFile(path, entry)
    },
    /** The settings, once all of the package is on the disk and found to be right. */
    async finish(): Promise<AppSettings> {
      const { settings, demands } = settingsIn(texts)
      checkDemands(demands)
      const { name } = settings
      if (!files.has(name)) throw badContent(`the program ${name} is missing`)
      const handle = await open(join(folder, name), 'r+')
      try {
        await checkProgram(handle)
        await handle.chmod(0o700)
        await handle.sync()
      } finally {
        await handle.close()
      }
      for (const one of ['.', ...folders]) await syncFolder(join(folder, one))
      return settings
    },
  }
}

/** The manifest, or what old packages have instead. */
function settingsIn(texts: ReadonlyMap<string, string>) {
  const manifest = texts.get(MANIFEST)
  if (manifest !== undefined) return readManifest(manifest)
  const conf = texts.get(PACKAGE_CONF)
  if (conf !== undefined) return readPackageConf(conf)
  throw noPackage()
}

/**
 * The path of an entry within the package; `.` for the package itself.
 * @throws Refusal for anything that leads out of it, or that hosts read differently
 */
function pathOf(written: string): string {
  const path = written.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '')
  if (path === '' || path === '.') return '.'
  const usable =
    Buffer.byteLength(path) <= LIMITS.path &&
    !/[\\:\p{Cc}\uFFFD]/u.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  // Also what a leading slash leaves empty.
  if (!usable) throw badContent('a path in it leads elsewhere')
  return path
}

function checkDemands({ architectures, sdk, missing }: Demands): void {
  const own = ['all', ...(PROCESSORS[process.arch]?.names ?? [])]
  if (architectures.length > 0 && !architectures.some((one) => own.includes(one))) {
    throw badContent(`it is for ${architectures.join(', ')}`)
  }
  if (sdk !== '' && !(Number.parseInt(sdk, 10) <= SDK)) {
    throw badContent(`it needs version ${sdk} of the interface for applications`)
  }
  if (missing !== undefined) {
    throw appProblem('notForProduct', `The application needs what this device lacks: ${missing}.`)
  }
}

/** A program of this host: a script, or an ELF file for its processor. */
async function checkProgram(program: FileHandle): Promise<void> {
  const head = Buffer.alloc(20)
  const { bytesRead } = await program.read(head, 0, head.length, 0)
  const bytes = head.subarray(0, bytesRead)
  if (bytes.toString('latin1', 0, 2) === '#!') return
  const isElf = bytes.length === 20 && bytes.toString('latin1', 0, 4) === '\u007fELF'
  if (isElf && bytes.readUInt16LE(18) === PROCESSORS[process.arch]?.machine) return
  throw appProblem(
    'notForProduct',
    'The program of the application does not run on this device: it is for another processor.',
  )
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
