import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NETWORK_SHARE } from '@lintel/contract/disks'
import type { DiskJob } from '@lintel/contract/disks'
import type { GetParameter } from '@lintel/contract/parameters/all'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { startClock } from '../../../clock/clock.ts'
import type { Clock } from '../../../clock/clock.ts'
import { openDatabase } from '../../../state/database.ts'
import type { Database } from '../../../state/database.ts'
import { openSecretBox } from '../../../state/secret-box.ts'
import type { DiskOrder } from '../disk.ts'
import { openJobs } from '../jobs.ts'
import type { Jobs } from '../jobs.ts'
import { openShareDisk } from '../share.ts'
import type { ShareDisk } from '../share.ts'
import type { ShareClient } from '../share-client.ts'

/** The device's disk for a network share, with its jobs. */
export interface ShareRig {
  readonly disk: ShareDisk
  readonly database: Database
  readonly clock: Clock
  folder: string
  /** `root.Storage.S1`. */
  settings: Record<string, string | number | boolean>
  benchLog: string[]
  powerOn(cable?: boolean): void
  cutPower(): Promise<void>
  /** Starts a job and waits for its end. */
  run(action: DiskOrder['action'], filesystem?: DiskOrder['filesystem']): Promise<DiskJob>
  /** Adds a share and binds it; returns its id. */
  bind(mounts?: boolean): string
  status(): Promise<string>
  /** Resolves when the disk has changed so that this is true. */
  until(isTrue: () => boolean | Promise<boolean>): Promise<void>
  close(): Promise<void>
}

export const SHARE = {
  nicename: 'recordings',
  host: 'nas.local',
  share: 'rec',
  user: 'camera',
  password: 'never to be seen',
}

export function makeShareRig(client: ShareClient): ShareRig {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-share-rig-'))
  const log = { error: () => {} }
  let parts: { disk: ShareDisk; database: Database; clock: Clock; jobs: Jobs } | undefined
  let changed: (() => void) | undefined

  const running = () => {
    if (!parts) throw new Error('the power is off')
    return parts
  }

  const setting = (name: string) => rig.settings[name.replace('root.Storage.S1.', '')]
  const get = setting as GetParameter

  const rig: ShareRig = {
    folder,
    settings: {
      CleanupLevel: 90,
      CleanupMaxAge: 7,
      CleanupPolicyActive: 'fifo',
      Enabled: true,
      ExtraMountOptions: '',
      FriendlyName: '',
      Locked: false,
      MountOnBoot: true,
      RequiredFileSystem: 'cifs',
    },
    benchLog: [],
    get disk() {
      return running().disk
    },
    get database() {
      return running().database
    },
    get clock() {
      return running().clock
    },
    powerOn(cable = true) {
      const database = openDatabase(join(folder, 'state.db'))
      const clock = startClock({ host: { now: () => 0, monotonic: () => 0 } })
      const jobs = openJobs({ database, log })
      const disk = openShareDisk({
        plugged: { world: { ...PLAIN_WORLD, cable } },
        database,
        secrets: openSecretBox(join(folder, 'secrets.key')),
        parameters: { get },
        clock,
        log,
        logToBench: (id) => void rig.benchLog.push(id),
        jobs,
        client,
        changed: () => changed?.(),
      })
      parts = { disk, database, clock, jobs }
      disk.start()
    },
    async cutPower() {
      const { disk, database, jobs } = running()
      parts = undefined
      await jobs.close()
      await disk.close()
      database.close()
    },
    async run(action, filesystem) {
      const { disk, jobs } = running()
      const { jobid } = jobs.start(NETWORK_SHARE, action, () => disk.work({ action, filesystem }))
      await jobs.settled(NETWORK_SHARE)
      const job = jobs.find(NETWORK_SHARE, jobid)
      if (!job) throw new Error('no job')
      return job
    },
    bind(mounts = false) {
      const shareId = rig.disk.shares.add(SHARE)
      rig.disk.shares.bind(shareId, mounts)
      return shareId
    },
    status: async () => (await rig.disk.info()).status,
    async until(isTrue) {
      for (;;) {
        const next = new Promise<void>((resolve) => {
          changed = resolve
        })
        if (await isTrue()) return
        await next
      }
    },
    async close() {
      if (parts) await rig.cutPower()
      rmSync(folder, { recursive: true })
    },
  }
  return rig
}
