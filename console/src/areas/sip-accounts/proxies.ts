import type { SipAccountRecord } from '@lintel/contract/calls/sip-accounts'
import { found, problem } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'
import { proxyServer, proxyUser, sipPassword, withoutScheme } from '@lintel/contract/rules/sip'
import { bracketed } from './account-values.ts'

/** A proxy as the device lists it; its password is null. */
export type Proxy = SipAccountRecord['SIPProxies'][number]

/** The form of a proxy. */
export type ProxyValues = {
  server: string
  username: string
  /** Empty: unchanged. */
  password: string
  /** Whether the stored password is removed. */
  removePassword: boolean
}

export const newProxy: ProxyValues = {
  server: '',
  username: '',
  password: '',
  removePassword: false,
}

/** A null is shown as empty. B §3. */
export const proxyValues = ({ Server, Username, Password }: Proxy): ProxyValues => ({
  server: Server,
  username: Username,
  password: Password ?? '',
  removePassword: false,
})

/** Without `sip:`, with an IPv6 address in brackets, and null for an empty password. B §3, B §5. */
export const proxyOf = (values: ProxyValues, before?: Proxy): Proxy => ({
  ...before,
  Server: bracketed(withoutScheme(values.server)),
  Username: values.username,
  Password: values.password === '' || values.removePassword ? null : values.password,
  ...(values.removePassword ? { RemovePassword: true } : {}),
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
    username: proxyUser(values.removePassword ? '' : values.password)(values.username),
    password: sipPassword(values.password),
  })
}

/** The list with the proxy at one index moved to another. */
export function moved(proxies: readonly Proxy[], from: number, to: number): Proxy[] {
  const rest = proxies.filter((_, index) => index !== from)
  return rest.toSpliced(to, 0, ...proxies.slice(from, from + 1))
}

/** The place of the proxy with this address and user in a list; -1 if it is not there. */
export const placeIn = (proxies: readonly Proxy[], { Server, Username }: Proxy): number =>
  proxies.findIndex((one) => one.Server === Server && one.Username === Username)

/** Whether two lists are the same; passwords can't be read. */
export const sameProxies = (one: readonly Proxy[], other: readonly Proxy[]): boolean =>
  textOf(one) === textOf(other)

/** All that the device stores of the proxies but passwords. */
const textOf = (proxies: readonly Proxy[]): string =>
  JSON.stringify(
    proxies.map(({ Password: _text, PasswordStored: _stored, RemovePassword: _remove, ...rest }) =>
      Object.entries(rest).toSorted(([a], [b]) => a.localeCompare(b)),
    ),
  )
