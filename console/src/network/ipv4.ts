import { domainName, ipv4, subnetMask } from '@lintel/contract/rules/address'
import { found, problem } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'

/** Address and name servers, as a form holds them. A §3. */
export interface NetworkValues {
  /** From a DHCP server; the addresses below are not used then. */
  ipAutomatic: boolean
  /** Name servers and domain come from there, too; only with an automatic address. */
  dnsAutomatic: boolean
  ipAddress: string
  subnetMask: string
  router: string
  domainName: string
  dnsServer1: string
  dnsServer2: string
}

/** What is automatic is not checked; automatic name servers need an automatic address. A §5. */
export function checkNetwork(values: NetworkValues): Errors<NetworkValues> {
  const { ipAutomatic, dnsAutomatic } = values
  return {
    ...(ipAutomatic
      ? {}
      : found<NetworkValues>({
          dnsAutomatic: dnsAutomatic ? problem('validation.errorInvalid') : undefined,
          ipAddress: ipv4(values.ipAddress),
          subnetMask: subnetMask(values.subnetMask),
          router: ipv4(values.router),
        })),
    ...(dnsAutomatic
      ? {}
      : found<NetworkValues>({
          domainName: domainName(values.domainName),
          dnsServer1: ipv4(values.dnsServer1),
          dnsServer2: ipv4(values.dnsServer2),
        })),
  }
}

/** The parameters that say so; what is automatic keeps its stored values. A §7. */
export function networkParameters(values: NetworkValues): Record<string, string> {
  const { ipAutomatic, dnsAutomatic } = values
  return {
    'root.Network.BootProto': ipAutomatic ? 'dhcp' : 'none',
    ...(ipAutomatic
      ? {}
      : {
          'root.Network.IPAddress': values.ipAddress,
          'root.Network.SubnetMask': values.subnetMask,
          'root.Network.DefaultRouter': values.router,
        }),
    'root.Network.Resolver.ObtainFromDHCP': dnsAutomatic ? 'yes' : 'no',
    ...(dnsAutomatic
      ? {}
      : {
          'root.Network.DomainName': values.domainName,
          'root.Network.DNSServer1': values.dnsServer1,
          'root.Network.DNSServer2': values.dnsServer2,
        }),
  }
}

/** The same page of the device at another address. */
export function urlAt(here: URL, address: string): string {
  const there = new URL(here.origin)
  there.hostname = address
  return there.origin
}
