import type { HeatState } from '@lintel/contract/events'

/** Degrees beyond a limit that it takes to leave a state again, so that it does not flutter. */
const HYSTERESIS = 3

/** The state at a temperature (°C), coming from another one. The limits are of our own design. */
export function heatState(celsius: number, before: HeatState = 'Normal'): HeatState {
  const held = (...states: HeatState[]) => (states.includes(before) ? HYSTERESIS : 0)
  if (celsius >= 70 - held('Hot')) return 'Hot'
  if (celsius >= 60 - held('Hot', 'Warning')) return 'Warning'
  if (celsius < -20 + held('Cold')) return 'Cold'
  return 'Normal'
}
