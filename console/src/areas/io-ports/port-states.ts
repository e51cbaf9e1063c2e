import { readPorts, setPort } from '@lintel/contract/calls/io-ports'
import { DeviceFault } from '@lintel/contract/fault'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { queryClient } from '../../app/query-client.ts'
import { GONE_RETRY } from '../../app/timing.ts'
import type { IoPort } from './ports.ts'

/** Which of these ports are active, by their numbers. The device announces changes. */
export const portStatesQuery = (ports: readonly IoPort[]) => {
  const numbers = ports.map(({ number }) => number)
  return queryOptions({
    queryKey: ['ports', 'states', ...numbers],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, boolean>> => {
      const lines = await device.call(readPorts, { checkactive: numbers.join() }, { signal })
      const states = new Map(lines.map(([name, value]) => [name, value === 'active']))
      return new Map(
        numbers.map((number) => {
          const active = states.get(`port${number}`)
          if (active === undefined) throw new DeviceFault('malformed', readPorts.id, '')
          return [number, active]
        }),
      )
    },
    // The device only announces changes, so a failed read is repeated.
    refetchInterval: ({ state }) => state.status === 'error' && GONE_RETRY,
  })
}

/**
 * Sends an order to an output, and reads all states again, even if the call fails.
 * @throws DeviceFault
 */
export async function orderPort(action: string): Promise<void> {
  try {
    await device.call(setPort, { action })
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['ports'] })
  }
}
