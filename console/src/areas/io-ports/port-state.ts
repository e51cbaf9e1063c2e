import { readPorts, setPort } from '@lintel/contract/calls/io-ports'
import { DeviceFault, isLost } from '@lintel/contract/fault'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { queryClient } from '../../app/query-client.ts'
import { actionOf, pressOf } from './ports.ts'
import type { IoPort } from './ports.ts'

/** Whether a port is active. The device tells when one changes. */
export const portStateQuery = ({ number }: Pick<IoPort, 'number'>) =>
  queryOptions({
    queryKey: ['ports', 'state', number],
    queryFn: async ({ signal }): Promise<boolean> => {
      const lines = await device.call(readPorts, { checkactive: String(number) }, { signal })
      const value = lines.find(([name]) => name === `port${number}`)?.[1]
      if (value === undefined) throw new DeviceFault('malformed', readPorts.id, '')
      return value === 'active'
    },
  })

/**
 * Reads now whether a port is active. A read that is under way is cancelled, as its answer may be
 * out of date.
 */
export async function readState(port: IoPort): Promise<boolean> {
  const query = portStateQuery(port)
  await queryClient.cancelQueries({ queryKey: query.queryKey })
  const active = await queryClient.fetchQuery({ ...query, staleTime: 0 })
  // What this page shows of all ports must not contradict it until the event arrives.
  queryClient.setQueriesData<ReadonlyMap<number, boolean>>(
    { queryKey: ['ports', 'states'] },
    (states) => states && new Map(states).set(port.number, active),
  )
  return active
}

/**
 * Switches an output and reads its state back, even if the call fails. If only the read fails, the
 * output has been switched all the same.
 */
async function send(port: IoPort, action: string): Promise<void> {
  try {
    await device.call(setPort, { action })
  } finally {
    await readState(port).catch(() => undefined)
  }
}

/** Switches an output to the opposite of its present state. A §4 (IO-09). */
export async function togglePort(port: IoPort): Promise<void> {
  await send(port, actionOf(port, !(await readState(port))))
}

/** Makes an output active or inactive, once its state is up to date, as a toggle does (IO-09). */
export async function switchPort(port: IoPort, active: boolean): Promise<void> {
  await readState(port)
  await send(port, actionOf(port, active))
}

/** Whether an output may have switched although the answer was lost. */
export const mayBeDone = (fault: unknown): boolean =>
  fault instanceof DeviceFault && fault.call === setPort.id && isLost(fault)

/**
 * Does what an output's live view button does, and returns what that was.
 * @param active what to take for the present state, if somebody has confirmed what that leads to
 */
export async function pressPort(
  port: IoPort,
  active?: boolean,
): Promise<Omit<ReturnType<typeof pressOf>, 'action'>> {
  const { action, ...done } = pressOf(port, active ?? (await readState(port)))
  await send(port, action)
  return done
}
