/** Which outputs open doors, and how. */
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { openingTime, opensDoor } from '@lintel/contract/doors'
import { actionOf, portsIn } from './ports.ts'
import type { IoPort } from './ports.ts'

export const doorsIn = (parameters: ParameterValues): IoPort[] =>
  portsIn(parameters).filter(opensDoor)

/** The ports that don't open a door. */
export const otherPortsIn = (parameters: ParameterValues): IoPort[] =>
  portsIn(parameters).filter((port) => !opensDoor(port))

/** How a door is opened: the `action`, how many milliseconds it stays open, and the delay before. */
export function openingOf(port: IoPort): { action: string; open: number; delay: number } {
  const { delayTime: delay } = port
  const open = openingTime(port)
  const unlock = actionOf(port, true)
  return { action: staysUnlocked(port) ? `${unlock}${open}\\` : unlock, open, delay }
}

/** Whether a door that is unlocked without a time stays so: only a pulse ends by itself. */
export const staysUnlocked = ({ mode, pulseTime }: IoPort): boolean =>
  mode !== 'monostable' || pulseTime <= 0
