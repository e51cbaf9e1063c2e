import type { HeatState } from '@lintel/contract/events'

/** Hysteresis in degrees, so that a state does not flap. */
const HYSTERESIS = 3

/** The next state at a temperature (°C). The limits are our own design. */
export function heatState(celsius: number, before: HeatState = 'Normal'): HeatState {
  const held = (...states: HeatState[]) => (states.includes(before) ? HYSTERESIS : 0)
  if (celsius >= 70 - held('Hot')) return 'Hot'
  if (celsius >= 60 - held('Hot', 'Warning')) return 'Warning'
  if (celsius < -20 + held('Cold')) return 'Cold'
  return 'Normal'
}
