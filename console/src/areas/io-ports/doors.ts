/** Which outputs open doors, and how. */
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { opensDoor } from '@lintel/contract/doors'
import { actionOf, portsIn } from './ports.ts'
import type { IoPort } from './ports.ts'

/**
 * Milliseconds that a door without a pulse duration stays open, as long as a door controller opens one
 * for a card. Own design.
 */
const OPEN_MS = 5_000

export const doorsIn = (parameters: ParameterValues): IoPort[] =>
  portsIn(parameters).filter(opensDoor)

/** The ports that don't open a door. */
export const otherPortsIn = (parameters: ParameterValues): IoPort[] =>
  portsIn(parameters).filter((port) => !opensDoor(port))

/** How a door is opened: the `action`, how many milliseconds it stays open, and the delay before. */
export function openingOf(port: IoPort): { action: string; open: number; delay: number } {
  const { mode, pulseTime, delayTime: delay } = port
  const open = actionOf(port, true)
  return mode === 'monostable' && pulseTime > 0
    ? { action: open, open: pulseTime, delay }
    : { action: `${open}${OPEN_MS}\\`, open: OPEN_MS, delay }
}
