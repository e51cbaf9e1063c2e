import type { BenchState } from '@lintel/contract/bench'
import { useText } from '@lintel/ui/i18n'
import { createContext, useContext } from 'react'

/** The state of the device, for the cards that need it to run. */
export const DeviceState = createContext<BenchState['device']>('running')

/** Why the device can't be operated, in words; undefined while it runs. */
export function useBlocked(): string | undefined {
  const device = useContext(DeviceState)
  const text = useText()
  if (device === 'running') return undefined
  if (device === 'off' || device === 'starting') return text(`bench.blocked.${device}`)
  return text('bench.blocked.down')
}
