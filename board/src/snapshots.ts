import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '@lintel/contract/fault'
import type { PersonaId } from '@lintel/contract/firmware'
import type { FaultSwitch } from '@lintel/contract/wire'
import { copyFile, copyFolder, finishSwap, remake, swap } from './hardware/folders.ts'
import type { HardwareState } from './hardware/hardware.ts'
import type { SavedCard, SdSlot } from './hardware/sd-slot.ts'
import { writeAside } from './hardware/write-aside.ts'
import type { Power } from './power.ts'
import type { SlotsInUse } from './slots/record.ts'
import type { Slots } from './slots/slots.ts'

/** Time limit for the device to write or read its state, in milliseconds. */
const DEVICE_LIMIT = 30_000
/** The device's state within its folder, and the file that it writes on request. */
const STATE = 'state.db'
/** The key of the secrets in it, which the device writes beside that file. */
const KEY = 'secrets.key'
/** The image of the SD card. */
const CARD = 'card.img'

/** The board's own part of a snapshot. */
interface BoardSnapshot {
  hardware: HardwareState
  faults: FaultSwitch[]
  /** Absent in snapshots from before they existed. */
  persona?: PersonaId
  slots?: SlotsInUse
  /** The card in the slot, if there was one. */
  card?: SavedCard | undefined
}

export interface SnapshotParts {
  dataFolder: string
  power: Power
  slots: Pick<Slots, 'stateFolder' | 'inUse' | 'areInUse' | 'use'>
  sdSlot: Pick<SdSlot, 'save' | 'restore'>
  boardState: () => Omit<BoardSnapshot, 'slots' | 'card'>
  /** Restores the board's part, and sends a running device what concerns it. */
  restoreBoard: (saved: BoardSnapshot) => void
}

/** Whole states by name. One is saved or restored at a time. */
export interface Snapshots {
  save(name: string): Promise<void>
  /**
   * @param keepSessions whether people stay signed in, if the device needs no restart for it
   * @throws Refusal `invalid` if there is none of this name
   */
  restore(name: string, keepSessions?: boolean): Promise<void>
  /** The names of the saved states, in alphabetical order. */
  names(): string[]
  /** Resolves when no files are being copied: the device must not start before. */
  idle(): Promise<void>
}

export function openSnapshots(parts: SnapshotParts): Snapshots {
  const { power, slots, sdSlot, boardState, restoreBoard } = parts
  const root = join(parts.dataFolder, 'snapshots')
  const folderOf = (name: string) => join(root, name)
  let last: Promise<unknown> = Promise.resolve()

  finishSwaps(root)
  let names = namesIn(root)

  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = last.then(work, work)
    last = turn.catch(() => {})
    return turn
  }

  async function save(name: string): Promise<void> {
    if (power.isOn()) await power.whenRunning()
    const aside = `${folderOf(name)}.new`
    rmSync(aside, { recursive: true, force: true })
    mkdirSync(join(aside, 'device'), { recursive: true, mode: 0o700 })
    const wire = power.wire()
    if (wire) {
      await wire.ask({ type: 'save', file: join(aside, 'device', STATE) }, DEVICE_LIMIT)
    } else {
      copyFolder(slots.stateFolder(), join(aside, 'device'))
    }
    const card = await sdSlot.save(join(aside, CARD))
    const all: BoardSnapshot = { ...boardState(), slots: slots.inUse(), card }
    writeAside(join(aside, 'board.json'), `${JSON.stringify(all, null, 2)}\n`)
    swap(aside, folderOf(name))
    names = namesIn(root)
  }

  async function restore(name: string, keepSessions = false): Promise<void> {
    const folder = folderOf(name)
    if (!existsSync(folder)) throw new Refusal('invalid', `There is no snapshot ${name}.`)
    const saved = JSON.parse(readFileSync(join(folder, 'board.json'), 'utf8')) as BoardSnapshot
    const restored = await withCard(folder, saved)
    const file = join(folder, 'device', STATE)
    const wire = power.wire()
    const sameSerial = restored.hardware.serial === boardState().hardware.serial
    const sameSlots = !restored.slots || slots.areInUse(restored.slots)
    if (wire && sameSerial && sameSlots && existsSync(file)) {
      // A simulated full disk must not prevent it.
      wire.send({ type: 'faults', faults: [] })
      const { clockOffset } = restored.hardware
      try {
        await wire.ask({ type: 'restore', file, clockOffset, keepSessions }, DEVICE_LIMIT)
      } catch (cause) {
        wire.send({ type: 'faults', faults: boardState().faults })
        throw cause
      }
      restoreBoard(restored)
      return
    }
    const on = power.isOn()
    await power.off()
    try {
      const state = slots.stateFolder(restored.slots)
      remake(state, (aside) => {
        copyFolder(join(folder, 'device'), aside)
        keepKey(state, aside)
      })
      if (restored.slots) slots.use(restored.slots)
    } catch (cause) {
      // A full disk: the device keeps its state, and must not stay off.
      if (on) await power.on()
      throw cause
    }
    restoreBoard(restored)
    if (on) await power.on()
  }

  /** The snapshot with its card in the slot again. */
  async function withCard(folder: string, saved: BoardSnapshot): Promise<BoardSnapshot> {
    const sdCard = saved.card ? await sdSlot.restore(join(folder, CARD), saved.card) : null
    const { hardware } = saved
    return { ...saved, hardware: { ...hardware, world: { ...hardware.world, sdCard } } }
  }

  return {
    save: (name) => inTurn(() => save(name)),
    restore: (name, keepSessions) => inTurn(() => restore(name, keepSessions)),
    names: () => names,
    idle: async () => {
      await last
    },
  }
}

/** Snapshots from before they had a key need that of the state which they replace. */
function keepKey(state: string, restored: string): void {
  const key = join(state, KEY)
  if (!existsSync(join(restored, STATE)) || existsSync(join(restored, KEY))) return
  if (existsSync(key)) copyFile(key, join(restored, KEY))
}

const entriesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** Cleans up after a board that was killed while it saved a snapshot. */
function finishSwaps(root: string): void {
  const names = entriesIn(root).map((entry) => entry.replace(/\.(old|new)$/, ''))
  for (const name of new Set(names)) finishSwap(join(root, name))
}

/** The names of the snapshots in a folder. */
const namesIn = (root: string): string[] =>
  entriesIn(root)
    .filter((name) => /^[A-Za-z0-9-]+$/.test(name))
    .toSorted((a, b) => a.localeCompare(b, 'en'))
