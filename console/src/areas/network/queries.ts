import { listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import { getTrial } from '@lintel/contract/calls/trial'
import type { CallOptions } from '@lintel/contract/client'
import { DeviceFault, isLost } from '@lintel/contract/fault'
import { deviceLocation } from '@lintel/contract/site'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { deviceHas } from '../../app/firmware.ts'
import { queryClient } from '../../app/query-client.ts'
import { readingQuery, storedSetting } from '../../app/stored/stored-setting.ts'
import type { Reading } from '../../app/stored/stored-setting.ts'
import { ADDRESS_SETTLES } from '../../app/timing.ts'
import type { Move } from '../../app/trial/move.ts'
import { wait } from '../../app/wait.ts'
import { addressToTry, applyNetwork, doubtAbout, movesAway } from '../../network/apply.ts'
import type { NetworkValues } from '../../network/ipv4.ts'
import { NETWORK_GROUP } from '../../network/reading.ts'
import {
  discoveryParameters,
  ipv6Parameters,
  sameIpv4,
  sameRequest,
  settingsIn,
  storesDiscovery,
} from './settings.ts'
import type { DiscoveryValues, Ipv6Values, NetworkSettings } from './settings.ts'

async function readSettings(options: CallOptions): Promise<NetworkSettings> {
  const { values } = await device.call(listParameters, NETWORK_GROUP, options)
  // Without any of these parameters the device has no network to set.
  if (!values.has('root.Network.BootProto')) {
    throw new DeviceFault('malformed', listParameters.id, '')
  }
  // Requested last: what the list has is then stored, or the trial is known.
  const { signal } = options
  const trial = deviceHas(getTrial)
    ? await device.call(getTrial, {}, signal ? { signal } : {})
    : undefined
  const tried = trial?.state === 'running' && trial.kind === 'address' ? trial : undefined
  return { ...settingsIn(values), tried }
}

/** The network settings, which each of the forms saves a part of. */
const network: Reading<NetworkSettings> = {
  // The device announces changes of parameters.
  key: ['parameters', 'network'],
  read: readSettings,
  alsoShown: [['parameters']],
}

export const networkQuery = readingQuery(network)

/** The objection to an address; null if there is none. */
export const addressQuery = (address: string) =>
  queryOptions({
    queryKey: ['network', 'address', address],
    queryFn: async () => (await doubtAbout(device, address)) ?? null,
  })

/**
 * Where the device is after a save, if not here: at a known address, or wherever a DHCP server has
 * sent it.
 */
export type Whereabouts = 'somewhere' | Move

/**
 * Address and name servers. A change of address is put on trial, if the device has trials. With
 * DHCP or IPv6 the device gets 3 s to settle (A §4).
 */
export const ipv4Setting = storedSetting<NetworkSettings, NetworkValues, Whereabouts>({
  ...network,
  call: updateParameters.id,
  values: ({ ipv4 }) => ipv4.values,
  same: sameIpv4,
  stores: ({ ipv4 }, sent) => sameRequest(ipv4.values, sent),
  // A trial may be reverted.
  proves: ({ ipv4, tried }, sent) => !tried && sameRequest(ipv4.values, sent),
  async write(values, { now: { ipv4, ipv6 }, options }) {
    const here = deviceLocation()
    const address = addressToTry(values, ipv4)
    if (address !== undefined) {
      const known = queryClient.getQueryData(addressQuery(address).queryKey)
      // The form shows it as soon as it is known; until then nothing is stored.
      if (known === undefined && (await queryClient.fetchQuery(addressQuery(address)))) {
        throw new DeviceFault('refused', updateParameters.id, '')
      }
    }
    const move = await applyNetwork(device, values, ipv4, here, options)
    if (move) {
      // The form shows the values on trial: if the device comes back without them, that is a
      // change.
      queryClient.setQueryData(
        networkQuery.queryKey,
        (data) => data && { ...data, ipv4: { ...data.ipv4, values } },
      )
      return move
    }
    if (values.ipAutomatic || ipv6?.enabled) await wait(ADDRESS_SETTLES)
    return movesAway(values, ipv4, here) ? whereabouts() : undefined
  },
})

/** Undefined when the device still answers here. */
async function whereabouts(): Promise<'somewhere' | undefined> {
  try {
    await readSettings({})
    return undefined
  } catch (fault) {
    if (isLost(fault)) return 'somewhere'
    throw fault
  }
}

/** IPv6, on or off; switched on, it gets 3 s to find its addresses (A §4). */
export const ipv6Setting = storedSetting<NetworkSettings, Ipv6Values>({
  ...network,
  call: updateParameters.id,
  // A device without IPv6 has it off.
  values: ({ ipv6 }) => ({ enabled: ipv6?.enabled ?? false }),
  stores: ({ ipv6 }, { enabled }) => ipv6?.enabled === enabled,
  async write(values, { options }) {
    await device.call(updateParameters, ipv6Parameters(values), options)
    if (values.enabled) await wait(ADDRESS_SETTLES)
    return undefined
  },
})

/** The device's names and its announcements. */
export const discoverySetting = storedSetting<NetworkSettings, DiscoveryValues>({
  ...network,
  call: updateParameters.id,
  values: ({ discovery }) => discovery,
  stores: storesDiscovery,
  async write(values, { before, options }) {
    await device.call(updateParameters, discoveryParameters(values, before), options)
    return undefined
  },
})
