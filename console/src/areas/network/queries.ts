import { listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import { getTrial } from '@lintel/contract/calls/trial'
import { DeviceFault, isLost } from '@lintel/contract/fault'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { deviceHas } from '../../app/firmware.ts'
import { queryClient } from '../../app/query-client.ts'
import { ChangedMeanwhile } from '../../app/stored/changed-meanwhile.ts'
import { ADDRESS_SETTLES } from '../../app/timing.ts'
import type { Move } from '../../app/trial/move.ts'
import { wait } from '../../app/wait.ts'
import { addressToTry, applyNetwork, doubtAbout, leads } from '../../network/apply.ts'
import type { NetworkValues } from '../../network/ipv4.ts'
import { NETWORK_GROUP } from '../../network/reading.ts'
import {
  discoveryParameters,
  ipv6Parameters,
  sameDiscovery,
  sameIpv4,
  sameIpv6,
  sameWish,
  settingsIn,
  storesDiscovery,
} from './settings.ts'
import type { DiscoveryValues, Ipv6Values, NetworkSettings } from './settings.ts'

export const networkQuery = queryOptions({
  // The device tells that parameters have changed.
  queryKey: ['parameters', 'network'],
  queryFn: ({ signal }) => readSettings(signal),
})

/** Whether anything speaks against an address; null for nothing. */
export const addressQuery = (address: string) =>
  queryOptions({
    queryKey: ['network', 'address', address],
    queryFn: async () => (await doubtAbout(device, address)) ?? null,
  })

async function readSettings(signal?: AbortSignal): Promise<NetworkSettings> {
  const options = signal ? { signal } : {}
  const { values } = await device.call(listParameters, { group: NETWORK_GROUP }, options)
  // Names alone tell nothing: a device that has none of these parameters has no network to set.
  if (!values.has('root.Network.BootProto')) {
    throw new DeviceFault('malformed', listParameters.id, '')
  }
  // Asked afterwards: what the list has is stored, or this knows of the trial.
  const trial = deviceHas(getTrial) ? await device.call(getTrial, {}, options) : undefined
  const tried = trial?.state === 'running' && trial.kind === 'address' ? trial : undefined
  return { ...settingsIn(values), tried }
}

/** Everything about the network again; what other pages show of it follows. */
async function readBack(): Promise<NetworkSettings> {
  const settings = await readSettings()
  queryClient.setQueryData(networkQuery.queryKey, settings)
  void queryClient.invalidateQueries({ queryKey: ['parameters'], exact: true })
  return settings
}

/**
 * What is stored now, to be written over.
 * @throws ChangedMeanwhile unless it is as the page had read it, or as it is to be
 */
async function unchanged<V>(
  part: (settings: NetworkSettings) => V,
  fits: (now: V) => boolean,
): Promise<NetworkSettings> {
  const now = await readSettings()
  if (fits(part(now))) return now
  queryClient.setQueryData(networkQuery.queryKey, now)
  throw new ChangedMeanwhile(part(now))
}

const notTaken = () => new DeviceFault('refused', updateParameters.id, '')

/**
 * Where the device is after a save: here, at the place of a move, or wherever a DHCP server has sent
 * it, which nobody told.
 */
export type Whereabouts = 'here' | 'somewhere' | Move

/**
 * Stores address and name servers. Where they lead elsewhere they are on trial, if the device has
 * trials. What stays here is read back, with DHCP or IPv6 after 3 s (A §4).
 * @throws DeviceFault also for an address that there is something to say about first
 */
export async function saveIpv4(before: NetworkValues, values: NetworkValues): Promise<Whereabouts> {
  const { ipv4, ipv6 } = await unchanged(
    (settings) => settings.ipv4.values,
    (now) => sameIpv4(now, before) || sameWish(now, values),
  )
  const here = new URL(location.href)
  const address = addressToTry(values, ipv4)
  if (address !== undefined) {
    const told = queryClient.getQueryData(addressQuery(address).queryKey)
    // The form shows it as soon as it is known; until then nothing is stored.
    if (told === undefined && (await queryClient.fetchQuery(addressQuery(address))))
      throw notTaken()
  }
  const move = await applyNetwork(device, values, ipv4, here)
  if (move) {
    // What is tried is what the form shows: should the device come back without it, that is news.
    queryClient.setQueryData(
      networkQuery.queryKey,
      (known) => known && { ...known, ipv4: { ...known.ipv4, values } },
    )
    return move
  }
  if (values.ipAutomatic || ipv6?.enabled) await wait(ADDRESS_SETTLES)
  try {
    const now = await readBack()
    if (!sameWish(now.ipv4.values, values)) throw notTaken()
    return 'here'
  } catch (fault) {
    if (isLost(fault) && leads(values, ipv4, here)) return 'somewhere'
    throw fault
  }
}

/** Turns IPv6 on or off, and reads it back; turned on, it gets 3 s to find its addresses (A §4). */
export async function saveIpv6(before: Ipv6Values, values: Ipv6Values): Promise<void> {
  await unchanged(
    ({ ipv6 }) => ipv6 ?? before,
    (now) => sameIpv6(now, before) || sameIpv6(now, values),
  )
  await device.call(updateParameters, ipv6Parameters(values))
  if (values.enabled) await wait(ADDRESS_SETTLES)
  const { ipv6 } = await readBack()
  if (!ipv6 || !sameIpv6(ipv6, values)) throw notTaken()
}

/** Stores how the device is found, and reads it back. */
export async function saveDiscovery(
  before: DiscoveryValues,
  values: DiscoveryValues,
): Promise<void> {
  await unchanged(
    ({ discovery }) => discovery,
    (now) => sameDiscovery(now, before) || sameDiscovery(now, values),
  )
  await device.call(updateParameters, discoveryParameters(values, before))
  if (!storesDiscovery(await readBack(), values, before)) throw notTaken()
}
