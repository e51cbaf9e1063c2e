import { DiskFull } from '@lintel/disk-image/file-system'
import type { ShareClient, ShareServer } from '../share-client.ts'
import { ShareFailure } from '../share-failure.ts'
import type { ShareTrouble } from '../share-failure.ts'

/** A file server in memory, and the client of it. */
export interface FakeShareServer extends ShareClient {
  /** What is wrong with it. */
  trouble: ShareTrouble | undefined
  readonly: boolean
  full: boolean
  files: Map<string, Uint8Array>
  usage: { total: number; free: number }
  /** Paths that can't be deleted. */
  undeletable: string[]
  /** With what the device has signed in, in order. */
  logins: ShareServer[]
  /** Number of operations so far. */
  operations: number
  /** From now on operations wait until this is called. */
  hold(): () => void
}

/** Bytes; a card of 100 MB of which a tenth is used. */
export const FAKE_USAGE = { total: 100 << 20, free: 90 << 20 }

export function fakeShareServer(): FakeShareServer {
  let held: Promise<void> | undefined
  function checkWritable(): void {
    if (server.readonly) throw new ShareFailure('write')
    if (server.full) throw new DiskFull()
  }

  const server: FakeShareServer = {
    trouble: undefined,
    readonly: false,
    full: false,
    files: new Map(),
    usage: { ...FAKE_USAGE },
    undeletable: [],
    logins: [],
    operations: 0,
    hold() {
      let release: (() => void) | undefined
      held = new Promise((resolve) => {
        release = resolve
      })
      return () => release?.()
    },
    open(login) {
      const closing = new AbortController()
      const stopped = new Promise<never>((_, reject) => {
        closing.signal.addEventListener('abort', () => reject(new ShareFailure('stopped')))
      })
      stopped.catch(() => {})

      async function operation<T>(work: () => T, signal?: AbortSignal): Promise<T> {
        signal?.addEventListener('abort', () => closing.abort())
        server.operations += 1
        server.logins.push(login)
        await Promise.race([held, stopped])
        if (server.trouble) throw new ShareFailure(server.trouble)
        return work()
      }

      return {
        usage: () => operation(() => ({ ...server.usage })),
        list: (folder) =>
          operation(() =>
            [...server.files]
              .filter(([path]) => folder === '' || path.startsWith(`${folder}/`))
              .map(([path, { length }]) => ({ path, size: length, modified: 0 })),
          ),
        write: (path, bytes) =>
          operation(() => {
            checkWritable()
            server.files.set(path, bytes)
          }),
        read: (path) => operation(() => server.files.get(path)),
        remove: (path) => operation(() => void server.files.delete(path)),
        check: (watch) =>
          operation(() => {
            watch.progress(50)
            checkWritable()
          }, watch.signal),
        tidy: () => operation(() => {}),
        erase: (watch) =>
          operation(() => {
            watch.progress(50)
            const left = [...server.files.keys()].filter((path) =>
              server.undeletable.includes(path),
            )
            server.files = new Map(left.map((path) => [path, new Uint8Array()]))
            return left
          }, watch.signal),
        close: () => closing.abort(),
      }
    },
  }
  return server
}
