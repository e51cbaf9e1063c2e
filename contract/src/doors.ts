/** Which outputs open doors. Own design. */

/** The shortest pulse that opens a door, in milliseconds. */
const SHORTEST_MS = 1_000

/** What decides whether a port opens a door. */
interface Output {
  direction: 'input' | 'output'
  /** Whether its direction can be changed. */
  configurable: boolean
  mode: 'bistable' | 'monostable'
  /** Milliseconds. */
  pulseTime: number
}

/**
 * Whether a port opens a door: a relay, or an output with a pulse of at least a second, as the
 * documentation sets it for a door strike.
 */
export const opensDoor = ({ direction, configurable, mode, pulseTime }: Output): boolean =>
  direction === 'output' && (!configurable || (mode === 'monostable' && pulseTime >= SHORTEST_MS))
