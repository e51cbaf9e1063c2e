import type { HeatState } from '@lintel/contract/events'

/** Hysteresis in degrees, so that a state does not flap. */
const HYSTERESIS = 3

/** Degrees Celsius at which the states begin; it is cold below the first one. Own design. */
export const HEAT_LIMITS = { cold: -20, warm: 60, hot: 70 } as const

/** The next state at a temperature (°C). */
export function heatState(celsius: number, before: HeatState = 'Normal'): HeatState {
  const held = (...states: HeatState[]) => (states.includes(before) ? HYSTERESIS : 0)
  if (celsius >= HEAT_LIMITS.hot - held('Hot')) return 'Hot'
  if (celsius >= HEAT_LIMITS.warm - held('Hot', 'Warning')) return 'Warning'
  if (celsius < HEAT_LIMITS.cold + held('Cold')) return 'Cold'
  return 'Normal'
}
