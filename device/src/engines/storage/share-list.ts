import type { ShareJob } from '@lintel/contract/calls/network-shares'
import { SHARE_ERRORS } from '@lintel/contract/calls/network-shares'
import type { NetworkShare } from '@lintel/contract/disks'
import { Refusal } from '@lintel/contract/fault'
import { printable } from '@lintel/contract/rules/problem'
import { shareHost, shareName } from '@lintel/contract/rules/storage'
import { DiskFull } from '@lintel/disk-image/file-system'
import type { Log } from '../../log.ts'
import type { NewShare, ShareStore } from '../../state/network-shares.ts'
import type { ShareClient, ShareServer } from './share-client.ts'
import { ShareFailure } from './share-failure.ts'

/** The network shares, as an administrator manages them. Refusals have a code of `SHARE_ERRORS`. */
export interface NetworkShares {
  /** All, or the one with this id. */
  list(shareId: string): NetworkShare[]
  /** @returns its id */
  add(share: NewShare): string
  remove(shareId: string): void
  /** @param mounts whether it is mounted at once, and at each start */
  bind(shareId: string, mounts: boolean): void
  unbind(shareId: string): void
  /**
   * Starts a check: signs in, writes a file and reads it.
   * @returns the id of the job
   */
  test(shareId: string): string
  /** A check that has been started since the device has. */
  job(jobId: string): ShareJob
}

interface ShareListParts {
  store: ShareStore
  client: ShareClient
  log: Pick<Log, 'error'>
  /** What is needed to use a share. */
  serverOf(share: NetworkShare): ShareServer
  isMounted(): boolean
  /** Whether a job runs on the disk. */
  isBusy(): boolean
  /** Shares were added, removed, bound or unbound. */
  changed(): void
  mountSoon(): void
}

/** The device has one disk for network shares. */
const SHARES_MAX = 1
/** Checks that run at the same time, and that are remembered. Own design. */
const TESTS_MAX = 4
const TESTS_KEPT = 16

interface RunningTest {
  job: ShareJob
  stop: AbortController
  ended: Promise<void>
}

const refusal = (error: keyof typeof SHARE_ERRORS, message: string): Refusal =>
  new Refusal('invalid', message, [SHARE_ERRORS[error]])

export function openShareList(parts: ShareListParts) {
  const { store, client, log } = parts
  const tests = new Map<string, RunningTest>()
  let count = 0

  function shareCalled(shareId: string): NetworkShare {
    const found = store.find(shareId)
    if (!found) throw refusal('shareId', 'There is no network share with this id.')
    return found
  }

  function checkIdle(): void {
    if (parts.isBusy()) throw refusal('processing', 'A job is running on the network share.')
  }

  async function run({ job, stop }: RunningTest, server: ShareServer): Promise<void> {
    const files = client.open(server)
    try {
      await files.check({
        signal: stop.signal,
        progress: (percent) => (job.progress = Math.min(Math.floor(percent), 99)),
      })
    } catch (cause) {
      const { message, code } = shareFailure(cause, log)
      job.error = message
      job.code = code
    } finally {
      job.progress = 100
      files.close()
    }
  }

  const shares: NetworkShares = {
    list: (shareId) => (shareId === 'all' ? store.all() : [shareCalled(shareId)]),
    add(share) {
      checkShare(share)
      if (store.all().some(({ nicename }) => nicename === share.nicename)) {
        throw refusal('niceNameTaken', 'There is a network share with this name already.')
      }
      if (store.all().length >= SHARES_MAX) {
        throw refusal('tooMany', 'The device has a network share already. Remove it first.')
      }
      const shareId = store.add(share)
      parts.changed()
      return shareId
    },
    remove(shareId) {
      if (shareCalled(shareId).diskid !== '') {
        throw refusal('boundShare', 'The network share is in use. Unbind it first.')
      }
      store.remove(shareId)
      parts.changed()
    },
    bind(shareId, mounts) {
      shareCalled(shareId)
      if (store.bound()) throw refusal('bound', 'The disk has a network share already.')
      store.bind(shareId, mounts)
      if (mounts) parts.mountSoon()
      parts.changed()
    },
    unbind(shareId) {
      if (shareCalled(shareId).diskid === '') return
      checkIdle()
      if (parts.isMounted()) {
        throw refusal('mounted', 'The network share is mounted. Unmount it first.')
      }
      store.unbind()
      parts.changed()
    },
    test(shareId) {
      const server = parts.serverOf(shareCalled(shareId))
      const running = Array.from(tests.values()).filter(({ job }) => job.progress < 100)
      if (running.length >= TESTS_MAX) throw refusal('processing', 'Too many checks are running.')
      count += 1
      const test: RunningTest = {
        job: { progress: 0, error: '', code: '' },
        stop: new AbortController(),
        ended: Promise.resolve(),
      }
      tests.set(String(count), test)
      tests.delete(String(count - TESTS_KEPT))
      test.ended = run(test, server)
      return String(count)
    },
    job(jobId) {
      const found = tests.get(jobId)
      if (!found) throw refusal('invalidRequest', 'There is no such job.')
      return { ...found.job }
    },
  }
  return {
    shares,
    async close(): Promise<void> {
      for (const { stop } of tests.values()) stop.abort()
      await Promise.all(Array.from(tests.values(), ({ ended }) => ended))
    },
  }
}

const invalid = (message: string) => refusal('invalidRequest', message)

/** @throws Refusal if a share can't be stored */
function checkShare({ nicename, host, share, user, password }: NewShare): void {
  if (nicename.trim() === '' || printable(nicename)) throw invalid('The name is not valid.')
  if (shareHost(host)) throw invalid('The address of the file server is not valid.')
  if (shareName(share)) throw invalid('The name of the share is not valid.')
  if (printable(user) || printable(password)) {
    throw invalid('User name and password may not contain control characters.')
  }
  if (user === '' && password !== '') throw invalid('A password needs a user name.')
}

/** What any error in the use of a share means. */
export function shareFailure(cause: unknown, log: Pick<Log, 'error'>): ShareFailure {
  if (cause instanceof ShareFailure) return cause
  if (cause instanceof DiskFull) return new ShareFailure('full')
  log.error({ err: cause }, 'the network share could not be used')
  return new ShareFailure('unknown')
}
