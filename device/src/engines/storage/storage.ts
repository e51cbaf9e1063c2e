import type { Disk as DiskInfo, DiskCapabilities, DiskId, DiskJob } from '@lintel/contract/disks'
import { SD_CARD } from '@lintel/contract/disks'
import { RULE_TOPICS, TOPICS } from '@lintel/contract/events'
import { Refusal } from '@lintel/contract/fault'
import type { Files, Usage } from '@lintel/disk-image/file-system'
import { hasProgram } from '@lintel/disk-image/programs'
import type { Platform } from '../../platform.ts'
import type { Engine } from '../engine.ts'
import { openCard } from './card.ts'
import { openImageTools } from './image-tools.ts'
import type { CardTools } from './card-tools.ts'
import type { Disk, DiskOrder } from './disk.ts'
import type { DiskEncryption } from './encryption.ts'
import { openJobs } from './jobs.ts'
import { openPassphrases } from './passphrases.ts'
import { openShareDisk } from './share.ts'
import type { ShareClient } from './share-client.ts'
import type { NetworkShares } from './share-list.ts'
import { openSmbclient } from './share-smbclient.ts'

/** The disks of the device: what `list.cgi` and its neighbours do. */
export interface Storage extends Engine {
  /** The disks that the product has. */
  disks(): Promise<DiskInfo[]>
  capabilities(id: DiskId): DiskCapabilities
  /** The space on a mounted disk in bytes, as last known. */
  space(id: DiskId): Usage | undefined
  /**
   * Starts a job.
   * @throws Refusal `invalid` when the disk is busy, or in no state for it; `storage`
   */
  order(id: DiskId, order: DiskOrder): Promise<DiskJob>
  /** One of the latest jobs of a disk. */
  job(id: DiskId, jobid: string): DiskJob | undefined
  /** The last job of each disk, unless it was on a card that is no longer in the slot. */
  lastJobs(): DiskJob[]
  /** Write protects a disk, or makes it writable again. */
  lock(id: DiskId, locked: boolean): void
  /** Undefined for a disk that can't be encrypted. */
  encryption(id: DiskId): DiskEncryption | undefined
  shares: NetworkShares
  /** The files of a disk while it is mounted. Ask for them anew for each operation. */
  mounted(id: DiskId): Files | undefined
  /** The programs that it uses for cards, for the server report. */
  programs(): string
  /** The one that it uses for network shares. */
  sharePrograms(): string
  /** Notifies of changed disks, and of jobs that have started or ended. */
  subscribe(fn: () => void): () => void
  start(): void
  stateRestored(): Promise<void>
  close(): Promise<void>
}

type StorageParts = Pick<
  Platform,
  | 'product'
  | 'plugged'
  | 'database'
  | 'secrets'
  | 'parameters'
  | 'clock'
  | 'log'
  | 'logToBench'
  | 'events'
>

/** What replaces this computer's programs in tests. */
interface StorageOptions {
  tools?: CardTools
  shareClient?: ShareClient
}

export function openStorage(parts: StorageParts, options: StorageOptions = {}): Storage {
  const { tools = openImageTools({ privateFolder: parts.plugged.dataFolder }) } = options
  const { shareClient = openSmbclient({ owner: parts.plugged.serial }) } = options
  const { product, parameters, events, logToBench } = parts
  const listeners = new Set<() => void>()

  /** Whether each disk can be used, as was last announced. */
  const usable = new Map<DiskId, boolean>()

  function changed(): void {
    for (const disk of disks) announce(disk)
    events.changed('storage')
    for (const fn of Array.from(listeners)) fn()
  }

  const jobs = openJobs(parts)
  const passphrases = openPassphrases(parts)
  const card = product.sdCard
    ? openCard({ ...parts, tools, jobs, passphrases, changed })
    : undefined
  const share = openShareDisk({ ...parts, jobs, client: shareClient, changed })
  const disks: readonly Disk[] = card ? [card, share] : [share]
  const unsubscribes = [
    parameters.subscribe('root.Storage', changed),
    jobs.subscribe(({ diskid, action, result, progress, description }) => {
      if (result === 'ERROR') {
        logToBench('storage.failed', { disk: diskid, action, reason: description })
      }
      if (progress === 100) {
        const source = { disk_id: diskid }
        events.publish({ topic: RULE_TOPICS.storageJob, source, data: { action, result } })
      }
      changed()
    }),
  ]

  function announce(disk: Disk): void {
    const isUsable = disk.files() !== undefined
    if (usable.get(disk.id) === isUsable) return
    usable.set(disk.id, isUsable)
    const data = { disruption: isUsable ? '0' : '1' }
    const source = { disk_id: disk.id }
    events.publish({ topic: TOPICS.storageDisruption, source, data }, 'state')
  }

  function diskCalled(id: DiskId): Disk {
    const found = disks.find((disk) => disk.id === id)
    if (!found) throw new Refusal('invalid', 'The device has no such disk.')
    return found
  }

  return {
    disks: () => Promise.all(disks.map((disk) => disk.info())),
    capabilities: (id) => diskCalled(id).capabilities(),
    space: (id) => disks.find((disk) => disk.id === id)?.space?.(),
    async order(id, order) {
      const disk = diskCalled(id)
      await disk.ready?.()
      return jobs.start(id, order.action, () => disk.work(order), disk.medium?.())
    },
    job: (id, jobid) => jobs.find(id, jobid),
    lastJobs: () => jobs.last((id) => disks.find((disk) => disk.id === id)?.medium?.()),
    lock(id, locked) {
      diskCalled(id)
      parameters.set(
        id === SD_CARD
          ? { 'root.Storage.S0.Locked': locked }
          : { 'root.Storage.S1.Locked': locked },
      )
    },
    encryption: (id) => (id === SD_CARD ? card : undefined),
    shares: share.shares,
    mounted: (id) => disks.find((disk) => disk.id === id)?.files(),
    programs: () => tools.programs(),
    sharePrograms: () => (hasProgram('smbclient') ? 'by smbclient' : 'smbclient is not installed'),
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
    start() {
      for (const disk of disks) {
        announce(disk)
        void disk.start?.()
      }
    },
    worldChanged(world) {
      for (const disk of disks) disk.worldChanged?.(world)
    },
    async stateRestored() {
      await jobs.stateRestored()
      for (const disk of disks) await disk.stateRestored?.()
    },
    async close() {
      for (const unsubscribe of unsubscribes) unsubscribe()
      await jobs.close()
      for (const disk of disks) await disk.close?.()
    },
  }
}
