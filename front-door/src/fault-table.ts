import { setMaxListeners } from 'node:events'
import type { FaultSwitch } from '@lintel/contract/wire'

/** The fault to apply to a call: first the wait, then the fault. */
export interface PendingFault {
  /** Milliseconds. */
  wait: number
  /** Aborted when the switches are replaced, which ends the wait. */
  replaced: AbortSignal
  fault: FaultSwitch | undefined
}

/** The fault switches in force. `page` is the id of everything that is not a call. */
export interface FaultTable {
  /** Replaces all switches; calls that wait because of an old one go on at once. */
  set(faults: readonly FaultSwitch[]): void
  /** The switches still in force, with the number of times they have left. */
  list(): FaultSwitch[]
  /** The fault to apply to this call now. Uses up one time of each matching switch. */
  take(call: string): PendingFault | undefined
  /** Whether a durable write has to fail now, whichever call caused it. Uses up one time. */
  diskFull(): boolean
}

/**
 * @param onUsed is given the remaining switches whenever a counted one was used
 */
export function openFaultTable(onUsed: (left: FaultSwitch[]) => void = () => {}): FaultTable {
  let switches: FaultSwitch[] = []
  let replaced = new AbortController()

  const list = (): FaultSwitch[] => switches.map((entry) => ({ ...entry }))

  function spend(hits: readonly FaultSwitch[]): void {
    const counted = hits.filter((hit) => hit.times !== undefined)
    if (counted.length === 0) return
    for (const hit of counted) hit.times = (hit.times ?? 1) - 1
    switches = switches.filter((entry) => entry.times === undefined || entry.times > 0)
    onUsed(list())
  }

  return {
    set(faults) {
      replaced.abort()
      replaced = new AbortController()
      // Any number of calls may wait.
      setMaxListeners(0, replaced.signal)
      switches = faults
        .filter((entry) => entry.times === undefined || entry.times > 0)
        .map((entry) => ({ ...entry }))
    },
    list,
    take(call) {
      if (switches.length === 0) return undefined
      const matching = switches.filter((entry) => matches(entry.call, call))
      const slow = matching.find((entry) => entry.fault === 'slow')
      const fault = matching.find((entry) => entry.fault !== 'slow' && entry.fault !== 'diskFull')
      if (!slow && !fault) return undefined
      spend([slow, fault].filter((hit) => hit !== undefined))
      return { wait: slow?.value ?? 0, replaced: replaced.signal, fault }
    },
    diskFull() {
      const hit = switches.find((entry) => entry.fault === 'diskFull')
      if (hit) spend([hit])
      return hit !== undefined
    },
  }
}

/** A switch names one call, a family (the part before the dot) or all of them. */
function matches(named: string, call: string): boolean {
  return named === '*' || named === call || call.startsWith(`${named}.`)
}
