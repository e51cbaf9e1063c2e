import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '@lintel/contract/fault'
import type { FirmwareOrder, FirmwareSlots, SlotName, SlotSettings } from '@lintel/contract/wire'
import { copyFolder, finishSwap, remake } from '../hardware/folders.ts'
import type { HostTime } from '../host-time.ts'
import { createProof } from './proof.ts'
import type { ProofParts } from './proof.ts'
import { readRecord, writeRecord } from './record.ts'
import type { SlotRecord, SlotsInUse } from './record.ts'
import { slotFolders } from './slot-folders.ts'
import type { SlotCode, SlotFolderParts } from './slot-folders.ts'

/** Slot events, for the bench's log. */
export type SlotEvent =
  | { type: 'installed'; version: string; slot: SlotName }
  | { type: 'rolledBack'; version: string; slot: SlotName; settings: SlotSettings }
  | { type: 'wentBack'; version: string; slot: SlotName }
  | { type: 'notDone'; cause: string }
  | { type: 'committed'; version: string }
  | { type: 'purged' }
  | { type: 'emptied' }

export interface SlotParts extends SlotFolderParts, Pick<ProofParts, 'works' | 'failed'> {
  time: HostTime
  /** UTC milliseconds of the device's clock. */
  now: () => number
  happened: (event: SlotEvent) => void
  /** Called after every change of what `firmware` returns. */
  changed: () => void
}

/**
 * The firmware slots. A is the checkout that the board runs from: nothing is ever written there,
 * and a board without other slots runs it as it is. Images go to B and C in the data folder. Each
 * slot has its own settings, so a rollback is one entry in the record: the old firmware's settings
 * are still as it left them. A slot without settings, as after a factory default, gets a copy of the
 * present ones.
 */
export interface Slots {
  /** Carries out the plan, and returns the code to start. Only while no device runs. */
  boot(): SlotCode
  /** The folder of the device's state, one for each slot: the active one, or what `use` makes so. */
  stateFolder(slots?: SlotsInUse): string
  /** The running firmware and the other one, for the device and the bench. */
  firmware(): FirmwareSlots
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
  /** The device says whether root has a password. */
  setUp(done: boolean): void
  /** The device runs: new firmware has to prove that it works. */
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
  let setUp: boolean | undefined
  const proof = createProof({ ...parts, proved: () => commit(writeIfPossible) })

  const folders = slotFolders(parts)
  const versionOf = (slot: SlotName) => folders.firmwareOf(slot)?.version ?? '?'

  function write(part: Partial<SlotRecord>): void {
    const next = { ...record, ...part }
    writeRecord(file, next)
    record = next
    parts.changed()
  }

  /**
   * Like `write`. When the disk is full even for that, the change holds until the board restarts.
   * @returns whether it is stored
   */
  function writeIfPossible(part: Partial<SlotRecord>): boolean {
    try {
      write(part)
      return true
    } catch {
      record = { ...record, ...part }
      parts.changed()
      return false
    }
  }

  /** Removes slots that the record does not name. */
  function sweep(): void {
    const named = new Set([record.active, record.inactive, planned(record)])
    for (const slot of ['B', 'C'] as const) {
      if (!named.has(slot)) folders.remove(slot)
    }
  }

  function logChange(type: 'installed' | 'wentBack', slot: SlotName): void {
    parts.happened({ type, version: versionOf(slot), slot })
  }

  function settingsOf(slot: SlotName): SlotSettings {
    if (!folders.hasSettings(slot)) return 'copy'
    return record.setUp[slot] === false ? 'open' : 'own'
  }

  /** What the running device has said, to be stored with the order to leave its slot. */
  const leaving = () =>
    setUp === undefined ? {} : { setUp: { ...record.setUp, [record.active]: setUp } }

  /** An image never goes to A, nor to the running slot. */
  function freeSlot(): 'B' | 'C' {
    const free = (['B', 'C'] as const).filter((slot) => slot !== record.active)
    return free.find((slot) => slot !== record.inactive) ?? free[0] ?? 'B'
  }

  function install(folder: string, factoryDefault: boolean): void {
    const slot = freeSlot()
    // From here on nothing leads to the slot being overwritten.
    if (record.inactive === slot) write({ inactive: null })
    folders.moveIn(slot, folder)
    write({ ...leaving(), plan: { do: 'install', slot, factoryDefault } })
  }

  function carryOut(plan: NonNullable<SlotRecord['plan']>): void {
    const { active } = record
    if (plan.do === 'factoryDefault') {
      for (const slot of ['A', 'B', 'C'] as const) emptyFolder(folders.stateOf(slot))
      write({ setUp: {}, plan: null })
      parts.happened({ type: 'emptied' })
      return
    }
    const { slot } = plan
    if (plan.do === 'install') {
      remake(folders.stateOf(slot), (aside) => {
        if (plan.factoryDefault) mkdirSync(aside, { mode: 0o700 })
        else copyFolder(folders.stateOf(active), aside)
      })
      const installed = { ...record.installed, [slot]: parts.now() }
      write({ active: slot, inactive: active, trying: true, installed, plan: null })
      logChange('installed', slot)
    } else {
      const settings = settingsOf(slot)
      if (settings === 'copy') {
        remake(folders.stateOf(slot), (aside) => copyFolder(folders.stateOf(active), aside))
      }
      write({ active: slot, inactive: active, trying: true, plan: null })
      parts.happened({ type: 'rolledBack', version: versionOf(slot), slot, settings })
    }
    sweep()
  }

  function boot(): SlotCode {
    setUp = undefined
    if (record.plan) {
      try {
        carryOut(record.plan)
      } catch (cause) {
        // A full disk: the running firmware stays.
        if (writeIfPossible({ plan: null })) sweep()
        parts.happened({ type: 'notDone', cause: String(cause) })
      }
    }
    if (!folders.hasFirmware(record.active)) {
      writeIfPossible({ active: 'A', inactive: null, trying: false })
    }
    folders.linkModules(record.active)
    return folders.codeOf(record.active)
  }

  function commit(store: (part: Partial<SlotRecord>) => void): void {
    proof.stop()
    if (!record.trying) return
    store({ trying: false })
    parts.happened({ type: 'committed', version: versionOf(record.active) })
  }

  for (const slot of ['A', 'B', 'C'] as const) finishSwap(folders.stateOf(slot))
  sweep()

  return {
    boot,
    stateFolder: (slots) =>
      folders.stateOf(slots && folders.hasFirmware(slots.active) ? slots.active : record.active),
    firmware() {
      const { active, inactive, installed, trying } = record
      return {
        running: folders.firmwareOf(active) ?? { slot: active, version: '', buildDate: '' },
        inactive:
          inactive && folders.hasFirmware(inactive) ? (folders.firmwareOf(inactive) ?? null) : null,
        ...(inactive && { inactiveSettings: settingsOf(inactive) }),
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
          return write({ ...leaving(), plan: { do: 'change', slot: record.inactive } })
        case 'commit':
          return commit(write)
        case 'purge':
          write({ inactive: null, trying: false })
          sweep()
          return parts.happened({ type: 'purged' })
        case 'factoryDefault':
          return write({ plan: { do: 'factoryDefault' } })
      }
    },
    change(slot) {
      if (!folders.hasFirmware(slot))
        throw new Refusal('invalid', `There is no firmware in slot ${slot}.`)
      if (slot !== record.active) write({ ...leaving(), plan: { do: 'change', slot } })
      // The person has changed their mind.
      else if (record.plan?.do === 'change') write({ plan: null })
    },
    setUp(done) {
      setUp = done
    },
    running() {
      if (record.trying) proof.start()
    },
    down: () => proof.stop(),
    goBack() {
      proof.stop()
      const { active, inactive, trying } = record
      if (!trying || inactive === null) return false
      const version = versionOf(active)
      if (writeIfPossible({ active: inactive, inactive: null, trying: false })) sweep()
      parts.happened({ type: 'wentBack', version, slot: inactive })
      return true
    },
    inUse: () => ({ active: record.active, inactive: record.inactive }),
    areInUse: ({ active, inactive }) => active === record.active && inactive === record.inactive,
    use({ active, inactive }) {
      if (!folders.hasFirmware(active)) return
      const other = inactive && folders.hasFirmware(inactive) ? inactive : null
      write({ active, inactive: other, trying: false, plan: null })
      sweep()
    },
  }
}

const planned = ({ plan }: SlotRecord): SlotName | undefined =>
  plan && 'slot' in plan ? plan.slot : undefined

/** Removes a folder's content; a cut in between leaves all of it or nothing. */
function emptyFolder(folder: string): void {
  if (existsSync(folder)) remake(folder, (aside) => mkdirSync(aside, { mode: 0o700 }))
}
