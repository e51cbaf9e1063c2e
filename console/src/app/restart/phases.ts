import { FIRMWARE_WAIT, RESTART_LATE, SHUTDOWN_USUAL, STARTING_USUAL } from '../timing.ts'
import type { RestartType } from './flag.ts'
import { EVIDENCE } from './tab.ts'
import type { Evidence } from './tab.ts'

/** The steps that people see, in this order. */
export type Phase = 'sending' | 'checking' | 'installing' | 'stopping' | 'starting' | 'opening'

/** `firmware`: an upgrade, from its file on. */
const PHASES = {
  firmware: ['sending', 'checking', 'installing', 'starting', 'opening'],
  restart: ['stopping', 'starting', 'opening'],
} as const satisfies Record<string, readonly Phase[]>

/** Where the bar is when each evidence is first seen, in percent. It ends when the page opens. */
const STARTS: Record<keyof typeof PHASES, Record<Evidence, number>> = {
  // The file was sent and checked before.
  firmware: { asked: 40, gone: 55, answering: 80, ready: 95 },
  restart: { asked: 0, gone: 25, answering: 75, ready: 95 },
}

const kindOf = (type: RestartType | undefined) => (type === 'upgrade' ? 'firmware' : 'restart')

export const phasesOf = (type: RestartType | undefined): readonly Phase[] => PHASES[kindOf(type)]

/** The current phase: the one after the last that the device has shown to be over. */
export function phaseOf(type: RestartType | undefined, evidence: Evidence): Phase {
  if (evidence === 'asked') return type === 'upgrade' ? 'installing' : 'stopping'
  return evidence === 'ready' ? 'opening' : 'starting'
}

/**
 * How far the bar is, in whole percent. It approaches the start of the next phase at the usual pace,
 * and never reaches it without evidence.
 * @param since when the evidence was first seen
 */
export function percentOf(
  type: RestartType | undefined,
  evidence: Evidence,
  since: number,
  now: number,
): number {
  const starts = STARTS[kindOf(type)]
  const start = starts[evidence]
  const next = EVIDENCE[EVIDENCE.indexOf(evidence) + 1]
  if (next === undefined) return start
  const usual = evidence === 'asked' ? SHUTDOWN_USUAL : STARTING_USUAL
  const part = 1 - Math.exp((-2 * Math.max(0, now - since)) / usual)
  return Math.floor(start + (starts[next] - start) * part * 0.99)
}

/** Whether it takes longer than usual. Source for firmware: A §4. */
export function isLate(type: RestartType | undefined, age: number): boolean {
  const firmware = type === 'upgrade' || type === 'rollback'
  return age >= (firmware ? FIRMWARE_WAIT : RESTART_LATE)
}
