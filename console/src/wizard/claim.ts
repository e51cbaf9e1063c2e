import { signIn } from '@lintel/contract/calls/session'
import { addUser, rootPasswordSet, updateUser } from '@lintel/contract/calls/users'
import type { Client } from '@lintel/contract/client'
import { DeviceFault, isLost } from '@lintel/contract/fault'
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
  return (await signInWith(client, [...tried, password], password, tried)) ? 'claimed' : 'taken'
}

/**
 * Changes root's password and signs in again, because the change ends root's sessions.
 *
 * After a lost answer, now or in an earlier press, the device may have the password that was sent.
 * So this signs in with it. It never signs in with a password that was stored for certain: that is
 * for the person to type once the session has ended.
 *
 * @param tried passwords that were sent before and may have been stored, oldest first; afterwards
 * also this one, if it may have been stored
 * @throws DeviceFault when it is not certain that the browser is signed in with this password;
 * `signedOut` when root has another one than those tried, or somebody has ended the session. The
 * call can be repeated.
 */
export async function changeRoot(client: Client, password: string, tried: string[]): Promise<void> {
  let failure: unknown = new DeviceFault('signedOut', updateUser.id, '')
  tried.push(password)
  try {
    await client.call(updateUser, { user: ROOT, pwd: password })
  } catch (fault) {
    if (!isLost(fault)) tried.pop()
    if (!isLost(fault) && !isSignedOut(fault)) throw fault
    failure = fault
  }
  if (await signInWith(client, [...tried], password, tried)) return
  // Root has none of them, unless a request is still under way.
  if (!isLost(failure)) tried.length = 0
  throw failure
}

/**
 * Signs in with the first password that is root's, the newest first, and makes `password` root's
 * password if it was another one.
 * @param tried gets the password before it is sent
 * @returns whether the browser is signed in with `password`
 */
async function signInWith(
  client: Client,
  candidates: readonly string[],
  password: string,
  tried: string[],
): Promise<boolean> {
  for (const candidate of new Set(candidates.toReversed())) {
    if (!(await signInAsRoot(client, candidate))) continue
    if (candidate === password) return true
    // An earlier attempt succeeded after all, and another password has been chosen since.
    tried.push(password)
    await client.call(updateUser, { user: ROOT, pwd: password })
    if (await signInAsRoot(client, password)) return true
  }
  return false
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
