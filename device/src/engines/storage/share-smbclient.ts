import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DiskFull } from '@lintel/disk-image/file-system'
import type { JobWatch } from './jobs.ts'
import type { ShareClient, ShareFiles, ShareServer } from './share-client.ts'
import { failureOfStatus, isLost, saysFull, saysNoFile, ShareFailure } from './share-failure.ts'
import type { SharePhase } from './share-failure.ts'
import { entriesIn, quoted, statusIn, usageIn } from './share-listing.ts'
import { runCommands } from './share-session.ts'

/** Milliseconds that a server may be silent. Own design. */
const SILENCE_LIMIT = 20_000

/** Files that are being written are at the root of the share, under such a name. */
const PART = /^\.lintel-[\da-f]{16}\.part$/
const ALL_PARTS = '".lintel-*.part"'
/** What no file has as a name, so that the command fails. */
const NO_NAME = '"."'

/** Options for tests. */
interface SmbclientOptions {
  limit?: number
  path?: string
}

/**
 * The client of file servers: the program smbclient of Samba, started for each operation, so that a
 * server that goes away leaves nothing behind that waits for it.
 */
export function openSmbclient({
  limit = SILENCE_LIMIT,
  path = process.env['PATH'] ?? '',
}: SmbclientOptions = {}): ShareClient {
  return { open: (server) => openFiles(server, limit, path) }
}

function openFiles(server: ShareServer, limit: number, path: string): ShareFiles {
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
    write: (file, bytes) => write(run, file, bytes),
    read: (file) => read(run, file),
    remove: (file) => remove(run, file),
    async tidy() {
      await run([`del ${ALL_PARTS}`])
    },
    check: (watch) => check(run, watch),
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
async function write(run: Run, file: string, bytes: Uint8Array): Promise<void> {
  const target = inQuotes(file)
  const part = inQuotes(`.lintel-${randomBytes(8).toString('hex')}.part`)
  const folders = foldersOf(file).map((folder) => `mkdir ${folder}`)
  await withLocalFile(async (local) => {
    await writeFile(local, bytes, { mode: 0o600 })
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
  return withLocalFile(async (local) => {
    const [printed = ''] = await run([`get ${source} "${local}"`])
    const status = statusIn(printed)
    if (status !== undefined && saysNoFile(status)) return undefined
    expectDone(printed, 'read')
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

async function check(run: Run, watch: JobWatch): Promise<void> {
  const file = inQuotes(`.lintel-${randomBytes(8).toString('hex')}.test`)
  const bytes = randomBytes(1024)
  let steps = 0
  const heard = () => {
    steps += 1
    watch.progress(25 * steps)
  }
  await withLocalFile(async (local) => {
    await writeFile(local, bytes, { mode: 0o600 })
    const commands = [`put "${local}" ${file}`, `get ${file} "${local}.back"`, `del ${file}`]
    const [put, got, deleted] = await run(commands, { signal: watch.signal, heard })
    expectDone(put, 'write')
    expectDone(got, 'read')
    expectDone(deleted, 'write')
    if (!bytes.equals(await readFile(`${local}.back`))) throw new ShareFailure('read')
  })
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

/** Runs `work` with the name of a file that nobody else can read; it is deleted afterwards. */
async function withLocalFile<T>(work: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-share-'))
  try {
    return await work(join(folder, 'file'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @throws ShareFailure for a path that no share can have */
function inQuotes(path: string): string {
  const found = quoted(path)
  if (found === undefined) throw new ShareFailure('unknown', 'this file name is not possible')
  return found
}
