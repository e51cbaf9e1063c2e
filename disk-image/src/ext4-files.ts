import { dirname } from 'node:path'
import { debugfs, quoted, rooted, saysAbsent, saysFull } from './debugfs.ts'
import { sync } from './durable.ts'
import { DiskFull } from './file-system.ts'
import type { Files, FilesOptions, StoredFile } from './file-system.ts'
import { withSource } from './hidden-file.ts'
import { foldersOf, namesIn } from './paths.ts'
import { ProgramFailed, run } from './programs.ts'
import { alone } from './queue.ts'

/**
 * Where a file is until it is complete. debugfs uses no journal, so a power cut while it writes
 * leaves damage; what e2fsck then makes of a half-written file has this name, and the next write
 * removes it.
 */
const PART = '.incomplete'
/** The folder in which e2fsck puts what it has found. */
const FOUND = 'lost+found'

/** Bits of a mode that say what an inode is. */
const KIND = 0o170000
const REGULAR = 0o100000
const FOLDER = 0o040000
const ROOT_INODE = 2

/** The files of an image with ext4. */
export function ext4Files(image: string, options: FilesOptions = {}): Files {
  const { flush = () => sync(image), folder = dirname(image) } = options
  return {
    usage: () =>
      alone(image, async () => {
        const { code, stdout, stderr } = await run('dumpe2fs', ['-h', image])
        if (code !== 0) throw new ProgramFailed('dumpe2fs', stderr)
        const text = stdout.toString()
        const number = (name: string) => {
          const [, digits] = new RegExp(`^${name}:\\s*(\\d+)$`, 'm').exec(text) ?? []
          // No number is not 0: a disk without space loses its oldest files.
          if (digits === undefined) throw new ProgramFailed('dumpe2fs', `It says no ${name}.`)
          return Number(digits)
        }
        const size = number('Block size')
        return {
          // What the file system needs itself doesn't count, as in statfs(2).
          total: (number('Block count') - number('Overhead clusters')) * size,
          free: number('Free blocks') * size,
        }
      }),

    list: (folder) => alone(image, () => list(image, folder)),

    write: (path, bytes, modified = Date.now()) =>
      alone(image, () => write(image, path, bytes, modified, { flush, folder })),

    read: (path) => alone(image, () => read(image, path)),

    remove: (path) =>
      alone(image, async () => {
        await change(image, [`rm ${rooted(path)}`], saysAbsent)
        await removeEmpty(image, path)
        await flush()
      }),
  }
}

/** One entry of a folder, as `ls -p` prints it. */
interface Entry {
  inode: number
  mode: number
  name: string
  size: number
}

/** No name has a slash in it, so entries can be told apart even if names have line breaks. */
const ENTRY = /^\/(\d+)\/(\d{6})\/\d+\/\d+\/([^/]+)\/(\d*)\/$/gm

const entriesIn = (text: string): Entry[] =>
  [...text.matchAll(ENTRY)].map(([, inode, mode = '', name = '', size]) => ({
    inode: Number(inode),
    mode: Number.parseInt(mode, 8),
    name,
    size: Number(size),
  }))

const kindOf = ({ mode }: Entry) => mode & KIND
const isItself = ({ name }: Entry) => name === '.' || name === '..'

/** One run of debugfs for each depth of folders, and one for the times. */
async function list(image: string, folder: string): Promise<StoredFile[]> {
  const start = folder === '' ? ROOT_INODE : await inodeOf(image, folder)
  const files = new Map<string, Entry>()
  const seen = new Set<number>()
  let open = start === undefined ? [] : [{ path: folder, inode: start }]
  while (open.length > 0) {
    const next: typeof open = []
    for (const { inode } of open) seen.add(inode)
    for (const [index, entries] of (await entriesOf(image, open)).entries()) {
      const inside = open[index]?.path ?? ''
      for (const entry of entries) {
        const path = inside === '' ? entry.name : `${inside}/${entry.name}`
        if (isItself(entry) || path === PART) continue
        if (kindOf(entry) === REGULAR) files.set(path, entry)
        // A damaged file system can have folders that contain themselves.
        else if (kindOf(entry) === FOLDER && !seen.has(entry.inode)) {
          next.push({ path, inode: entry.inode })
        }
      }
    }
    open = next
  }
  const times = await timesOf(image, [...files.values()])
  return [...files].map(([path, { inode, size }]) => ({
    path,
    size,
    modified: times.get(inode) ?? 0,
  }))
}

/** The entries of folders by their inodes, each with itself first (`.`). */
async function entriesOf(image: string, folders: readonly { inode: number }[]): Promise<Entry[][]> {
  const answers = new Map<number, Entry[]>()
  const { stdout } = await debugfs(
    image,
    folders.map(({ inode }) => `ls -p <${inode}>`),
  )
  let current: Entry[] = []
  for (const entry of entriesIn(stdout.toString())) {
    if (entry.name === '.') answers.set(entry.inode, (current = []))
    current.push(entry)
  }
  return folders.map(({ inode }) => answers.get(inode) ?? [])
}

/** The inode of a folder, if there is such a folder. */
async function inodeOf(image: string, folder: string): Promise<number | undefined> {
  namesIn(folder)
  const { stdout } = await debugfs(image, [`ls -p ${rooted(folder)}`])
  return entriesIn(stdout.toString()).find(({ name }) => name === '.')?.inode
}

/** UTC milliseconds by inode. */
async function timesOf(image: string, files: readonly Entry[]): Promise<Map<number, number>> {
  if (files.length === 0) return new Map()
  const { stdout } = await debugfs(
    image,
    files.map(({ inode }) => `stat <${inode}>`),
  )
  const times = /^Inode: (\d+)[\s\S]*?^\s*mtime: 0x([\da-f]+)/gm
  return new Map(
    [...stdout.toString().matchAll(times)].map(([, inode, seconds = '']) => [
      Number(inode),
      Number.parseInt(seconds, 16) * 1000,
    ]),
  )
}

/** The whole of a regular file. */
async function read(image: string, path: string): Promise<Buffer | undefined> {
  namesIn(path)
  const about = await debugfs(image, [`stat ${rooted(path)}`])
  const [, size] =
    /^Inode: .*Type: regular[\s\S]*?Size: (\d+)$/m.exec(about.stdout.toString()) ?? []
  if (size === undefined) return undefined
  const outputMax = Number(size) + 1024
  const { stdout, complaints } = await debugfs(image, [`cat ${rooted(path)}`], { outputMax })
  if (stdout.length !== Number(size)) throw new ProgramFailed('debugfs', complaints.join('\n'))
  return stdout
}

/** Commands that change an image, and of whose complaints only some are accepted. */
async function change(
  image: string,
  commands: readonly string[],
  accepted: (complaint: string) => boolean = () => false,
  env: Record<string, string> = {},
): Promise<void> {
  const { complaints } = await debugfs(image, commands, { writes: true, env })
  const bad = complaints.filter((line) => !accepted(line))
  if (bad.some(saysFull)) throw new DiskFull()
  if (bad.length > 0) throw new ProgramFailed('debugfs', bad.join('\n'))
}

/** Writes a file under another name, and renames it when all of it is on the disk. */
async function write(
  image: string,
  path: string,
  bytes: Uint8Array,
  modified: number,
  { flush, folder: sources }: Required<FilesOptions>,
): Promise<void> {
  const env = { E2FSPROGS_FAKE_TIME: String(Math.max(Math.floor(modified / 1000), 1)) }
  const folders = (await missingFolders(image, path)).map((folder) => `mkdir ${rooted(folder)}`)
  await withSource(sources, bytes, async (source) => {
    const commands = [`rm ${rooted(PART)}`, `write ${quoted(source)} ${rooted(PART)}`, ...folders]
    try {
      await change(image, commands, saysAbsent, env)
      await flush()
      await rename(image, path)
    } catch (failure) {
      await debugfs(image, [`rm ${rooted(PART)}`], { writes: true }).catch(() => {})
      await removeEmpty(image, path).catch(() => {})
      throw failure
    } finally {
      await flush()
    }
  })
}

/**
 * Those folders of a file that aren't there, from the outermost on. They have to be known: when
 * debugfs 1.47 makes a folder that is there, it fails and leaves damage.
 */
async function missingFolders(image: string, path: string): Promise<string[]> {
  const folders = foldersOf(path)
  const commands = folders.map((folder) => `ls -p ${rooted(folder)}`)
  const { stdout } = await debugfs(image, commands)
  const there = entriesIn(stdout.toString()).filter(({ name }) => name === '.')
  return folders.slice(there.length)
}

/** A link more and one less: debugfs does not count them. */
async function rename(image: string, path: string): Promise<void> {
  const target = rooted(path)
  const folder = rooted(path.slice(0, Math.max(path.lastIndexOf('/'), 0)))
  const link = `ln ${rooted(PART)} ${target}`
  const { complaints } = await debugfs(image, [`rm ${target}`, link], { writes: true })
  const bad = complaints.filter((line) => !saysAbsent(line))
  if (bad.some((line) => line.includes('No free space in the directory'))) {
    await change(image, [`expand_dir ${folder}`, link])
  } else if (bad.length > 0) {
    throw new ProgramFailed('debugfs', bad.join('\n'))
  }
  await change(image, [`unlink ${rooted(PART)}`])
}

/** Removes the folders of a file as far as they are empty. */
async function removeEmpty(image: string, path: string): Promise<void> {
  const folders = foldersOf(path)
    .filter((folder) => folder !== FOUND)
    .toReversed()
  const commands = folders.map((folder) => `rmdir ${rooted(folder)}`)
  await change(
    image,
    commands,
    (complaint) => saysAbsent(complaint) || complaint.includes('directory not empty'),
  )
}
