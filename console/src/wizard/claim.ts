import { signIn } from '@lintel/contract/calls/session'
import { addUser, rootPasswordSet, updateUser } from '@lintel/contract/calls/users'
import type { Client } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import { groupsFor } from '@lintel/contract/rules/account'

/** The account that every device has; it can't be renamed. A §2. */
export const ROOT = 'root'

/**
 * Makes root and signs in as root.
 *
 * The device may have done it although its answer never came. So every doubt is settled by asking
 * whether a root password is set and signing in with what was typed: this time's password, or one
 * whose answer was lost earlier.
 *
 * @param tried passwords that were sent before, oldest first; this one is added before it is sent
 * @returns `claimed` when the browser is signed in as root now, `taken` when somebody else set the password
 * @throws DeviceFault when the device refused or cannot be asked; it may be tried again as it is
 */
export async function claimRoot(
  client: Client,
  password: string,
  tried: string[],
): Promise<'claimed' | 'taken'> {
  if (!(await client.call(rootPasswordSet, {}))) {
    tried.push(password)
    try {
      await client.call(addUser, {
        user: ROOT,
        pwd: password,
        grp: ROOT,
        sgrp: groupsFor('root', { ptz: true, audio: false }).join(':'),
      })
    } catch (fault) {
      if (!(await client.call(rootPasswordSet, {}))) throw fault
    }
  }
  for (const known of new Set([password, ...tried.toReversed()])) {
    if (!(await signInAsRoot(client, known))) continue
    if (known === password) return 'claimed'
    // An earlier attempt succeeded after all, and another password has been chosen since.
    tried.push(password)
    await client.call(updateUser, { user: ROOT, pwd: password })
    if (await signInAsRoot(client, password)) return 'claimed'
  }
  return 'taken'
}

/** Whether it is root's password; the session is root's then. */
export async function signInAsRoot(client: Client, password: string): Promise<boolean> {
  try {
    await client.call(signIn, { user: ROOT, password })
    return true
  } catch (fault) {
    if (fault instanceof DeviceFault && fault.kind === 'signedOut') return false
    throw fault
  }
}
