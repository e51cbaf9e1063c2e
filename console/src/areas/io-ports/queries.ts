import { setClientNote } from '@lintel/contract/calls/client-notes'
import { listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import { yesNo } from '@lintel/contract/parameters/codec'
import { DeviceFault } from '@lintel/contract/fault'
import { device } from '../../app/device.ts'
import { parametersQuery } from '../../app/queries.ts'
import { queryClient } from '../../app/query-client.ts'
import { role } from '../../app/session/me.ts'
import { ChangedMeanwhile } from '../../app/stored/changed-meanwhile.ts'
import { liveViewQuery, noteOf } from './live-view.ts'
import { parametersOf, sameSettings, settingsIn, storedOf } from './port-settings.ts'
import type { PortSettings, PortValues } from './port-settings.ts'
import type { IoPort } from './ports.ts'

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
    .call(setClientNote, { ...noteOf(port.number), value: yesNo.encode(on) })
    .then(({ Status }) => Status === 0)
    .catch(() => false)
  void queryClient.invalidateQueries({ queryKey: liveViewQuery(port.number).queryKey })
  return done
}

/** Reads again what the pages know of all ports. */
async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: parametersQuery(role()).queryKey })
}
