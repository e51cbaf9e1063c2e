import { NO_ADDRESS } from '@lintel/contract/parameters/address'
import {
  checkStatic,
  domainName,
  deviceAddress,
  deviceAddressOrNone,
  isIPv4,
  reachableFrom,
  sameNetwork,
} from '@lintel/contract/rules/address'
import { firstOf, found, problem } from '@lintel/contract/rules/problem'
import type { Errors, Rule } from '@lintel/contract/rules/problem'

/** Address and name servers, as a form holds them. A §3. */
export interface NetworkValues {
  /** From a DHCP server; the addresses below are unused then. */
  ipAutomatic: boolean
  /** Name servers and domain from DHCP too; only with an automatic address. */
  dnsAutomatic: boolean
  ipAddress: string
  subnetMask: string
  router: string
  domainName: string
  dnsServer1: string
  dnsServer2: string
  /** The name that people give the device. Only the wizard asks for it here. */
  friendlyName?: string
}

/** The addresses in use, with which typed ones are compared; empty if there are none. */
export interface AddressesInUse {
  address: string
  router: string
}

/**
 * Automatic values are not checked; automatic name servers need an automatic address. A §5.
 * Addresses that no device can have are refused too. `0.0.0.0` means no name server; as router it is
 * accepted only from a device that has none.
 */
export function checkNetwork(
  values: NetworkValues,
  { address, router }: AddressesInUse,
): Errors<NetworkValues> {
  const { ipAutomatic, dnsAutomatic } = values
  const server: Rule = firstOf(deviceAddressOrNone, reachableFrom(address))
  return {
    ...(ipAutomatic
      ? {}
      : {
          ...found<NetworkValues>({
            dnsAutomatic: dnsAutomatic ? problem('validation.errorInvalid') : undefined,
            router: router === '' ? undefined : deviceAddress(values.router),
          }),
          ...checkStatic(values, address),
        }),
    ...(dnsAutomatic
      ? {}
      : found<NetworkValues>({
          domainName: domainName(values.domainName),
          dnsServer1: server(values.dnsServer1),
          dnsServer2: server(values.dnsServer2),
        })),
  }
}

/**
 * Addresses that are valid but probably a mistake, and may be saved anyway: a router that the device
 * can't reach directly (RFC 1122 §3.3.1.1), and an address that another device has.
 * @param taken the address at which something answered when it was tested
 */
export function checkReach(values: NetworkValues, taken?: string): Errors<NetworkValues> {
  const { ipAutomatic, ipAddress, subnetMask: mask, router } = values
  if (ipAutomatic) return {}
  const unknown = !isIPv4(ipAddress) || !isIPv4(router) || router === NO_ADDRESS
  return found<NetworkValues>({
    ipAddress: ipAddress === taken ? problem('network.ipv4.inUse') : undefined,
    router:
      unknown || sameNetwork(ipAddress, router, mask)
        ? undefined
        : problem('network.ipv4.routerOutside'),
  })
}

/** The same page of the device at another address. */
export function urlAt(here: URL, address: string): string {
  const there = new URL(here.origin)
  there.hostname = address
  return there.origin
}
