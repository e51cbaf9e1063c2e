import type { BenchState } from '@lintel/contract/bench'
import { useText } from '@lintel/ui/i18n'
import { createContext, useContext } from 'react'

/** What the device is doing, for all that needs it. */
export const DeviceState = createContext<BenchState['device']>('running')

/** Why nothing can be done with the device now; undefined while it runs. */
export function useBlocked(): string | undefined {
  const device = useContext(DeviceState)
  const text = useText()
  if (device === 'running') return undefined
  if (device === 'off' || device === 'starting') return text(`bench.blocked.${device}`)
  return text('bench.blocked.down')
}
