import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchState } from '@lintel/contract/bench'
import type { SdCardKind } from '@lintel/contract/disks'
import { Refusal } from '@lintel/contract/fault'
import { copySparse } from '@lintel/disk-image/copy-sparse'
import { makeCard } from '@lintel/disk-image/make-card'
import { MissingProgram } from '@lintel/disk-image/programs'
import type { Hardware } from './hardware.ts'

/** How often a card is copied again that the device was writing to. */
const COPIES_MAX = 5

/** What a snapshot remembers of the card in the slot. */
export interface SavedCard {
  id: string
  /** Its size and last change: a card that still has them need not be copied back. */
  state: string
}

/** The slot for an SD card. Each card is an image file; one that was removed is kept until the next. */
export interface SdSlot {
  /** The folder of the images. */
  folder: string
  state(): NonNullable<BenchState['sdCard']>
  /**
   * Puts a card in, in place of the one that is there.
   * @throws Refusal `invalid` if there is none that was removed, or a program to make one is missing
   */
  insert(card: SdCardKind | 'removed'): Promise<void>
  /** @throws Refusal `invalid` if there is none */
  remove(): void
  /** Copies the card into a file; undefined without one. */
  save(file: string): Promise<SavedCard | undefined>
  /**
   * The id of the saved card, whose image is as it was when it was saved. A card that has changed
   * since comes back under a new id, because the device may still have the old one open.
   */
  restore(file: string, saved: SavedCard): Promise<string>
  /** Deletes the images that nobody can put in any more. */
  tidy(): void
}

/**
 * @param parts.bytes the size of new cards
 * @param parts.changed called after a card was put in or removed
 */
export function openSdSlot(parts: {
  hardware: Pick<Hardware, 'state' | 'change'>
  folder: string
  bytes: number
  changed: () => void
}): SdSlot {
  const { hardware, folder, bytes, changed } = parts
  const imageOf = (id: string) => join(folder, `${id}.img`)
  /** Images that are being made, for a slot that does not know them yet. */
  const coming = new Set<string>()
  // What the programs of a device or board that was killed have left beside the images.
  tidy(({ name, isImage }) => !isImage || !isUsed(name))

  function put(sdCard: string | null, removedCard: string | undefined): void {
    const { world } = hardware.state()
    hardware.change({ world: { ...world, sdCard }, removedCard })
    changed()
  }

  async function made(kind: SdCardKind): Promise<string> {
    const id = newImage()
    try {
      await makeCard(imageOf(id), kind, bytes)
    } catch (cause) {
      coming.delete(id)
      if (cause instanceof MissingProgram) throw new Refusal('invalid', cause.message)
      throw cause
    }
    return id
  }

  /** The id of an image that is made next. */
  function newImage(): string {
    const id = randomUUID()
    coming.add(id)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return id
  }

  function isUsed(id: string): boolean {
    const { world, removedCard } = hardware.state()
    return id === world.sdCard || id === removedCard
  }

  /** Deletes files and folders of images, by the id of the image. */
  function tidy(isRubbish: (entry: { name: string; isImage: boolean }) => boolean): void {
    if (!existsSync(folder)) return
    for (const file of readdirSync(folder)) {
      const [name = ''] = file.split('.')
      const isImage = file === `${name}.img`
      if (isRubbish({ name, isImage })) rmSync(join(folder, file), { recursive: true, force: true })
    }
  }

  const slot: SdSlot = {
    folder,
    state: () => ({
      inserted: hardware.state().world.sdCard !== null,
      removed: hardware.state().removedCard !== undefined,
    }),
    async insert(card) {
      const { removedCard } = hardware.state()
      if (card === 'removed' && removedCard === undefined) {
        throw new Refusal('invalid', 'There is no card to put back.')
      }
      const id = card === 'removed' ? removedCard : await made(card)
      const before = hardware.state().world.sdCard ?? hardware.state().removedCard
      put(id ?? null, before === id ? undefined : before)
      slot.tidy()
    },
    remove() {
      const { sdCard } = hardware.state().world
      if (sdCard === null) throw new Refusal('invalid', 'There is no card in the slot.')
      put(null, sdCard)
      slot.tidy()
    },
    async save(file) {
      const { sdCard } = hardware.state().world
      if (sdCard === null || !existsSync(imageOf(sdCard))) return undefined
      for (let tries = 1; ; tries++) {
        const state = stateOf(imageOf(sdCard))
        await copySparse(imageOf(sdCard), file)
        // A copy of a card that was written to meanwhile has some of that, and not the rest.
        if (stateOf(imageOf(sdCard)) === state || tries === COPIES_MAX) return { id: sdCard, state }
      }
    },
    async restore(file, { id, state }) {
      if (existsSync(imageOf(id)) && stateOf(imageOf(id)) === state) return id
      const copy = newImage()
      await copySparse(file, imageOf(copy))
      return copy
    },
    tidy() {
      for (const id of coming) if (isUsed(id)) coming.delete(id)
      // What is beside an image in use may be in use too: the device formats cards there.
      tidy(({ name }) => !isUsed(name) && !coming.has(name))
    },
  }
  return slot
}

/** Changes with every write to a file. */
function stateOf(file: string): string {
  const { size, mtimeNs } = statSync(file, { bigint: true })
  return `${size}-${mtimeNs}`
}
