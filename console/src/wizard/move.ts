import { updateParameters } from '@lintel/contract/calls/parameters'
import { startTrial, tryAddress } from '@lintel/contract/calls/trial'
import type { DeviceUrls } from '@lintel/contract/calls/trial'
import type { Client } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import { networkParameters, urlAt } from '../network/ipv4.ts'
import type { NetworkValues } from '../network/ipv4.ts'
import { isLost } from './machine.ts'
import type { NetworkReading } from './readings.ts'

/** Where the console is opened after the wizard. */
export interface Move {
  /** The device there, as a URL without a path. */
  url: string
  /** Redeemed there by the console. Absent where the device has no trials: its sign-in page asks. */
  ticket?: string
  /** Without the console there, the device is back here after so many seconds. */
  seconds?: number
}

/** Why an address needs a second look before it is chosen. */
export interface AddressDoubt {
  address: string
  /** The host lacks it, so that the device stays where it is; or its ports are taken there. */
  kind: 'elsewhere' | 'taken'
}

/** Where a move leads, with the ticket in the fragment, which no server ever sees. */
export const pageAt = ({ url, ticket }: Move): string =>
  `${url}/webapp/hw/${ticket === undefined ? '' : `#/?ticket=${ticket}`}`

/** The network before the change. */
type InUse = Pick<NetworkReading, 'address' | 'dhcp' | 'trials'>

/** Whether these values would lead away from the address at which this page was opened. */
function leads(values: NetworkValues, inUse: InUse, here: URL) {
  if (values.ipAutomatic) return !inUse.dhcp
  return values.ipAddress !== inUse.address || values.ipAddress !== here.hostname
}

/** Asks a device that has trials whether it can be at an address. Undefined when it can. */
export async function doubtAbout(
  client: Client,
  address: string,
): Promise<AddressDoubt | undefined> {
  const { onHost, free } = await client.call(tryAddress, { ip: address })
  if (!onHost) return { address, kind: 'elsewhere' }
  return free ? undefined : { address, kind: 'taken' }
}

/**
 * Applies the network settings: on trial, when they lead elsewhere and the device has trials.
 * @param here where this page was opened
 * @returns where the console is now, when it is not here
 * @throws DeviceFault when the device refused, or no answer came
 */
export async function applyNetwork(
  client: Client,
  values: NetworkValues,
  inUse: InUse,
  here: URL,
): Promise<Move | undefined> {
  const parameters = networkParameters(values)
  if (!leads(values, inUse, here)) {
    await client.call(updateParameters, parameters)
    return undefined
  }
  if (!inUse.trials) return applyForGood(client, values, parameters, here)
  const started = await client.call(startTrial, { values: parameters })
  if (started.kept) return undefined
  const { ticket, seconds, addresses } = started
  return { url: urlFor(addresses, here), ticket, seconds }
}

/** Without trials the device goes at once, and its answer may get lost on the way. */
async function applyForGood(
  client: Client,
  values: NetworkValues,
  parameters: Record<string, string>,
  here: URL,
): Promise<Move | undefined> {
  try {
    await client.call(updateParameters, parameters)
  } catch (fault) {
    if (values.ipAutomatic || !(fault instanceof DeviceFault) || !isLost(fault)) throw fault
  }
  return values.ipAutomatic ? undefined : { url: urlAt(here, values.ipAddress) }
}

/** The protocol stays what it was, if the device has it there (OPEN-26). */
function urlFor({ http, https }: DeviceUrls, { protocol }: URL): string {
  return protocol === 'https:' ? (https ?? http) : http
}
