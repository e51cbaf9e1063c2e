import { existsSync, readFileSync } from 'node:fs'
import { audioPeer, leaseOffer } from '@lintel/contract/bench-world'
import { PLAIN_DHCP } from '@lintel/contract/dhcp'
import { SPEAKER_CONDITIONS, UNTOUCHED } from '@lintel/contract/handling'
import type { World } from '@lintel/contract/wire'
import * as v from 'valibot'
import { writeAside } from './write-aside.ts'

/** What the hardware remembers without power; no reset of the device affects it. */
export interface HardwareState {
  product: string
  serial: string
  /** Battery clock: milliseconds that the device is ahead of the host. */
  clockOffset: number
  world: World
  /** The SD card that was removed last and can be put in again. */
  removedCard?: string | undefined
}

const schema: v.GenericSchema<unknown, HardwareState> = v.object({
  product: v.string(),
  serial: v.pipe(v.string(), v.regex(/^[0-9A-F]{12}$/)),
  clockOffset: v.number(),
  world: v.object({
    temperature: v.number(),
    cable: v.boolean(),
    // Older files lack these.
    lux: v.optional(v.nullable(v.number()), null),
    dhcp: v.optional(v.object({ enabled: v.boolean(), lease: leaseOffer }), PLAIN_DHCP),
    peers: v.optional(v.array(audioPeer), []),
    contacts: v.optional(v.array(v.pipe(v.number(), v.integer(), v.minValue(1))), []),
    sdCard: v.optional(v.nullable(v.string()), null),
    speaker: v.optional(v.picklist(SPEAKER_CONDITIONS), UNTOUCHED.speaker),
    microphoneDisabled: v.optional(v.boolean(), UNTOUCHED.microphoneDisabled),
    cameraCovered: v.optional(v.boolean(), UNTOUCHED.cameraCovered),
  }),
  removedCard: v.optional(v.string()),
})

export interface Hardware {
  state(): HardwareState
  /**
   * Changes the given members and stores them. What can't be stored, as on a full disk, holds until
   * the board ends; each later change tries again.
   */
  change(part: Partial<HardwareState>): void
  /** Calls `fn` with the error when a change can't be stored, but not again until one has been. */
  onNotStored(fn: (cause: unknown) => void): void
}

/**
 * Reads a hardware file; undefined if there is none.
 * @throws if it is damaged
 */
function readHardware(file: string): HardwareState | undefined {
  if (!existsSync(file)) return undefined
  return v.parse(schema, JSON.parse(readFileSync(file, 'utf8')))
}

function writeHardware(file: string, state: HardwareState): void {
  writeAside(file, `${JSON.stringify(state, null, 2)}\n`)
}

/** The hardware stored in this file, which the first boot makes. */
export function openHardware(file: string, make: () => HardwareState): Hardware {
  let state = readHardware(file)
  if (!state) {
    state = make()
    writeHardware(file, state)
  }
  let current = state
  let stored = true
  const listeners: ((cause: unknown) => void)[] = []
  return {
    state: () => current,
    change(part) {
      const next = { ...current, ...part }
      if (stored && JSON.stringify(next) === JSON.stringify(current)) return
      current = next
      const before = stored
      try {
        writeHardware(file, next)
        stored = true
      } catch (cause) {
        stored = false
        if (before) for (const fn of listeners) fn(cause)
      }
    },
    onNotStored(fn) {
      listeners.push(fn)
    },
  }
}
