import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SD_CARD } from '@lintel/contract/disks'
import type { DiskId, DiskJob } from '@lintel/contract/disks'
import { productCalled } from '@lintel/contract/products/products'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import type { FromDevice, World } from '@lintel/contract/wire'
import { startClock } from '../../../clock/clock.ts'
import { placeOf } from '../../../hardware/lease.ts'
import { openWire } from '../../../hardware/wire.ts'
import { openLog } from '../../../log.ts'
import { openPlatform } from '../../../platform.ts'
import type { Platform } from '../../../platform.ts'
import { PLUGGED } from '../../../testing/plugged.ts'
import type { CardTools } from '../card-tools.ts'
import type { DiskOrder } from '../disk.ts'
import { openStorage } from '../storage.ts'
import type { Storage } from '../storage.ts'

/** The storage engine of a device with a folder for cards, and what happens to it. */
export interface StorageRig {
  readonly platform: Platform
  readonly storage: Storage
  /** The entries of the bench's log, as `id` and values. */
  readonly benchLog: [string, Record<string, string | number>][]
  /** The file that stands for a card. */
  imageOf(card: string): string
  /** Turns the power on, with a card in the slot or none; ready when the card is. */
  powerOn(card?: string | null): Promise<void>
  /** Puts a card into the slot, or takes it out. */
  insert(card: string | null): Promise<void>
  /** Shuts the device down. */
  shutDown(): Promise<void>
  /** Everything stops at once. */
  cutPower(): void
  /** Starts a job and waits for its end. */
  run(order: DiskOrder['action'], filesystem?: DiskOrder['filesystem']): Promise<DiskJob>
  /** The card as `list.cgi` answers. */
  card(): Promise<Awaited<ReturnType<Storage['disks']>>[number]>
  remove(): Promise<void>
}

const worldWith = (sdCard: string | null): World => ({ ...PLAIN_WORLD, sdCard })

export function makeStorageRig(tools: CardTools, product = 'A8307-E'): StorageRig {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-storage-'))
  const cardFolder = join(folder, 'cards')
  mkdirSync(cardFolder)
  const sent: FromDevice[] = []
  let platform: Platform | undefined
  let storage: Storage | undefined
  let inSlot: string | null = null

  function open(): void {
    const channel = new EventEmitter()
    platform = openPlatform(
      {
        plugged: {
          ...PLUGGED,
          product: productCalled(product).number,
          dataFolder: join(folder, 'data'),
          logFile: join(folder, 'device.log'),
          cardFolder,
          world: worldWith(inSlot),
        },
        wire: openWire({
          connected: true,
          send: (message) => sent.push(message),
          on: channel.on.bind(channel),
        }),
        clock: startClock({ host: { now: () => 0, monotonic: () => 0 } }),
        log: openLog('silent'),
        restart: () => undefined,
      },
      {
        diskFull: () => false,
        addressChanged: () => undefined,
        network: () => ({
          lease: () => undefined,
          place: () => placeOf(PLUGGED.address),
          ipv6: () => [],
          rtspPort: () => 554,
        }),
      },
    )
    storage = openStorage(platform, { tools })
  }

  const running = () => {
    if (!platform || !storage) throw new Error('the power is off')
    return { platform, storage }
  }

  const rig: StorageRig = {
    get platform() {
      return running().platform
    },
    get storage() {
      return running().storage
    },
    get benchLog() {
      return sent.flatMap((message): StorageRig['benchLog'] =>
        message.type === 'happened' ? [[message.happening.id, message.happening.values]] : [],
      )
    },
    imageOf: (card) => join(cardFolder, `${card}.img`),
    async powerOn(card = inSlot) {
      inSlot = card
      open()
      running().storage.start()
      await running().storage.disks()
    },
    async insert(card) {
      inSlot = card
      running().storage.worldChanged?.(worldWith(card))
      await running().storage.disks()
    },
    async shutDown() {
      await running().storage.close()
      running().platform.database.close()
      storage = undefined
    },
    cutPower() {
      running().platform.database.close()
      storage = undefined
    },
    async run(action, filesystem) {
      const { jobid } = await rig.storage.order(SD_CARD, { action, filesystem })
      return ended(rig.storage, SD_CARD, jobid)
    },
    async card() {
      const found = (await rig.storage.disks()).find(({ diskid }) => diskid === SD_CARD)
      if (!found) throw new Error('no disk for cards')
      return found
    },
    async remove() {
      if (storage) await rig.shutDown()
      rmSync(folder, { recursive: true })
    },
  }
  return rig
}

/** A job once it has ended. */
export function ended(storage: Storage, id: DiskId, jobid: string): Promise<DiskJob> {
  return new Promise((resolve) => {
    const look = () => {
      const job = storage.job(id, jobid)
      if (job?.progress !== 100) return
      unsubscribe()
      resolve(job)
    }
    const unsubscribe = storage.subscribe(look)
    look()
  })
}
