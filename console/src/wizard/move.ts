import { updateParameters } from '@lintel/contract/calls/parameters'
import { startTrial, tryAddress } from '@lintel/contract/calls/trial'
import type { DeviceUrls } from '@lintel/contract/calls/trial'
import type { Client } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import { networkParameters, urlAt } from '../network/ipv4.ts'
import type { NetworkValues } from '../network/ipv4.ts'
import { isLost } from './machine.ts'

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

const isMissing = (fault: unknown) => fault instanceof DeviceFault && fault.kind === 'missing'

/** Whether these values would lead away from the address at which this page was opened. */
function leads(values: NetworkValues, inUse: { address: string; dhcp: boolean }, here: URL) {
  if (values.ipAutomatic) return !inUse.dhcp
  return values.ipAddress !== inUse.address || values.ipAddress !== here.hostname
}

/** Asks whether the device can be at an address. Undefined when it can, or can't tell before. */
export async function doubtAbout(
  client: Client,
  address: string,
): Promise<AddressDoubt | undefined> {
  try {
    const { onHost, free } = await client.call(tryAddress, { ip: address })
    if (!onHost) return { address, kind: 'elsewhere' }
    return free ? undefined : { address, kind: 'taken' }
  } catch (fault) {
    if (isMissing(fault)) return undefined
    throw fault
  }
}

/**
 * Applies the network settings: on trial, when they lead elsewhere and the device has trials.
 * @param inUse the address before, and whether it came by DHCP
 * @param here where this page was opened
 * @returns where the console is now, when it is not here
 * @throws DeviceFault when the device refused, or no answer came
 */
export async function applyNetwork(
  client: Client,
  values: NetworkValues,
  inUse: { address: string; dhcp: boolean },
  here: URL,
): Promise<Move | undefined> {
  const parameters = networkParameters(values)
  if (leads(values, inUse, here)) {
    try {
      const started = await client.call(startTrial, { values: parameters })
      if (started.kept) return undefined
      const { ticket, seconds, addresses } = started
      return { url: urlFor(addresses, here), ticket, seconds }
    } catch (fault) {
      if (!isMissing(fault)) throw fault
    }
    return applyForGood(client, values, parameters, here)
  }
  await client.call(updateParameters, parameters)
  return undefined
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
