import { join } from 'node:path'
import { CARD_FILE_SYSTEMS, SD_CARD } from '@lintel/contract/disks'
import { Refusal } from '@lintel/contract/fault'
import type { Plugged } from '@lintel/contract/wire'
import type { Clock } from '../../clock/clock.ts'
import type { Log } from '../../log.ts'
import { fileSystemOf, isEncrypted, refusalOf, statusOf } from './card-state.ts'
import type { CardSettings, PresentCard } from './card-state.ts'
import { cardWork } from './card-work.ts'
import type { CardWorkParts } from './card-work.ts'
import { isLocked, settingsOf } from './disk.ts'
import type { Disk } from './disk.ts'
import { openDiskEncryption } from './encryption.ts'
import type { DiskEncryption } from './encryption.ts'
import type { Jobs } from './jobs.ts'

/** The SD card in the device's slot. */
export interface Card extends Disk, DiskEncryption {
  ready(): Promise<void>
  start(): void
  stateRestored(): Promise<void>
  close(): Promise<void>
}

export interface CardParts extends Omit<CardWorkParts, 'alone'> {
  plugged: Pick<Plugged, 'cardFolder' | 'world'>
  jobs: Pick<Jobs, 'abort' | 'isRunning'>
  clock: Pick<Clock, 'wait'>
  log: Pick<Log, 'error' | 'info'>
}

/** A card in the slot, and how the work on it is stopped. */
interface Inserted extends PresentCard {
  id: string
  leave: AbortController
}

const REMOVED = 'The card was removed.'
/** Milliseconds for which a list waits for a card that has just been put in. Own design. */
const PATIENCE = 3_000

export function openCard(parts: CardParts): Card {
  const { plugged, jobs, tools, passphrases, parameters, clock, log } = parts
  const { get } = parameters
  let present: Inserted | undefined
  let last: Promise<unknown> = Promise.resolve()
  let inspection: Promise<void> = Promise.resolve()

  function alone<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }

  const works = cardWork({ ...parts, alone })
  const settings = (): CardSettings => ({
    encrypts: passphrases.enabled(),
    locked: isLocked(get, SD_CARD),
    required: CARD_FILE_SYSTEMS.find((one) => one === get('root.Storage.S0.RequiredFileSystem')),
  })

  /** Inspects the card anew, and mounts it if it mounts by itself and may do so now. */
  function settle(mayMount = true): Promise<void> {
    const card = present
    if (card) inspection = alone(() => inspectAndMount(card, mayMount)).finally(parts.changed)
    else parts.changed()
    return inspection
  }

  async function inspectAndMount(card: Inserted, mayMount: boolean): Promise<void> {
    const { signal } = card.leave
    try {
      signal.throwIfAborted()
      await works.inspect(card, signal)
      const mounts = get('root.Storage.S0.Enabled') && get('root.Storage.S0.MountOnBoot')
      if (!mayMount || !mounts) return
      await works.mend(card, { signal })
      if (statusOf(card, settings()) !== 'connected') return
      await works.attach(card, signal)
    } catch (cause) {
      if (!signal.aborted) log.error({ err: cause }, 'the card could not be mounted')
    }
  }

  /** Another card is in the slot, or none. Boards from before there was a slot name none. */
  function insert(sdCard: string | null | undefined): void {
    const id = sdCard ?? undefined
    if (id === present?.id) return
    remove(REMOVED)
    if (id !== undefined) {
      present = {
        id,
        image: join(plugged.cardFolder, `${id}.img`),
        volume: undefined,
        damaged: false,
        mounted: undefined,
        leave: new AbortController(),
      }
    }
    void settle()
  }

  function remove(why: string): void {
    if (!present) return
    const card = present
    present = undefined
    card.mounted = undefined
    card.leave.abort(new Error(why))
    void jobs.abort(SD_CARD, why)
    alone(() => works.letGo(card)).catch((cause: unknown) => {
      log.error({ err: cause }, 'the card could not be closed')
    })
  }

  async function ready(): Promise<void> {
    const late = new AbortController()
    const patience = clock.wait(PATIENCE, late.signal).catch(() => {})
    await Promise.race([inspection, patience])
    late.abort(new Error('ready'))
  }

  return {
    id: SD_CARD,
    ready,
    medium: () => present?.id,
    async info() {
      await ready()
      const { usage, full = false } = present?.mounted?.space ?? {}
      return {
        ...settingsOf(get, SD_CARD),
        totalsize: kilobytes(usage?.total),
        freesize: kilobytes(usage?.free),
        full: full || usage?.free === 0,
        readonly: false,
        status: statusOf(present, settings()),
        filesystem: fileSystemOf(present) ?? get('root.Storage.S0.FileSystem'),
        encryptionenabled: passphrases.enabled(),
        diskencrypted: isEncrypted(present),
      }
    },
    space: () => present?.mounted?.space.usage,
    capabilities() {
      const filesystems = tools.fileSystems()
      return {
        diskid: SD_CARD,
        requiredfssupported: filesystems.includes('ext4'),
        encryptionsupported: tools.canEncrypt(),
        filesystems,
      }
    },
    work(order) {
      const card = present
      const refusal = refusalOf(order, card, settings())
      if (refusal !== undefined || !card) throw new Refusal('invalid', refusal ?? '')
      return (watch) => alone(() => works.carryOut(card, order, watch))
    },
    files: () => present?.mounted?.files,
    ...openDiskEncryption({
      ...parts,
      alone,
      card: () => present,
      settings,
      inspect: () => settle(false),
    }),

    start: () => insert(plugged.world.sdCard),
    worldChanged: ({ sdCard }) => insert(sdCard),
    async stateRestored() {
      await settle()
    },
    async close() {
      remove('The device is shut down.')
      await last
    },
  }
}

const kilobytes = (bytes = 0) => Math.floor(bytes / 1024)
