import type { FaultSwitch } from '@lintel/contract/wire'

/** What a call suffers: first the wait, then the fault. */
export interface PendingFault {
  /** Milliseconds. */
  wait: number
  fault: FaultSwitch | undefined
}

/** The fault switches in force. `page` is the id of everything that is not a call. */
export interface FaultTable {
  /** Replaces all switches. */
  set(faults: readonly FaultSwitch[]): void
  /** The switches that still hit, with the times they have left. */
  list(): FaultSwitch[]
  /** What a call with this id suffers now. Uses up one time of each switch that hits. */
  take(call: string): PendingFault | undefined
  /** Whether a durable write fails now; whatever call caused it. Uses up one time. */
  diskFull(): boolean
}

/** @param onUsed is told what is left whenever a counted switch has hit. */
export function openFaultTable(onUsed: (left: FaultSwitch[]) => void = () => {}): FaultTable {
  let switches: FaultSwitch[] = []

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
      return { wait: slow?.value ?? 0, fault }
    },
    diskFull() {
      const hit = switches.find((entry) => entry.fault === 'diskFull')
      if (hit) spend([hit])
      return hit !== undefined
    },
  }
}

/** A switch names one call, a family (what stands before the dot) or all. */
function matches(named: string, call: string): boolean {
  return named === '*' || named === call || call.startsWith(`${named}.`)
}
