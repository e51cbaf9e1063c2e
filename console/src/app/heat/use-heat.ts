import { TOPICS } from '@lintel/contract/events'
import type { HeatState } from '@lintel/contract/events'
import { useEffect, useState } from 'react'
import { onEvents } from '../events/live.ts'

/** The states with a banner. A §8 Heat banners. */
export type HeatWithBanner = Extract<HeatState, 'Cold' | 'Warning' | 'Hot'>

/** The last `HeatState` that the device reported. */
export function useHeat(): string | undefined {
  const [state, setState] = useState<string>()
  useEffect(
    () => onEvents([TOPICS.heat, TOPICS.doorStationHeat], (event) => setState(event['HeatState'])),
    [],
  )
  return state
}
