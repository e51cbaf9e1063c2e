/**
 * The files of FAT by mtools. Source: the manual pages of mtools 4.0. As on FAT, case does not tell
 * names apart, and mtools gives letters beyond ASCII in names as short as `grün.txt` back as capitals.
 */
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BOOT_SECTOR_SIZE, readBootSector } from './boot-sector.ts'
import { sync } from './durable.ts'
import { DiskFull, UnusableName } from './file-system.ts'
import type { Files, FilesOptions, StoredFile } from './file-system.ts'
import { withSource } from './hidden-file.ts'
import { foldersOf, namesIn } from './paths.ts'
import { ProgramFailed, run } from './programs.ts'
import type { Outcome, Program, RunOptions } from './programs.ts'
import { alone } from './queue.ts'

const like = (part: string, of: string) => (of === of.toLowerCase() ? part : part.toUpperCase())

/**
 * The name of a file until it is complete, in the folder that it is for. What a power cut leaves,
 * the next write there replaces. FAT stores the case of a short name beside it, and mren keeps that
 * of the old name, so this one has the case of the new name.
 */
function partName(name: string): string {
  const dot = name.lastIndexOf('.')
  const [base, extension] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot + 1)]
  return `${like('incompl', base)}.${like('ete', extension)}`
}

const isPart = (name: string) => name.toLowerCase() === 'incompl.ete'

/** Files at the root in which fsck.vfat puts the clusters that belong to no file. */
const FOUND = /^FSCK\d{4}\.REC$/

/** Bytes of output for a file that is read: FAT allows no larger files. */
const FILE_MAX = 4 * 1024 ** 3

/** FAT has no earlier times. */
const EARLIEST = Date.UTC(1980, 0, 1)

/** The files of an image with FAT. */
export function vfatFiles(image: string, options: FilesOptions = {}): Files {
  const { flush = () => sync(image), folder = dirname(image) } = options
  return {
    usage: () =>
      alone(image, async () => {
        const { clusters, clusterSize } = await bootSectorOf(image)
        const { stdout } = await done('mdir', image, ['-a', '::/'])
        const [, free] = /^\s*([\d ]+) bytes free$/m.exec(stdout.toString()) ?? []
        // No number is not 0: a disk without space loses its oldest files.
        if (free === undefined) throw new ProgramFailed('mdir', 'It says nothing of free space.')
        return { total: clusters * clusterSize, free: Number(free.replaceAll(' ', '')) }
      }),

    list: (folder) => alone(image, () => list(image, folder)),

    write: (path, bytes, modified = Date.now()) =>
      alone(image, () => write(image, path, bytes, modified, { flush, folder })),

    read: (path) => alone(image, () => read(image, path)),

    remove: (path) =>
      alone(image, async () => {
        await removeFile(image, path)
        await removeEmpty(image, path)
        await flush()
      }),
  }
}

/** Characters that FAT has no room for: mtools would replace them, or ask. */
// oxlint-disable-next-line no-control-regex
const REFUSED = /[\u0000-\u001f"*:<>?\\|\u007f]|[. ]$|[\u{10000}-\u{10ffff}]/u

/** @throws UnusableName */
function usable(path: string): string[] {
  const names = namesIn(path)
  if (names.some((name) => REFUSED.test(name))) throw new UnusableName(path)
  return names
}

/** The names of what is there are patterns for mtools. */
const pattern = (name: string) => name.replaceAll('[', '[[]')

/** A word for what is there. */
const existing = (path: string): string => `::/${usable(path).map(pattern).join('/')}`

/** A word for what is made, in a folder that is there. */
function fresh(path: string): string {
  const names = usable(path)
  return ['::', ...names.slice(0, -1).map(pattern), names.at(-1)].join('/')
}

const mtools = (
  program: Program,
  image: string,
  args: readonly string[],
  { env, ...options }: RunOptions = {},
): Promise<Outcome> =>
  run(program, ['-i', image, ...args], {
    // Without the files that configure it, and without the tests of geometry, which images fail.
    env: { MTOOLSRC: '/dev/null', HOME: '/', MTOOLS_SKIP_CHECK: '1', ...env },
    ...options,
  })

async function done(...args: Parameters<typeof mtools>): Promise<Outcome> {
  const outcome = await mtools(...args)
  if (outcome.code === 0) return outcome
  if (/Disk full|No space|No free/i.test(outcome.stderr)) throw new DiskFull()
  throw new ProgramFailed(args[0], outcome.stderr)
}

const saysAbsent = (message: string) => /" not found$|does not exist/im.test(message)

async function bootSectorOf(image: string) {
  const handle = await open(image, 'r')
  try {
    const { buffer } = await handle.read(Buffer.alloc(BOOT_SECTOR_SIZE), 0, BOOT_SECTOR_SIZE, 0)
    const found = readBootSector(buffer)
    if (!found) throw new ProgramFailed('mdir', 'There is no FAT file system.')
    return found
  } finally {
    await handle.close()
  }
}

/** Name and extension, size or folder, date, time, and the long name if there is one. */
const ROW = /^(.{8}) (.{3}) +(\d+|<DIR>) +(\d{4}-\d{2}-\d{2}) +(\d{1,2}:\d{2}) ?(.*)$/u

async function list(image: string, folder: string): Promise<StoredFile[]> {
  const word = folder === '' ? '::/' : existing(folder)
  const { code, stdout, stderr } = await mtools('mdir', image, ['-/', '-a', word])
  if (code !== 0 && !saysAbsent(stderr)) throw new ProgramFailed('mdir', stderr)
  const files: StoredFile[] = []
  let inside: string | undefined
  for (const line of stdout.toString().split('\n')) {
    const [, header] = /^Directory for ::\/(.*)$/.exec(line) ?? []
    if (header !== undefined) inside = header.replace(/\/$/, '').replaceAll('[[]', '[')
    const [, base = '', extension = '', size, date, time, long] = ROW.exec(line) ?? []
    // The folder of a file is listed for the file itself.
    if (size === undefined || size === '<DIR>' || inside === undefined) continue
    const short = [base.trim(), extension.trim()].filter(Boolean).join('.')
    const name = long?.trim() || short
    const path = inside === '' ? name : `${inside}/${name}`
    if (isPart(name) || path === folder) continue
    files.push({
      path,
      size: Number(size),
      modified: Date.parse(`${date}T${time?.padStart(5, '0')}Z`),
    })
  }
  return files.filter(
    ({ path }) => folder === '' || path.toLowerCase().startsWith(`${folder.toLowerCase()}/`),
  )
}

/** The whole of a file. */
async function read(image: string, path: string): Promise<Buffer | undefined> {
  // It lists a file by its own path, and a folder by those of its files.
  const found = await mtools('mdir', image, ['-b', '-a', existing(path)])
  const listed = found.stdout.toString().trimEnd().toLowerCase()
  if (listed !== `::/${path}`.toLowerCase()) return undefined
  const options = { outputMax: FILE_MAX }
  return (await done('mtype', image, [existing(path)], options)).stdout
}

/** Writes a file under another name, and renames it when all of it is on the disk. */
async function write(
  image: string,
  path: string,
  bytes: Uint8Array,
  modified: number,
  { flush, folder: sources }: Required<FilesOptions>,
): Promise<void> {
  const names = namesIn(path)
  const part = [...names.slice(0, -1), partName(names.at(-1) ?? '')].join('/')
  const target = fresh(path)
  const env = { SOURCE_DATE_EPOCH: String(Math.floor(Math.max(modified, EARLIEST) / 1000)) }
  try {
    for (const folder of foldersOf(path)) await makeFolder(image, folder, env)
    await withSource(sources, bytes, (source) =>
      done('mcopy', image, ['-o', source, fresh(part)], { env }),
    )
    await flush()
    await removeFile(image, path)
    await done('mren', image, [existing(part), target])
  } catch (failure) {
    await removeFile(image, part).catch(() => {})
    await removeEmpty(image, path).catch(() => {})
    throw failure
  } finally {
    await flush()
  }
}

/** Makes a folder unless it is there. */
async function makeFolder(image: string, folder: string, env: Record<string, string>) {
  const { code } = await mtools('mdir', image, ['-b', '-a', existing(folder)])
  if (code !== 0) await done('mmd', image, [fresh(folder)], { env })
}

async function removeFile(image: string, path: string): Promise<void> {
  const { code, stderr } = await mtools('mdel', image, [existing(path)])
  if (code !== 0 && !saysAbsent(stderr)) throw new ProgramFailed('mdel', stderr)
}

/** Does a repair, and removes what it has found of incomplete files and of removed ones. */
export async function removeFound<Result>(
  image: string,
  repair: () => Promise<Result>,
): Promise<Result> {
  const found = async () =>
    (await done('mdir', image, ['-b', '-a', '::/'])).stdout
      .toString()
      .split('\n')
      .map((line) => line.replace(/^::\//, ''))
      .filter((name) => FOUND.test(name))
  const before = new Set(await found())
  const result = await repair()
  for (const name of await found()) if (!before.has(name)) await removeFile(image, name)
  await sync(image)
  return result
}

/** Removes the folders of a file as far as they are empty. */
async function removeEmpty(image: string, path: string): Promise<void> {
  for (const folder of foldersOf(path).toReversed()) {
    const { code } = await mtools('mrd', image, [existing(folder)])
    if (code !== 0) return
  }
}
