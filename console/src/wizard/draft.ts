import { password, strengthOf } from '@lintel/contract/rules/account'
import { domainName, ipv4, timeServer } from '@lintel/contract/rules/address'
import { manualDate, manualTime, parseDate, parseTime } from '@lintel/contract/rules/date'
import { problem } from '@lintel/contract/rules/problem'
import type { Problem } from '@lintel/contract/rules/problem'

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

export interface TimeValues {
  automatic: boolean
  /** Where automatic time comes from: the server that DHCP names, or the one typed here. */
  source: 'dhcp' | 'named'
  server: string
  /** DD/MM/YYYY, in the chosen zone. */
  date: string
  /** HH:mm. */
  time: string
  /** IANA name; empty to keep the POSIX rule that the device follows. */
  zone: string
}

/** What is wrong with each field; no key for a field that is right. */
export type Errors<T> = Partial<Record<keyof T, Problem>>

function found<T>(problems: { [K in keyof T]?: Problem | undefined }): Errors<T> {
  return Object.fromEntries(
    Object.entries(problems).filter(([, value]) => value !== undefined),
  ) as Errors<T>
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

/** The first year that a clock can be set to. */
const FIRST_YEAR = 1970

/**
 * Source: specification A §5.
 * @param lastYear the last one that the device's clock can be set to
 */
export function checkTime(values: TimeValues, lastYear: number): Errors<TimeValues> {
  if (!values.automatic) {
    const year = parseDate(values.date)?.year
    const outside = year !== undefined && (year < FIRST_YEAR || year > lastYear)
    return found<TimeValues>({
      date:
        manualDate(values.date) ??
        (outside ? problem('wizard.yearRange', { min: FIRST_YEAR, max: lastYear }) : undefined),
      time: manualTime(values.time),
    })
  }
  return values.source === 'dhcp' ? {} : found<TimeValues>({ server: timeServer(values.server) })
}

/** Parameters of the time source. A named server belongs to automatic time only. A §4, A §7. */
export function timeParameters(values: TimeValues): Record<string, string> {
  if (!values.automatic) return { 'root.Time.SyncSource': 'None' }
  const fromDhcp = values.source === 'dhcp'
  return {
    'root.Time.SyncSource': 'NTP',
    'root.Time.ObtainFromDHCP': fromDhcp ? 'yes' : 'no',
    ...(fromDhcp ? {} : { 'root.Time.NTP.Server': values.server }),
  }
}

/** The manual date for the date call, with second 0 (SETUP-17). The values have passed the check. */
export function dateFields(values: TimeValues): Record<string, string> {
  const date = parseDate(values.date)
  const time = parseTime(values.time)
  if (!date || !time) throw new Error('the date was not checked')
  return {
    year: String(date.year),
    month: String(date.month),
    day: String(date.day),
    hour: String(time.hour),
    minute: String(time.minute),
    second: '0',
  }
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
