import { CONTACTS_OF_CALL_MAX } from '@lintel/contract/calls/call-log'
import type { LoggedCall } from '@lintel/contract/calls/call-log'
import { fullName } from '@lintel/contract/rules/phonebook'
import { inUri, readUri } from '../sip/wire.ts'
import type { Phonebook } from '../../state/phonebook/phonebook.ts'
import type { SipAccounts } from '../../state/sip-accounts.ts'

/**
 * A function that names the contacts of the phonebook who have the address of the other side of a
 * call, as far as they have a name: `CONTACTS_OF_CALL_MAX` at most. An extension of the account's own
 * server may be in the phonebook without its domain.
 */
export function openContactNames(parts: {
  phonebook: Pick<Phonebook, 'withAddress'>
  sipAccounts: Pick<SipAccounts, 'find'>
}): (call: Pick<LoggedCall, 'remote' | 'account'>) => string[] {
  const { phonebook, sipAccounts } = parts
  return ({ remote, account }) => {
    const { PublicDomain = '', SecondaryPublicDomain = '' } = sipAccounts.find(account) ?? {}
    const typed = spellings(remote, [PublicDomain, SecondaryPublicDomain])
    return phonebook
      .withAddress(typed, CONTACTS_OF_CALL_MAX)
      .map(fullName)
      .filter((name) => name !== '')
  }
}

/** How people may have typed an address. */
function spellings(remote: string, domains: readonly string[]): string[] {
  const uri = readUri(remote)
  if (!uri) return []
  const { user, host, port } = uri
  const hosts = [inUri(host), ...(port === undefined ? [] : [`${inUri(host)}:${port}`])]
  const own = hosts.some((one) =>
    domains.some((domain) => domain.toLowerCase() === one.toLowerCase()),
  )
  const bare = [
    ...hosts.map((at) => (user === undefined ? at : `${user}@${at}`)),
    ...(own && user !== undefined ? [user] : []),
  ]
  return bare.flatMap((one) => [one, `sip:${one}`, `sips:${one}`])
}
