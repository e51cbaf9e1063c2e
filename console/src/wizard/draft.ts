import { password, strengthOf } from '@lintel/contract/rules/account'
import { domainName, ipv4 } from '@lintel/contract/rules/address'
import { found, problem } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'
import type { SourceValues } from '../time/source.ts'

/** What a page of the wizard holds until it is stored. */
export interface PasswordValues {
  password: string
  repeat: string
}

export type Frequency = '50Hz' | '60Hz'

export interface NetworkValues {
  dnsAutomatic: boolean
  domainName: string
  dnsServer1: string
  dnsServer2: string
}

export interface TimeValues extends SourceValues {
  /** IANA name; empty to keep the POSIX rule that the device follows. */
  zone: string
}

/** Source: specification A §5. A repeat that breaks the rules itself is told that first. */
export function checkPassword(values: PasswordValues): Errors<PasswordValues> {
  const differs =
    values.repeat === values.password ? undefined : problem('validation.passwordsDontMatch')
  return found<PasswordValues>({
    password: password(values.password),
    repeat: password(values.repeat) ?? differs,
  })
}

/** Whether the two-step save applies. Source: specification A §4. */
export const isWeak = ({ password }: PasswordValues): boolean => strengthOf(password) === 'weak'

/** The fields that name servers bring count only when they are not automatic. A §5. */
export function checkNetwork(values: NetworkValues): Errors<NetworkValues> {
  if (values.dnsAutomatic) return {}
  return found<NetworkValues>({
    domainName: domainName(values.domainName),
    dnsServer1: ipv4(values.dnsServer1),
    dnsServer2: ipv4(values.dnsServer2),
  })
}

/** Parameters of the name servers. A §7. */
export function networkParameters(values: NetworkValues): Record<string, string> {
  if (values.dnsAutomatic) return { 'root.Network.Resolver.ObtainFromDHCP': 'yes' }
  return {
    'root.Network.Resolver.ObtainFromDHCP': 'no',
    'root.Network.DomainName': values.domainName,
    'root.Network.DNSServer1': values.dnsServer1,
    'root.Network.DNSServer2': values.dnsServer2,
  }
}
