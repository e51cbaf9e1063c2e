import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { DiskFull } from '@lintel/disk-image/file-system'
import { withSource } from '@lintel/disk-image/hidden-file'
import { programFolders } from '@lintel/disk-image/programs'
import type { JobWatch } from './jobs.ts'
import type { ShareClient, ShareFiles, ShareServer } from './share-client.ts'
import { failureOfStatus, isLost, saysFull, saysNoFile, ShareFailure } from './share-failure.ts'
import type { SharePhase } from './share-failure.ts'
import { entriesIn, quoted, statusIn, usageIn } from './share-listing.ts'
import { runCommands } from './share-session.ts'

/** Milliseconds that a server may be silent. Own design. */
const SILENCE_LIMIT = 20_000

/** Files that are being written are at the root of the share, under such a name. */
const PART = /^\.lintel-\w+-[\da-f]{16}\.part$/
/** Bytes of the largest file that is read into memory. */
const READ_MAX = 64 << 20
/** What no file has as a name, so that the command fails. */
const NO_NAME = '"."'

interface SmbclientOptions {
  /** Names this device, so that it deletes no parts that others are writing. */
  owner?: string
  /** For tests. */
  limit?: number
  path?: string
}

/** The names of files that are being written. */
interface Parts {
  /** Does work with a new name, in quotes. */
  withPart: <T>(work: (name: string) => Promise<T>) => Promise<T>
  /** Whether an earlier write of this device has left a file. */
  isLeft: (name: string) => boolean
  /** Names of parts of this device, as a pattern in quotes. */
  mask: string
}

function openParts(owner: string): Parts {
  const inUse = new Set<string>()
  return {
    async withPart(work) {
      const name = `.lintel-${owner}-${randomBytes(8).toString('hex')}.part`
      inUse.add(name)
      try {
        return await work(inQuotes(name))
      } finally {
        inUse.delete(name)
      }
    },
    isLeft: (name) => PART.test(name) && name.startsWith(`.lintel-${owner}-`) && !inUse.has(name),
    mask: `".lintel-${owner}-*"`,
  }
}

/**
 * The client of file servers: the program smbclient of Samba, started for each operation, so that a
 * server that goes away leaves nothing behind that waits for it.
 */
export function openSmbclient({
  owner = 'device',
  limit = SILENCE_LIMIT,
  path = programFolders(),
}: SmbclientOptions = {}): ShareClient {
  const parts = openParts(owner)
  return { open: (server) => openFiles(server, parts, limit, path) }
}

function openFiles(server: ShareServer, parts: Parts, limit: number, path: string): ShareFiles {
  const closing = new AbortController()

  const run: Run = (commands, { signal, heard } = {}) =>
    runCommands(
      {
        server,
        limit,
        path,
        signal: signal ? AbortSignal.any([signal, closing.signal]) : closing.signal,
      },
      commands,
      heard,
    )

  return {
    async usage() {
      const [printed = ''] = await run(['du'])
      const found = usageIn(printed)
      if (!found) throw failureOfStatus(statusIn(printed) ?? '', 'read')
      return found
    },
    async list(folder) {
      const entries = await entriesBelow(run, folder)
      return entries
        .filter((entry) => !entry.folder && !PART.test(entry.path))
        .map(({ path: file, size, modified }) => ({ path: file, size, modified }))
    },
    write: (file, bytes) => parts.withPart((part) => write(run, file, bytes, part)),
    read: (file) => read(run, file),
    remove: (file) => remove(run, file),
    async tidy() {
      const [printed = ''] = await run([`ls ${parts.mask}`])
      const left = entriesIn(printed, '').filter(({ path }) => parts.isLeft(path))
      if (left.length > 0) await run(left.map(({ path }) => `del ${inQuotes(path)}`))
    },
    check: (watch) => parts.withPart((part) => check(run, watch, part)),
    erase: (watch) => erase(run, watch),
    close: () => closing.abort(),
  }
}

/** Signs in and carries out commands, whether they succeed or not. */
type Run = (
  commands: readonly string[],
  options?: { signal?: AbortSignal; heard?: (printed: string) => void },
) => Promise<string[]>

/** @throws if a command has failed */
function expectDone(printed: string | undefined, phase: SharePhase): void {
  const status = statusIn(printed ?? '')
  if (status === undefined) return
  if (saysFull(status)) throw new DiskFull()
  throw failureOfStatus(status, phase)
}

/** Everything below a folder; nothing if there is no such folder. */
async function entriesBelow(run: Run, folder: string, signal?: AbortSignal) {
  const mask = folder === '' ? '"*"' : `${inQuotes(folder).slice(0, -1)}\\*"`
  const [, printed = ''] = await run(['recurse', `ls ${mask}`], signal ? { signal } : {})
  const status = statusIn(printed)
  // Some servers say of an empty folder that nothing in it matches.
  if (status !== undefined && !saysNoFile(status)) throw failureOfStatus(status, 'read')
  return entriesIn(printed, folder)
}

/** A part that can't be deleted for want of a connection stays until the next `tidy`. */
async function write(run: Run, file: string, bytes: Uint8Array, part: string): Promise<void> {
  const target = inQuotes(file)
  const folders = foldersOf(file).map((folder) => `mkdir ${folder}`)
  await withSource(tmpdir(), bytes, async (local) => {
    try {
      const [put] = await run([`put "${local}" ${part}`, ...folders])
      expectDone(put, 'write')
      // Only now is it certain that the part is whole.
      const [renamed] = await run([`rename ${part} ${target} -f`])
      expectDone(renamed, 'write')
    } catch (cause) {
      if (!(cause instanceof ShareFailure) || !isLost(cause)) {
        await run([`del ${part}`]).catch(() => {})
      }
      throw cause
    }
  })
}

async function read(run: Run, file: string): Promise<Uint8Array | undefined> {
  const source = quoted(file)
  if (source === undefined) return undefined
  return withSource(tmpdir(), new Uint8Array(), async (local) => {
    const [printed = ''] = await run([`get ${source} "${local}"`])
    const status = statusIn(printed)
    if (status !== undefined && saysNoFile(status)) return undefined
    expectDone(printed, 'read')
    const { size } = await stat(local)
    if (size > READ_MAX) throw new ShareFailure('unknown', 'the file is too large')
    return readFile(local)
  })
}

async function remove(run: Run, file: string): Promise<void> {
  const target = quoted(file)
  if (target === undefined) return
  // Folders that are not empty stay.
  const folders = foldersOf(file).toReversed()
  const [deleted = ''] = await run([`del ${target}`, ...folders.map((one) => `rmdir ${one}`)])
  if (!saysNoFile(statusIn(deleted) ?? '')) expectDone(deleted, 'write')
}

async function check(run: Run, watch: JobWatch, file: string): Promise<void> {
  const bytes = randomBytes(1024)
  let steps = 0
  const heard = () => {
    steps += 1
    watch.progress(25 * steps)
  }
  await withSource(tmpdir(), bytes, (there) =>
    withSource(tmpdir(), new Uint8Array(), async (back) => {
      const commands = [`put "${there}" ${file}`, `get ${file} "${back}"`, `del ${file}`]
      const [put, got, deleted] = await run(commands, { signal: watch.signal, heard })
      expectDone(put, 'write')
      expectDone(got, 'read')
      expectDone(deleted, 'write')
      if (!bytes.equals(await readFile(back))) throw new ShareFailure('read')
    }),
  )
}

async function erase(run: Run, watch: JobWatch): Promise<string[]> {
  const entries = await entriesBelow(run, '', watch.signal)
  const files = entries.filter((entry) => !entry.folder)
  // A folder is listed before what is in it.
  const folders = entries.filter((entry) => entry.folder).toReversed()
  const all = [...files, ...folders].map(({ path, folder }) => ({
    path,
    command: `${folder ? 'rmdir' : 'del'} ${quoted(path) ?? NO_NAME}`,
  }))
  let count = 0
  const heard = () => {
    count += 1
    watch.progress((100 * count) / all.length)
  }
  const answers = await run(
    all.map(({ command }) => command),
    { signal: watch.signal, heard },
  )
  return all.filter((_, at) => statusIn(answers[at] ?? '') !== undefined).map(({ path }) => path)
}

/** The folders of a file in quotes, from the outermost in. */
function foldersOf(file: string): string[] {
  const names = file.split('/').slice(0, -1)
  return names.map((_, at) => inQuotes(names.slice(0, at + 1).join('/')))
}

/** @throws ShareFailure for a path that no share can have */
function inQuotes(path: string): string {
  const found = quoted(path)
  if (found === undefined) throw new ShareFailure('unknown', 'this file name is not possible')
  return found
}
