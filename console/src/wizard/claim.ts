import { signIn } from '@lintel/contract/calls/session'
import { addUser, rootPasswordSet, updateUser } from '@lintel/contract/calls/users'
import type { Client } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import { groupsFor } from '@lintel/contract/rules/account'

/** The account that every device has; it can't be renamed. A §2. */
export const ROOT = 'root'

/**
 * Creates root and signs in as root.
 *
 * A lost answer leaves open whether the device has stored the password. So this checks whether a
 * root password is set, and signs in with what was typed: this password, or an earlier one whose
 * answer was lost.
 *
 * @param tried passwords that were sent before, oldest first; this one is added before it is sent
 * @returns `claimed` when the browser is signed in as root, `taken` when somebody else has set the
 * password
 * @throws DeviceFault when the device refuses or does not answer; the call can be repeated
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

/** Whether a call failed because nobody is signed in. */
export const isSignedOut = (fault: unknown): fault is DeviceFault =>
  fault instanceof DeviceFault && fault.kind === 'signedOut'

/** Signs in as root; false if it is not root's password. */
export async function signInAsRoot(client: Client, password: string): Promise<boolean> {
  try {
    await client.call(signIn, { user: ROOT, password })
    return true
  } catch (fault) {
    if (isSignedOut(fault)) return false
    throw fault
  }
}
