import { wordsOf } from './secret-names.ts'
import type { Leaf } from './values.ts'

/** How a value names a person: in full, as a word such as an account, or by a telephone number. */
export type Role = 'name' | 'word' | 'address'

/** Names of values that are people, whichever call they are in; lower case. */
const NAMES: Readonly<Record<string, Role>> = {
  firstname: 'name',
  lastname: 'name',
  fullname: 'name',
  displayname: 'name',
  contactname: 'name',
  callerid: 'word',
  authenticationid: 'word',
  allowedusers: 'word',
  syscontact: 'name',
}

/** Last words of names of values that are accounts: `ProxyLogin`, `UserId`. */
const LAST: ReadonlySet<string> = new Set([
  'user',
  'users',
  'username',
  'userid',
  'login',
  'identity',
])

/** Calls in which more is about people. */
const IN_CALLS: readonly { calls: RegExp; names: Readonly<Record<string, Role>> }[] = [
  { calls: /^sip\.GetSIPAccounts?$/, names: { name: 'name' } },
  { calls: /^phonebook\./, names: { label: 'name', description: 'name', address: 'address' } },
]

/** Where a name says something else. */
const NOT_PEOPLE = /^(?:wsdl|onvifEvents|eventInstances|actionService\.get\w+Templates)/

/**
 * How a value names a person; undefined if it does not.
 * @param call the id of the call that it is in
 */
export function rolesOf(call: string, { name, within, value, beside }: Leaf): Role | undefined {
  if (name === '' || NOT_PEOPLE.test(call)) return undefined
  const lower = name.toLowerCase()
  const known = NAMES[lower]
  // In the lists of what cards a reader takes, that is the name of a kind.
  if (known !== undefined) return /card/i.test(within.at(-1) ?? '') ? undefined : known
  const there = IN_CALLS.find(({ calls }) => calls.test(call))?.names[lower]
  // Every device has the entry of its call button.
  if (there !== undefined) return beside?.('id').startsWith('default.') ? undefined : there
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  // `MaxUsers=20`
  if (last === 'users' && /^\d+$/.test(value)) return undefined
  if (LAST.has(last)) return 'word'
  return last === 'id' && words.at(-2) === 'user' ? 'word' : undefined
}
