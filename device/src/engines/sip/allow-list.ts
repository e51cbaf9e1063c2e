import type { SipSettings } from './types.ts'
import { readUri } from './wire.ts'

type AllowLists = Pick<SipSettings, 'allowIncoming' | 'allowedUsers' | 'allowedUris'>

/**
 * Whether somebody may call, without a proof of who it is: users with a password have to give that.
 * With both lists, being on one of them is enough. Users are compared exactly (RFC 3261 §19.1.4). A
 * URI on the list may leave out the user, then it stands for everybody there, and the port, then for
 * any.
 * @param from the caller's URI in the From field
 */
export function mayCall(from: string, lists: AllowLists): boolean {
  if (!lists.allowIncoming) return false
  const { allowedUsers, allowedUris } = lists
  if (!allowedUsers && !allowedUris) return true
  const caller = readUri(from)
  if (!caller) return false
  const { user } = caller
  if (allowedUsers?.some((one) => one.user === user && one.password === '')) return true
  return (allowedUris ?? []).some((text) => {
    const allowed = readUri(/^sips?:/i.test(text) ? text : `sip:${text}`)
    return (
      allowed !== undefined &&
      allowed.host.toLowerCase() === caller.host.toLowerCase() &&
      (allowed.user === undefined || allowed.user === caller.user) &&
      (allowed.port === undefined || allowed.port === (caller.port ?? 5060))
    )
  })
}
