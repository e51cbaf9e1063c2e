import { TOPICS } from '@lintel/contract/events'
import { useEffect, useState } from 'react'
import { onEvents } from '../events/live.ts'

/** The last `HeatState` that the device reported. */
export function useHeat(): string | undefined {
  const [state, setState] = useState<string>()
  useEffect(
    () => onEvents([TOPICS.heat, TOPICS.doorStationHeat], (event) => setState(event['HeatState'])),
    [],
  )
  return state
}
