import { SD_CARD } from '@lintel/contract/disks'
import { Refusal } from '@lintel/contract/fault'
import { DiskFull } from '@lintel/disk-image/file-system'
import type { Files, Watch } from '@lintel/disk-image/file-system'
import type { LogToBench } from '../../hardware/bench-log.ts'
import type { Parameters } from '../../state/parameters.ts'
import type { CardTools } from './card-tools.ts'
import { DAMAGED, readable } from './card-state.ts'
import type { PresentCard, Space } from './card-state.ts'
import { checkUnlocked, guardedFiles, isLocked } from './disk.ts'
import type { DiskOrder } from './disk.ts'
import { JobFailure } from './jobs.ts'
import type { JobWatch } from './jobs.ts'
import type { Passphrases } from './passphrases.ts'

export interface CardWorkParts {
  tools: CardTools
  passphrases: Passphrases
  parameters: Pick<Parameters, 'get' | 'set'>
  logToBench: LogToBench
  /** Runs work on the card when all work before it has ended. */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Something that the device reports of the card has changed. */
  changed(): void
}

/** What the device does with the card in its slot. Nothing here looks at preconditions. */
export function cardWork(parts: CardWorkParts) {
  const { tools, passphrases, parameters, logToBench } = parts

  /** Reads what is on the card, which is not mounted. */
  async function inspect(card: PresentCard, signal: AbortSignal): Promise<void> {
    await letGo(card)
    card.volume = await tools.open(card.image, passphrases.candidates(), signal)
    const found = readable(card)
    if (!found) return
    const { passphrase } = found.volume
    if (passphrase !== undefined && passphrases.candidates().length > 1) passphrases.set(passphrase)
    card.damaged = (await found.volume.check({ signal })) === 'damaged'
  }

  /** Repairs a damaged card if that loses nothing, and nobody forbids it. */
  async function mend(card: PresentCard, watch: Watch): Promise<void> {
    const { get } = parameters
    if (!card.damaged || !get('root.Storage.S0.AutoRepair') || isLocked(get, SD_CARD)) return
    card.damaged = (await existing(card).volume.preen(watch)) === 'damaged'
    if (!card.damaged) logToBench('storage.repaired')
  }

  /** Mounts a card without damage. */
  async function attach(card: PresentCard, signal: AbortSignal): Promise<void> {
    const files = existing(card).volume.files()
    const space: Space = { usage: await files.usage(), full: false }
    signal.throwIfAborted()
    card.mounted = { space, files: filesOf(card, files, space) }
    logToBench('storage.mounted', { disk: SD_CARD })
  }

  function filesOf(card: PresentCard, files: Files, space: Space): Files {
    const isMounted = () => card.mounted?.space === space
    const inTurn: Files = {
      usage: () => parts.alone(() => files.usage()),
      list: (folder) => parts.alone(() => files.list(folder)),
      read: (path) => parts.alone(() => files.read(path)),
      remove: (path) => parts.alone(() => files.remove(path)),
      async write(...file) {
        try {
          await parts.alone(() => files.write(...file))
        } catch (cause) {
          if (cause instanceof DiskFull) space.full = true
          throw cause
        }
      },
    }
    return guardedFiles(
      inTurn,
      {
        open() {
          if (!isMounted()) throw new Refusal('invalid', 'The disk is not mounted.')
        },
        writable: () => checkUnlocked(parameters.get, SD_CARD),
      },
      async () => {
        if (!isMounted()) return
        const { free } = space.usage
        try {
          space.usage = await inTurn.usage()
        } catch (cause) {
          if (isMounted()) throw cause
        }
        if (space.usage.free > free) space.full = false
        parts.changed()
      },
    )
  }

  async function mount(card: PresentCard, watch: JobWatch): Promise<void> {
    if (card.mounted) return
    card.damaged = (await existing(card).volume.check(watch)) === 'damaged'
    await mend(card, watch)
    if (card.damaged) throw new JobFailure(DAMAGED)
    await attach(card, watch.signal)
  }

  function unmount(card: PresentCard): void {
    if (!card.mounted) return
    card.mounted = undefined
    logToBench('storage.unmounted', { disk: SD_CARD })
  }

  async function format(
    card: PresentCard,
    fileSystem: DiskOrder['filesystem'],
    watch: JobWatch,
  ): Promise<void> {
    if (fileSystem !== 'ext4' && fileSystem !== 'vfat') throw new TypeError('not for a card')
    const passphrase = passphrases.current()
    if (passphrases.enabled() && passphrase === undefined) {
      throw new JobFailure('The passphrase of the device can no longer be read. Set a new one.')
    }
    await letGo(card)
    watch.signal.throwIfAborted()
    try {
      card.volume = await tools.make(card.image, fileSystem, passphrase, watch)
    } catch (cause) {
      // Nobody knows what is left, also after a power cut.
      if (!watch.signal.aborted) await inspect(card, watch.signal).catch(() => {})
      throw cause
    }
    parameters.set({ 'root.Storage.S0.FileSystem': fileSystem })
    logToBench('storage.formatted', { disk: SD_CARD, fileSystem })
  }

  return {
    inspect,
    mend,
    attach,
    letGo,
    async carryOut(card: PresentCard, order: DiskOrder, watch: JobWatch): Promise<void> {
      const { action, filesystem } = order
      if (action === 'mount') await mount(card, watch)
      else if (action === 'unmount') unmount(card)
      else if (action === 'checkdisk') await check(card, watch)
      else if (action === 'repair') await repair(card, watch)
      else await format(card, filesystem, watch)
    },
  }
}

/** The volume of a card that preconditions have found readable. */
function existing(card: PresentCard) {
  const found = readable(card)
  if (!found) throw new JobFailure('The card could not be read.')
  return found
}

/** Forgets what is known of the card. */
async function letGo(card: PresentCard): Promise<void> {
  const { volume } = card
  Object.assign(card, { volume: undefined, damaged: false, mounted: undefined })
  if (typeof volume === 'object') await volume.close()
}

async function check(card: PresentCard, watch: JobWatch): Promise<void> {
  const { volume } = existing(card)
  card.damaged = (await volume.check(watch)) === 'damaged'
  if (card.damaged) throw new JobFailure(DAMAGED)
}

async function repair(card: PresentCard, watch: JobWatch): Promise<void> {
  const { volume } = existing(card)
  card.damaged = (await volume.repair(watch)) === 'damaged'
  if (card.damaged) throw new JobFailure('The card could not be repaired. Format it.')
}
