import type { SipAccountRecord } from '@lintel/contract/calls/sip-accounts'
import { found, problem } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'
import { proxyServer, proxyUser, sipPassword, withoutScheme } from '@lintel/contract/rules/sip'
import { bracketed } from './account-values.ts'

/** A proxy as the device lists it; its password is null. */
export type Proxy = SipAccountRecord['SIPProxies'][number]

/** The form of a proxy. */
export type ProxyValues = { server: string; username: string; password: string }

export const newProxy: ProxyValues = { server: '', username: '', password: '' }

/** A null is shown as empty. B §3. */
export const proxyValues = ({ Server, Username, Password }: Proxy): ProxyValues => ({
  server: Server,
  username: Username,
  password: Password ?? '',
})

/** Without `sip:`, with an IPv6 address in brackets, and null for an empty password. B §3, B §5. */
export const proxyOf = (values: ProxyValues, before?: Proxy): Proxy => ({
  ...before,
  Server: bracketed(withoutScheme(values.server)),
  Username: values.username,
  Password: values.password === '' ? null : values.password,
})

/**
 * The errors of a proxy's form. B §5.
 * @param others the other proxies of the account
 */
export function checkProxy(
  values: ProxyValues,
  others: readonly Proxy[] = [],
): Errors<ProxyValues> {
  const { Server, Username } = proxyOf(values)
  const twice = others.some((one) => one.Server === Server && one.Username === Username)
  return found<ProxyValues>({
    server: proxyServer(values.server) ?? (twice ? problem('sipAccounts.proxyExists') : undefined),
    username: proxyUser(values.password)(values.username),
    password: sipPassword(values.password),
  })
}

/** The list with the proxy at one index moved to another. */
export function moved(proxies: readonly Proxy[], from: number, to: number): Proxy[] {
  const rest = proxies.filter((_, index) => index !== from)
  return rest.toSpliced(to, 0, ...proxies.slice(from, from + 1))
}

/** Whether two lists are the same; passwords can't be read. */
export const sameProxies = (one: readonly Proxy[], other: readonly Proxy[]): boolean =>
  namesIn(one) === namesIn(other)

const namesIn = (proxies: readonly Proxy[]): string =>
  JSON.stringify(proxies.map(({ Server, Username }) => [Server, Username]))
