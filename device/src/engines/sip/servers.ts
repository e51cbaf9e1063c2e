import { callUri } from '@lintel/contract/rules/sip'
import { Grammar } from 'sip.js/lib/core/index.js'
import type { Hop } from './transport/resolve.ts'
import type { SipAccount } from './types.ts'
import { inUri, readHostPort, readUri } from './wire.ts'

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

/** A proxy in the route of requests. */
export function routeTo(address: string, { sips, transport }: SipAccount): string {
  const { host, port } = readHostPort(address)
  const at = `${inUri(host)}${port === undefined ? '' : `:${port}`}`
  return `<${sips ? 'sips' : 'sip'}:${at};lr${transport === 'udp' || sips ? '' : `;transport=${transport}`}>`
}

/** The URI to call: a complete one, `user@host`, a host, or a user of the account's own domain. */
export function targetOf(
  to: string,
  account: SipAccount,
  server: Server | undefined,
): string | undefined {
  const { sips, transport } = account
  const bare = callUri(to, { sips, domain: server?.domain ?? '' })
  const parts = readUri(bare)
  if (!parts || !Grammar.URIParse(bare)) return undefined
  // A peer is called over the account's transport.
  const plain = parts.scheme === 'sip' && !parts.parameters.has('transport')
  return !server && plain && transport !== 'udp' ? `${bare};transport=${transport}` : bare
}
