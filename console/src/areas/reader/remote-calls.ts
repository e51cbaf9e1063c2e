/** Changes of the remote access server, each saved at once. A §4. */
import {
  probeIPAccessConfiguration,
  updateIPAccessConfiguration,
} from '@lintel/contract/calls/card-reader'
import type { ProbeResult } from '@lintel/contract/calls/card-reader'
import type { CardReaderConfiguration, IPAccessConfiguration } from '@lintel/contract/card-reader'
import { SECRET_SET } from '@lintel/contract/card-reader'
import { isLost } from '@lintel/contract/fault'
import { device } from '../../app/device.ts'
import { queryClient } from '../../app/query-client.ts'
import { storedSetting } from '../../app/stored/stored-setting.ts'
import { PROBE_TIMEOUT } from '../../app/timing.ts'
import { readReader, shared, write } from './queries.ts'
import { readableServer, withoutServer } from './remote-values.ts'

/** What a save of the server replaces. */
export interface Remote {
  server: IPAccessConfiguration
  protocol: CardReaderConfiguration['Protocol']
}

const remoteOf = (state: CardReaderConfiguration): Remote => ({
  server: state.IPAccessConfiguration,
  protocol: state.Protocol,
})

const textOf = ({ server, protocol }: Remote) => `${protocol} ${readableServer(server)}`

const remoteSetting = storedSetting<CardReaderConfiguration, Remote>({
  ...shared,
  values: remoteOf,
  same: (one, other) => textOf(one) === textOf(other),
  proves: (state, sent) =>
    ['', SECRET_SET].includes(sent.server.Password) && textOf(remoteOf(state)) === textOf(sent),
  write: ({ server, protocol }, { before, options }) =>
    write(
      {
        IPAccessConfiguration: server,
        ...(protocol === before.protocol ? {} : { Protocol: protocol }),
      },
      options,
    ),
})

/** @throws as `StoredSetting.save` */
async function save(sent: Remote, seen: CardReaderConfiguration): Promise<void> {
  const basis = { before: remoteOf(seen), changed: new Set(['server']) }
  await remoteSetting.save(sent, basis).catch(async (fault: unknown) => {
    // After a lost answer the device itself knows.
    if (!isLost(fault) || !remoteSetting.proves(await readReader({}), sent, basis)) throw fault
  })
}

/** Asks a server for its access points, and stores nothing. */
export const probe = (IPAccessConfiguration: IPAccessConfiguration): Promise<ProbeResult> =>
  device.call(
    probeIPAccessConfiguration,
    {
      IPAccessConfiguration: {
        ...IPAccessConfiguration,
        RequestAccessConfiguration: [...IPAccessConfiguration.RequestAccessConfiguration],
      },
    },
    { timeoutMs: PROBE_TIMEOUT, secret: true },
  )

/**
 * Stores the server, connects to one of its access points, and then passes cards on to it: until
 * then, another protocol stays in use.
 * @param id of the access point
 * @param seen the settings that the person has seen
 * @throws as `StoredSetting.save`; by then the server may be stored
 */
export async function connect(
  server: IPAccessConfiguration,
  id: string,
  seen: CardReaderConfiguration,
): Promise<void> {
  try {
    await save({ server, protocol: seen.Protocol }, seen)
    await device.call(updateIPAccessConfiguration, { Id: id }, { timeoutMs: PROBE_TIMEOUT })
    if (seen.Protocol !== 'IPAccess') {
      const now = await readReader({})
      await save({ server: now.IPAccessConfiguration, protocol: 'IPAccess' }, now)
    }
  } finally {
    void queryClient.invalidateQueries({ queryKey: ['intercom'] })
  }
}

/** Forgets the server. READER-26 to READER-28. @throws as `StoredSetting.save` */
export async function disconnect(seen: CardReaderConfiguration): Promise<void> {
  const { IPAccessConfiguration: server, Protocol: protocol } = withoutServer(seen)
  await save({ server, protocol }, seen)
}
