import { updateParameters } from '@lintel/contract/calls/parameters'
import { startTrial, tryAddress } from '@lintel/contract/calls/trial'
import type { DeviceUrls } from '@lintel/contract/calls/trial'
import type { CallOptions, Client } from '@lintel/contract/client'
import { isLost } from '@lintel/contract/fault'
import type { Move } from '../app/trial/move.ts'
import { urlAt } from './ipv4.ts'
import { networkParameters } from './reading.ts'
import type { NetworkValues } from './ipv4.ts'
import type { NetworkReading } from './reading.ts'

/** Why an address needs a confirmation. */
export interface AddressDoubt {
  address: string
  /** The host lacks it, so the device stays where it is; or its ports are taken there. */
  kind: 'elsewhere' | 'taken'
}

/** The network before the change. */
export type InUse = Pick<NetworkReading, 'address' | 'trials' | 'values'>

/** Whether the address differs from the stored one: a fixed one, or the DHCP server's. */
function isOther(values: NetworkValues, { values: stored }: InUse): boolean {
  if (values.ipAutomatic || stored.ipAutomatic) return values.ipAutomatic !== stored.ipAutomatic
  return values.ipAddress !== stored.ipAddress
}

/** Whether these values would move the device from the address at which this page was opened. */
export function movesAway(values: NetworkValues, inUse: InUse, here: URL): boolean {
  if (!isOther(values, inUse)) return false
  const { ipAutomatic, ipAddress } = values
  return ipAutomatic || ipAddress !== inUse.address || ipAddress !== here.hostname
}

/** The address to check with such a device before it moves there. */
export function addressToTry(values: NetworkValues, inUse: InUse): string | undefined {
  const { ipAutomatic, ipAddress } = values
  if (!inUse.trials || ipAutomatic || !isOther(values, inUse)) return undefined
  return ipAddress === inUse.address ? undefined : ipAddress
}

/** Asks a device that has trials whether it can use an address. Undefined if it can. */
export async function doubtAbout(
  client: Client,
  address: string,
): Promise<AddressDoubt | undefined> {
  const { onHost, free } = await client.call(tryAddress, { ip: address })
  if (!onHost) return { address, kind: 'elsewhere' }
  return free ? undefined : { address, kind: 'taken' }
}

/**
 * Applies the network settings: on trial, if they change the address and the device has trials.
 * @param here where this page was opened
 * @param options for the call that writes
 * @returns where the console is now, if not here
 * @throws DeviceFault when the device refused, or no answer came
 */
export async function applyNetwork(
  client: Client,
  values: NetworkValues,
  inUse: InUse,
  here: URL,
  options: CallOptions = {},
): Promise<Move | undefined> {
  const parameters = networkParameters(values)
  if (!movesAway(values, inUse, here)) {
    await client.call(updateParameters, parameters, options)
    return undefined
  }
  if (!inUse.trials) {
    return applyForGood(values, here, () => client.call(updateParameters, parameters, options))
  }
  const started = await client.call(startTrial, { values: parameters }, options)
  if (started.stored) return undefined
  const { ticket, seconds, addresses } = started
  return { url: urlFor(addresses, here), ticket, seconds, from: here.origin }
}

/** Without trials the device moves at once, and its answer may get lost. */
async function applyForGood(
  values: NetworkValues,
  here: URL,
  update: () => Promise<unknown>,
): Promise<Move | undefined> {
  try {
    await update()
  } catch (fault) {
    if (values.ipAutomatic || !isLost(fault)) throw fault
  }
  return values.ipAutomatic ? undefined : { url: urlAt(here, values.ipAddress) }
}

/** Keeps the protocol, if the device offers it there (OPEN-26). */
function urlFor({ http, https }: DeviceUrls, { protocol }: URL): string {
  return protocol === 'https:' ? (https ?? http) : http
}
