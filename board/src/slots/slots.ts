import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '@lintel/contract/fault'
import { MANIFEST_FILE, imageManifest } from '@lintel/contract/firmware-image'
import type { ImageManifest } from '@lintel/contract/firmware-image'
import type { FirmwareOrder, FirmwareSlots, SlotFirmware, SlotName } from '@lintel/contract/wire'
import * as v from 'valibot'
import { copyFolder, finishSwap, remake } from '../hardware/folders.ts'
import { syncFolder } from '../hardware/write-aside.ts'
import type { HostTime } from '../host-time.ts'
import { readRecord, writeRecord } from './record.ts'
import type { SlotRecord, SlotsInUse } from './record.ts'

/** Milliseconds that new firmware has to run before it is committed. */
const PROVED_AFTER = 10_000

/** The code of one firmware, from which the device is started. */
export interface SlotCode {
  deviceEntry: string
  consoleFolder: string
  pagesFolder: string
}

/** Slot events, for the bench's log. */
export type SlotEvent =
  | { type: 'installed'; version: string; slot: SlotName }
  | { type: 'rolledBack'; version: string; slot: SlotName }
  | { type: 'wentBack'; version: string; slot: SlotName }
  | { type: 'notDone'; cause: string }
  | { type: 'kept'; version: string }
  | { type: 'purged' }
  | { type: 'emptied' }

export interface SlotParts {
  dataFolder: string
  /** Slot A. */
  checkout: SlotCode & { version: string; buildDate: string }
  /** `node_modules` with the native modules, which stay with the board. */
  modules: string
  time: HostTime
  /** UTC milliseconds of the device's clock. */
  now: () => number
  happened: (event: SlotEvent) => void
  /** Called after every change of what `told` returns. */
  changed: () => void
}

/**
 * The firmware slots. A is the checkout that the board runs from: nothing is ever written there,
 * and a board without other slots runs it as it is. Images go to B and C in the data folder. Each
 * slot has its own settings, so a rollback is one entry in the record: the old firmware's settings
 * are still as it left them.
 */
export interface Slots {
  /** Carries out the plan, and returns what the next start runs. Only while no device runs. */
  boot(): SlotCode
  /** The folder of the device's state, one for each slot. */
  stateFolder(): string
  told(): FirmwareSlots
  /**
   * Carries out a request of the device.
   * @throws Refusal, and nothing has changed
   */
  order(order: FirmwareOrder): void
  /**
   * Plans another slot for the next start, on a person's request.
   * @throws Refusal `invalid` when it is empty
   */
  change(slot: SlotName): void
  /** The device runs: new firmware has to keep running for a while. */
  running(): void
  /**
   * The device is down, for whatever reason: uncommitted firmware proves itself at its next start.
   */
  down(): void
  /** The device has ended unexpectedly. Returns whether to start other firmware in its place. */
  goBack(): boolean
  inUse(): SlotsInUse
  /** Whether these slots are the ones in use. */
  areInUse(slots: SlotsInUse): boolean
  /**
   * Restores the slots of a snapshot, as far as their images still exist. Only while no device
   * runs.
   */
  use(slots: SlotsInUse): void
}

/** @throws DamagedRecord */
export function openSlots(parts: SlotParts): Slots {
  const file = join(parts.dataFolder, 'slots.json')
  let record = readRecord(file)
  let cancelProof: (() => void) | undefined

  const folderOf = (slot: SlotName) => join(parts.dataFolder, 'slots', slot)
  const imageOf = (slot: SlotName) => join(folderOf(slot), 'image')
  const stateOf = (slot: SlotName) =>
    slot === 'A' ? join(parts.dataFolder, 'device') : join(folderOf(slot), 'state')
  const holds = (slot: SlotName) =>
    existsSync(codeOf(slot).deviceEntry) && firmwareOf(slot) !== undefined

  function codeOf(slot: SlotName): SlotCode {
    if (slot === 'A') return parts.checkout
    const image = imageOf(slot)
    return {
      deviceEntry: join(image, 'device', 'main.js'),
      consoleFolder: join(image, 'console'),
      pagesFolder: join(image, 'device-pages'),
    }
  }

  /** Undefined if there is none, or its manifest can't be read. */
  function firmwareOf(slot: SlotName): SlotFirmware | undefined {
    const found = slot === 'A' ? parts.checkout : manifestIn(imageOf(slot))
    return found && { slot, version: found.version, buildDate: found.buildDate }
  }

  const versionOf = (slot: SlotName) => firmwareOf(slot)?.version ?? '?'

  function write(part: Partial<SlotRecord>): void {
    const next = { ...record, ...part }
    writeRecord(file, next)
    record = next
    parts.changed()
  }

  /** Removes what no entry of the record refers to. */
  function sweep(): void {
    const named = new Set([record.active, record.inactive, planned(record)])
    for (const slot of ['B', 'C'] as const) {
      if (!named.has(slot)) rmSync(folderOf(slot), { recursive: true, force: true })
    }
  }

  function tellOf(type: 'installed' | 'rolledBack' | 'wentBack', slot: SlotName): void {
    parts.happened({ type, version: versionOf(slot), slot })
  }

  /** An image never goes to A, nor to the running slot. */
  function freeSlot(): 'B' | 'C' {
    const free = (['B', 'C'] as const).filter((slot) => slot !== record.active)
    return free.find((slot) => slot !== record.inactive) ?? free[0] ?? 'B'
  }

  function install(folder: string, factoryDefault: boolean): void {
    const slot = freeSlot()
    // From here on nothing leads to the slot being overwritten.
    if (record.inactive === slot) write({ inactive: null })
    rmSync(folderOf(slot), { recursive: true, force: true })
    mkdirSync(folderOf(slot), { recursive: true, mode: 0o700 })
    renameSync(folder, imageOf(slot))
    syncFolder(folderOf(slot))
    syncFolder(join(parts.dataFolder, 'slots'))
    write({ plan: { do: 'install', slot, factoryDefault } })
  }

  function carryOut(plan: NonNullable<SlotRecord['plan']>): void {
    const { active } = record
    if (plan.do === 'factoryDefault') {
      for (const slot of ['A', 'B', 'C'] as const) empty(stateOf(slot))
      write({ plan: null })
      parts.happened({ type: 'emptied' })
      return
    }
    const { slot } = plan
    if (plan.do === 'install') {
      remake(stateOf(slot), (aside) => {
        if (plan.factoryDefault) mkdirSync(aside, { mode: 0o700 })
        else copyFolder(stateOf(active), aside)
      })
      const installed = { ...record.installed, [slot]: parts.now() }
      write({ active: slot, inactive: active, trying: true, installed, plan: null })
      tellOf('installed', slot)
    } else {
      write({ active: slot, inactive: active, trying: true, plan: null })
      tellOf('rolledBack', slot)
    }
    sweep()
  }

  function giveUp(): void {
    try {
      write({ plan: null })
      sweep()
    } catch {
      // There is no room even for that: the board retries when it starts again.
      record = { ...record, plan: null }
    }
  }

  function boot(): SlotCode {
    if (record.plan) {
      try {
        carryOut(record.plan)
      } catch (cause) {
        // A full disk: the running firmware stays.
        giveUp()
        parts.happened({ type: 'notDone', cause: String(cause) })
      }
    }
    if (!holds(record.active)) write({ active: 'A', inactive: null, trying: false })
    if (record.active !== 'A') linkModules(imageOf(record.active), parts.modules)
    return codeOf(record.active)
  }

  function calm(): void {
    cancelProof?.()
    cancelProof = undefined
  }

  function keep(): void {
    calm()
    if (!record.trying) return
    write({ trying: false })
    parts.happened({ type: 'kept', version: versionOf(record.active) })
  }

  for (const slot of ['A', 'B', 'C'] as const) finishSwap(stateOf(slot))
  sweep()

  return {
    boot,
    stateFolder: () => stateOf(record.active),
    told() {
      const { active, inactive, installed, trying } = record
      return {
        running: firmwareOf(active) ?? { slot: active, version: '', buildDate: '' },
        inactive: inactive && holds(inactive) ? (firmwareOf(inactive) ?? null) : null,
        committed: !trying,
        upgradedAt: installed[active] ?? null,
      }
    },
    order(order) {
      switch (order.do) {
        case 'install':
          return install(order.folder, order.factoryDefault)
        case 'rollback':
          if (record.inactive === null) throw new Refusal('absent', 'There is no other firmware.')
          return write({ plan: { do: 'change', slot: record.inactive } })
        case 'commit':
          return keep()
        case 'purge':
          write({ inactive: null, trying: false })
          sweep()
          return parts.happened({ type: 'purged' })
        case 'factoryDefault':
          return write({ plan: { do: 'factoryDefault' } })
      }
    },
    change(slot) {
      if (!holds(slot)) throw new Refusal('invalid', `There is no firmware in slot ${slot}.`)
      if (slot !== record.active) write({ plan: { do: 'change', slot } })
    },
    running() {
      if (record.trying) cancelProof = parts.time.after(PROVED_AFTER, keep)
    },
    down: calm,
    goBack() {
      calm()
      const { active, inactive, trying } = record
      if (!trying || inactive === null) return false
      const version = versionOf(active)
      write({ active: inactive, inactive: null, trying: false })
      sweep()
      parts.happened({ type: 'wentBack', version, slot: inactive })
      return true
    },
    inUse: () => ({ active: record.active, inactive: record.inactive }),
    areInUse: ({ active, inactive }) => active === record.active && inactive === record.inactive,
    use({ active, inactive }) {
      if (!holds(active)) return
      const other = inactive && holds(inactive) ? inactive : null
      write({ active, inactive: other, trying: false, plan: null })
      sweep()
    },
  }
}

function manifestIn(image: string): ImageManifest | undefined {
  try {
    return v.parse(imageManifest, JSON.parse(readFileSync(join(image, MANIFEST_FILE), 'utf8')))
  } catch {
    return undefined
  }
}

const planned = ({ plan }: SlotRecord): SlotName | undefined =>
  plan && 'slot' in plan ? plan.slot : undefined

/** Removes a folder's content; a cut in between leaves all of it or nothing. */
function empty(folder: string): void {
  if (existsSync(folder)) remake(folder, (aside) => mkdirSync(aside, { mode: 0o700 }))
}

/** Lets the code of an image find the native modules, wherever the checkout is now. */
function linkModules(image: string, modules: string): void {
  const link = join(image, 'node_modules')
  if (linkedTo(link) === modules) return
  rmSync(link, { force: true })
  symlinkSync(modules, link, 'junction')
}

function linkedTo(link: string): string | undefined {
  try {
    return readlinkSync(link)
  } catch {
    return undefined
  }
}
