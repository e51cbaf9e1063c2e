import type { Hop } from './transport/resolve.ts'
import type { SipAccount } from './types.ts'
import { inUri, readHostPort } from './wire.ts'

/** A place where an account registers. */
export interface Server {
  /** In the account's own URI. */
  domain: string
  /** Whom REGISTER is addressed to, and where it goes. */
  uri: string
  hop: Hop
}

/** The registrars of an account, the primary one first; none for peer-to-peer accounts. */
export function serversOf(account: SipAccount): Server[] {
  const { domain, registrar, secondary } = account
  return [
    serverOf(account, domain, registrar),
    serverOf(account, secondary?.domain, secondary?.registrar),
  ].flatMap((server) => server ?? [])
}

function serverOf(
  { sips, transport }: SipAccount,
  domain: string | undefined,
  registrar: string | undefined,
): Server | undefined {
  const at = registrar ?? domain
  if (at === undefined) return undefined
  const { host, port } = readHostPort(at)
  const own = domain === undefined ? host : readHostPort(domain).host
  const address = `${inUri(host)}${port === undefined ? '' : `:${port}`}`
  return {
    domain: inUri(own),
    uri: `${sips ? 'sips' : 'sip'}:${address}`,
    hop: { protocol: transport, host, port },
  }
}
