/** Packets behind the newest that are still accepted (RFC 3711 §3.3.2 asks for 64 or more). */
const WINDOW = 128

/** Remembers which packets have arrived, so that none is accepted twice. */
export class ReplayWindow {
  /** The highest index so far; -1 before the first. */
  newest = -1
  private readonly seen = new Float64Array(WINDOW).fill(-1)

  isNew(index: number): boolean {
    return index >= 0 && index > this.newest - WINDOW && this.seen[index % WINDOW] !== index
  }

  note(index: number): void {
    this.seen[index % WINDOW] = index
    this.newest = Math.max(this.newest, index)
  }
}

/**
 * The index, roll-over counter included, that a sequence number most likely stands for (RFC 3711
 * §3.3.1); negative for one from before the first roll-over.
 */
export function packetIndex(sequence: number, newest: number): number {
  if (newest < 0) return sequence
  const last = newest % 65_536
  const rollover = Math.floor(newest / 65_536)
  const turn = sequence - last > 32_768 ? -1 : last - sequence > 32_768 ? 1 : 0
  return (rollover + turn) * 65_536 + sequence
}
