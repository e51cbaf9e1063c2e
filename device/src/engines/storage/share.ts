import { NETWORK_SHARE } from '@lintel/contract/disks'
import type { DiskStatus, NetworkShare } from '@lintel/contract/disks'
import { Refusal } from '@lintel/contract/fault'
import type { Plugged, World } from '@lintel/contract/wire'
import type { Files, Usage } from '@lintel/disk-image/file-system'
import type { Clock } from '../../clock/clock.ts'
import type { LogToBench } from '../../hardware/bench-log.ts'
import type { Log } from '../../log.ts'
import type { Database } from '../../state/database.ts'
import { openShareStore } from '../../state/network-shares.ts'
import type { Parameters } from '../../state/parameters.ts'
import type { SecretBox } from '../../state/secret-box.ts'
import { checkUnlocked, guardedFiles, settingsOf } from './disk.ts'
import type { Disk, DiskOrder } from './disk.ts'
import { JobFailure } from './jobs.ts'
import type { Jobs, JobWatch } from './jobs.ts'
import { overCable } from './share-cable.ts'
import type { ShareClient, ShareFiles, ShareServer } from './share-client.ts'
import { isLost, ShareFailure } from './share-failure.ts'
import { openShareList, shareFailure } from './share-list.ts'
import type { NetworkShares } from './share-list.ts'

/** The disk for the network share. */
export interface ShareDisk extends Disk {
  shares: NetworkShares
  start(): void
  worldChanged(world: Pick<World, 'cable'>): void
  stateRestored(): Promise<void>
  close(): Promise<void>
}

interface ShareParts {
  plugged: Pick<Plugged, 'world'>
  database: Database
  secrets: SecretBox
  parameters: Pick<Parameters, 'get'>
  clock: Pick<Clock, 'every'>
  log: Pick<Log, 'error'>
  logToBench: LogToBench
  jobs: Pick<Jobs, 'isRunning'>
  client: ShareClient
  /** The disk is in another state. */
  changed: () => void
}

/** Milliseconds between checks whether the server of a mounted share is there. Own design. */
const CHECK_EVERY = 60_000
/** Paths that a job names which could not be deleted. */
const NAMED_MAX = 3

/** A share that is mounted, or is to be as soon as its server answers. */
interface Mounted {
  share: NetworkShare
  files: ShareFiles
  /** `new` before its server has answered for the first time; else what is wrong with it. */
  state: 'new' | 'OK' | ShareFailure
  usage: Usage
  /** The server allows no changes. */
  readonly: boolean
  full: boolean
  /** The check that is under way. */
  looking: Promise<void> | undefined
  stopChecks: () => void
}

export function openShareDisk(parts: ShareParts): ShareDisk {
  const { database, parameters, clock, log, logToBench, jobs } = parts
  const { get } = parameters
  const store = openShareStore(database, parts.secrets)
  let cable = parts.plugged.world.cable
  const client = overCable(parts.client, () => cable)
  let current: Mounted | undefined
  /** Why the latest mounting failed. */
  let failure: ShareFailure | undefined

  const list = openShareList({
    store,
    client,
    log,
    serverOf,
    isMounted: () => current !== undefined,
    isBusy: () => jobs.isRunning(NETWORK_SHARE),
    changed() {
      database.afterCommit(() => {
        failure = undefined
        parts.changed()
      })
    },
    mountSoon: () => database.afterCommit(mountByItself),
  })

  function serverOf({ shareId, host, share, user }: NetworkShare): ShareServer {
    const password = store.passwordOf(shareId)
    return { host, share, user, password, mountOptions: get('root.Storage.S1.ExtraMountOptions') }
  }

  const open = (share: NetworkShare): Mounted => ({
    share,
    files: client.open(serverOf(share)),
    state: 'new',
    usage: { total: 0, free: 0 },
    readonly: false,
    full: false,
    looking: undefined,
    stopChecks: () => {},
  })

  /** Finds out whether the share can be used, and its sizes. */
  async function inspect(one: Mounted, watch: JobWatch): Promise<void> {
    one.readonly = false
    try {
      await one.files.check(watch)
    } catch (cause) {
      const { trouble } = shareFailure(cause, log)
      if (trouble === 'write') one.readonly = true
      else if (trouble !== 'full') throw cause
    }
    if (!one.readonly) await one.files.tidy()
    one.usage = await one.files.usage()
    one.full = one.usage.free === 0
  }

  async function checkAgain(one: Mounted): Promise<void> {
    const before = one.usage
    try {
      if (one.state === 'OK') {
        one.usage = await one.files.usage()
        one.full = one.usage.free === 0
      } else {
        await inspect(one, { signal: new AbortController().signal, progress: () => {} })
      }
      become(one, 'OK')
    } catch (cause) {
      become(one, shareFailure(cause, log))
    }
    if (one === current && one.usage.free !== before.free) parts.changed()
  }

  function look(one: Mounted): Promise<void> {
    one.looking ??= checkAgain(one).finally(() => (one.looking = undefined))
    return one.looking
  }

  /** Notes that a share can be used, or why it can't. */
  function become(one: Mounted, state: Exclude<Mounted['state'], 'new'>): void {
    const before = one.state
    one.state = state
    if (one !== current) return
    const share = nameOf(one.share)
    if (state === 'OK' && before === 'new') logToBench('storage.mounted', { disk: NETWORK_SHARE })
    else if (state === 'OK' && before !== 'OK') logToBench('share.back', { share })
    else if (state !== 'OK' && (before === 'OK' || before === 'new')) {
      logToBench('share.lost', { share, reason: state.message })
    }
    if (before !== state) parts.changed()
  }

  function hold(one: Mounted): void {
    current = one
    failure = undefined
    one.stopChecks = clock.every(CHECK_EVERY, () => void look(one))
  }

  function letGo(): void {
    current?.stopChecks()
    current?.files.close()
    current = undefined
    failure = undefined
  }

  /** Also mounts a share whose server only answers later. */
  function mountByItself(): void {
    const share = store.bound()
    const mounts = get('root.Storage.S1.Enabled') && get('root.Storage.S1.MountOnBoot')
    if (current || !share || !store.mounts() || !mounts) return
    const one = open(share)
    hold(one)
    void look(one)
  }

  async function mount(share: NetworkShare, watch: JobWatch): Promise<void> {
    if (current?.state === 'OK') return
    letGo()
    const one = open(share)
    try {
      await stoppable(one.files, watch, () => inspect(one, watch))
      store.setMounts(true)
      hold(one)
      become(one, 'OK')
    } catch (cause) {
      one.files.close()
      failure = shareFailure(cause, log)
      throw new JobFailure(failure.message)
    } finally {
      parts.changed()
    }
  }

  async function unmount(): Promise<void> {
    store.setMounts(false)
    if (current) logToBench('storage.unmounted', { disk: NETWORK_SHARE })
    letGo()
    parts.changed()
  }

  async function erase(share: NetworkShare, watch: JobWatch): Promise<void> {
    const files = client.open(serverOf(share))
    try {
      const left = await stoppable(files, watch, () => files.erase(watch))
      if (left.length > 0) throw new JobFailure(couldNotDelete(left))
      logToBench('storage.formatted', { disk: NETWORK_SHARE, fileSystem: 'cifs' })
    } catch (cause) {
      if (cause instanceof JobFailure) throw cause
      throw new JobFailure(shareFailure(cause, log).message)
    } finally {
      files.close()
      if (current) await look(current)
    }
  }

  function work({ action, filesystem }: DiskOrder) {
    const share = store.bound()
    if (!share) throw refuse('There is no network share.')
    if (action === 'unmount') return unmount
    if (action === 'mount') return (watch: JobWatch) => mount(share, watch)
    if (action !== 'format') throw refuse('Only SD cards can be checked and repaired.')
    if (filesystem !== 'cifs') throw refuse('A network share can be erased only (cifs).')
    checkUnlocked(get, NETWORK_SHARE)
    return (watch: JobWatch) => erase(share, watch)
  }

  function statusOf(): DiskStatus {
    if (!store.bound()) return 'disconnected'
    if (current?.state === 'OK') return 'OK'
    return (current && current.state !== 'new') || failure ? 'failed' : 'connected'
  }

  /** The files, which notice that the server has gone. */
  function filesOf(one: Mounted): Files {
    async function noticing<T>(task: Promise<T>): Promise<T> {
      try {
        return await task
      } catch (cause) {
        const found = shareFailure(cause, log)
        if (found.trouble === 'full') one.full = true
        else if (isLost(found)) become(one, found)
        throw cause
      }
    }
    const { files } = one
    const checks = {
      open() {
        if (one !== current || one.state !== 'OK') {
          throw refuse('The network share is not mounted.')
        }
      },
      writable() {
        checkUnlocked(get, NETWORK_SHARE)
        if (one.readonly) throw new ShareFailure('write')
      },
    }
    return guardedFiles(
      {
        usage: () => noticing(files.usage()),
        list: (folder) => noticing(files.list(folder)),
        read: (path) => noticing(files.read(path)),
        write: (path, bytes) => noticing(files.write(path, bytes)),
        remove: (path) => noticing(files.remove(path)),
      },
      checks,
      // The sizes may come later: nobody has to wait for them.
      () => void (one.state === 'OK' && look(one)),
    )
  }

  return {
    id: NETWORK_SHARE,
    shares: list.shares,
    async info() {
      const usage = current?.state === 'OK' ? current.usage : { total: 0, free: 0 }
      return {
        ...settingsOf(get, NETWORK_SHARE),
        // Devices say so although the parameter has another value.
        requiredfilesystem: 'none',
        totalsize: Math.floor(usage.total / 1024),
        freesize: Math.floor(usage.free / 1024),
        full: current?.state === 'OK' && current.full,
        readonly: current?.state === 'OK' && current.readonly,
        status: statusOf(),
        filesystem: 'cifs',
        encryptionenabled: false,
        diskencrypted: false,
      }
    },
    capabilities: () => ({
      diskid: NETWORK_SHARE,
      requiredfssupported: false,
      encryptionsupported: false,
      filesystems: ['cifs'],
    }),
    work,
    files: () => (current?.state === 'OK' ? filesOf(current) : undefined),
    start: mountByItself,
    worldChanged(world) {
      if (world.cable === cable) return
      cable = world.cable
      if (current) void look(current)
    },
    async stateRestored() {
      letGo()
      mountByItself()
      parts.changed()
    },
    async close() {
      const looking = current?.looking
      letGo()
      await Promise.all([looking, list.close()])
    },
  }
}

const refuse = (why: string) => new Refusal('invalid', why)

const nameOf = ({ host, share }: NetworkShare): string => `//${host}/${share}`

/** Work on files that ends with its job. */
async function stoppable<T>(
  files: ShareFiles,
  { signal }: JobWatch,
  work: () => Promise<T>,
): Promise<T> {
  const stop = () => files.close()
  signal.addEventListener('abort', stop)
  try {
    return await work()
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function couldNotDelete(paths: readonly string[]): string {
  const named = paths.slice(0, NAMED_MAX).join(', ')
  return paths.length > NAMED_MAX
    ? `${paths.length} files and folders could not be deleted, among them ${named}.`
    : `These could not be deleted: ${named}.`
}
