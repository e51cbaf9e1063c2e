import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '@lintel/contract/fault'
import type { PersonaId } from '@lintel/contract/firmware'
import type { FaultSwitch } from '@lintel/contract/wire'
import { copyFolder, remake, swap } from './hardware/folders.ts'
import type { HardwareState } from './hardware/hardware.ts'
import { writeAside } from './hardware/write-aside.ts'
import type { Power } from './power.ts'
import type { SlotsInUse } from './slots/record.ts'
import type { Slots } from './slots/slots.ts'

/** Time limit for the device to write or read its state, in milliseconds. */
const DEVICE_LIMIT = 30_000
/** The device's state within its folder, and the file that it writes on request. */
const STATE = 'state.db'

/** The board's own part of a snapshot. */
interface Kept {
  hardware: HardwareState
  faults: FaultSwitch[]
  /** Absent in snapshots from before they existed. */
  persona?: PersonaId
  slots?: SlotsInUse
}

export interface SnapshotParts {
  dataFolder: string
  power: Power
  slots: Pick<Slots, 'stateFolder' | 'inUse' | 'areInUse' | 'use'>
  kept: () => Omit<Kept, 'slots'>
  /** Restores the board's part, and tells a running device what it sees of it. */
  put: (kept: Kept) => void
}

/** Whole states by name. One is saved or restored at a time. */
export interface Snapshots {
  save(name: string): Promise<void>
  /** @throws Refusal `invalid` if there is none of this name */
  restore(name: string): Promise<void>
  /** The names of the saved states, in alphabetical order. */
  names(): string[]
  /** Resolves when no files are being copied: the device must not start before. */
  idle(): Promise<void>
}

export function openSnapshots({ dataFolder, power, slots, kept, put }: SnapshotParts): Snapshots {
  const place = (name: string) => join(dataFolder, 'snapshots', name)
  let last: Promise<unknown> = Promise.resolve()

  let names = namesIn(join(dataFolder, 'snapshots'))

  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = last.then(work, work)
    last = turn.catch(() => {})
    return turn
  }

  async function save(name: string): Promise<void> {
    if (power.isOn()) await power.whenRunning()
    const aside = `${place(name)}.new`
    rmSync(aside, { recursive: true, force: true })
    mkdirSync(join(aside, 'device'), { recursive: true })
    const wire = power.wire()
    if (wire) {
      await wire.ask({ type: 'save', file: join(aside, 'device', STATE) }, DEVICE_LIMIT)
    } else {
      copyFolder(slots.stateFolder(), join(aside, 'device'))
    }
    const all: Kept = { ...kept(), slots: slots.inUse() }
    writeAside(join(aside, 'board.json'), `${JSON.stringify(all, null, 2)}\n`)
    swap(aside, place(name))
    names = namesIn(join(dataFolder, 'snapshots'))
  }

  async function restore(name: string): Promise<void> {
    const folder = place(name)
    if (!existsSync(folder)) throw new Refusal('invalid', `There is no snapshot ${name}.`)
    const restored = JSON.parse(readFileSync(join(folder, 'board.json'), 'utf8')) as Kept
    const file = join(folder, 'device', STATE)
    const wire = power.wire()
    const samePlate = restored.hardware.serial === kept().hardware.serial
    const sameSlots = !restored.slots || slots.areInUse(restored.slots)
    if (wire && samePlate && sameSlots && existsSync(file)) {
      // A simulated full disk must not prevent it.
      wire.send({ type: 'faults', faults: [] })
      const { clockOffset } = restored.hardware
      try {
        await wire.ask({ type: 'restore', file, clockOffset }, DEVICE_LIMIT)
      } catch (cause) {
        wire.send({ type: 'faults', faults: kept().faults })
        throw cause
      }
      put(restored)
      return
    }
    const on = power.isOn()
    await power.off()
    if (restored.slots) slots.use(restored.slots)
    remake(slots.stateFolder(), (aside) => copyFolder(join(folder, 'device'), aside))
    put(restored)
    if (on) await power.on()
  }

  return {
    save: (name) => inTurn(() => save(name)),
    restore: (name) => inTurn(() => restore(name)),
    names: () => names,
    idle: async () => {
      await last
    },
  }
}

/** The snapshots in a folder, after removing what an interrupted one has left. */
function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /^[A-Za-z0-9-]+$/.test(name))
    .toSorted((a, b) => a.localeCompare(b, 'en'))
}
