import { setClientNote } from '@lintel/contract/calls/client-notes'
import { readPorts, setPort } from '@lintel/contract/calls/io-ports'
import { listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import { DeviceFault, isLost } from '@lintel/contract/fault'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { parametersQuery } from '../../app/queries.ts'
import { queryClient } from '../../app/query-client.ts'
import { role } from '../../app/session/me.ts'
import { ChangedMeanwhile } from '../../app/stored/changed-meanwhile.ts'
import { liveViewQuery, noteOf } from './live-view.ts'
import { parametersOf, sameSettings, settingsIn, storedOf } from './port-settings.ts'
import type { PortSettings, PortValues } from './port-settings.ts'
import { orderOf, pressOf } from './ports.ts'
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

/** Asks the device now whether a port is active; a question that is under way already is too old. */
export async function readState(port: IoPort): Promise<boolean> {
  const query = portStateQuery(port)
  await queryClient.cancelQueries({ queryKey: query.queryKey })
  return queryClient.fetchQuery({ ...query, staleTime: 0 })
}

/**
 * Sends an order to an output, and reads back how it stands, whatever came of it. An order that was
 * taken has not failed when only the reading did.
 */
async function order(port: IoPort, action: string): Promise<void> {
  try {
    await device.call(setPort, { action })
  } finally {
    await readState(port).catch(() => undefined)
  }
}

/** Sets an output to the opposite of how it stands at this moment. A §4 (IO-09). */
export async function togglePort(port: IoPort): Promise<void> {
  await order(port, orderOf(port, !(await readState(port))))
}

/** Whether an order may have been carried out although its answer did not come. */
export const mayBeDone = (fault: unknown): boolean =>
  fault instanceof DeviceFault && fault.call === setPort.id && isLost(fault)

/** Does what the button of an output in the live view does, and says what that was. */
export async function pressPort(port: IoPort): Promise<Omit<ReturnType<typeof pressOf>, 'action'>> {
  const { action, ...done } = pressOf(port, await readState(port))
  await order(port, action)
  return done
}

/** Somebody took the port away: the device has become another one. */
export class PortGone extends Error {}

async function readSettings(id: string): Promise<PortSettings> {
  const { values } = await device.call(listParameters, { group: `root.IOPort.${id}` })
  const settings = settingsIn(values, id)
  if (!settings) throw new PortGone()
  return settings
}

/**
 * Stores a port unless somebody else changed it after `before` was read: its parameters, then the
 * note of its button in the live view, and reads both again. A note that fails is no failure (IO-11).
 * @returns whether the note is stored too
 * @throws ChangedMeanwhile
 */
export async function savePort(
  port: IoPort,
  before: PortValues,
  values: PortValues,
): Promise<boolean> {
  const after = storedOf(before, values)
  const now = await readSettings(port.id)
  if (!sameSettings(now, before) && !sameSettings(now, after)) {
    await refresh()
    throw new ChangedMeanwhile({ ...now, liveView: before.liveView })
  }
  const changes = parametersOf(port.id, now, after)
  if (Object.keys(changes).length > 0) {
    try {
      await device.call(updateParameters, changes)
    } catch (fault) {
      void refresh()
      throw fault
    }
  }
  // An input has no button; what an earlier output had comes back with it.
  const noted =
    values.direction === 'input' ||
    values.liveView === before.liveView ||
    (await setLiveView(port, values.liveView))
  await refresh()
  if (!sameSettings(await readSettings(port.id), after)) {
    throw new DeviceFault('refused', updateParameters.id, '')
  }
  return noted
}

async function setLiveView(port: IoPort, on: boolean): Promise<boolean> {
  const done = await device
    .call(setClientNote, { ...noteOf(port.number), value: on ? 'yes' : 'no' })
    .then(({ Status }) => Status === 0)
    .catch(() => false)
  void queryClient.invalidateQueries({ queryKey: liveViewQuery(port.number).queryKey })
  return done
}

/** Reads again what the pages know of all ports. */
async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: parametersQuery(role()).queryKey })
}
