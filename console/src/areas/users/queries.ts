import { DeviceFault } from '@lintel/contract/fault'
import { addUser, getUsers, removeUser, updateUser } from '@lintel/contract/calls/users'
import type { GroupLists } from '@lintel/contract/calls/users'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { queryClient } from '../../app/query-client.ts'
import { USER_SAVED_PAUSE } from '../../app/timing.ts'
import { wait } from '../../app/wait.ts'
import { accessGroups, accountIn, sameAccount } from './accounts.ts'
import type { Account } from './accounts.ts'

/** The lists with their version, so that a write can say what it is based on. */
export interface Users {
  lists: GroupLists
  /** Undefined when the device gives none. */
  version: string | undefined
}

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => readUsers(signal),
})

async function readUsers(signal?: AbortSignal): Promise<Users> {
  let version: string | undefined
  const lists = await device.call(
    getUsers,
    {},
    {
      ...(signal && { signal }),
      onVersion: (told) => {
        version = told
      },
    },
  )
  return { lists, version }
}

/** The list again, after the pause that the device gets to write it down. A §4 Users. */
async function readBack(): Promise<Users> {
  await wait(USER_SAVED_PAUSE)
  const users = await readUsers()
  queryClient.setQueryData(usersQuery.queryKey, users)
  return users
}

/** Somebody else changed the account after the page had read it; the page has what it is now. */
export class ChangedMeanwhile extends Error {
  readonly now: Account
  constructor(now: Account) {
    super()
    this.now = now
  }
}

/** Somebody else deleted the account. */
export class DeletedMeanwhile extends Error {}

/**
 * Makes an account, and reads it back.
 * @throws DeviceFault also when the device said yes and the account is not there
 */
export async function createAccount(account: Account, pwd: string, audio: boolean): Promise<void> {
  try {
    const sgrp = accessGroups(account, audio)
    await device.call(addUser, { user: account.name, pwd, grp: 'users', sgrp, comment: '' })
    const { lists } = await readBack()
    if (!accountIn(lists, account.name)) throw new DeviceFault('refused', addUser.id, '')
  } catch (fault) {
    // An answer that got lost may hide a success: the list knows.
    void queryClient.invalidateQueries({ queryKey: usersQuery.queryKey })
    throw fault
  }
}

/** How often a write is based anew on a list in which only other accounts changed. */
const TRIES = 3

/**
 * Changes an account unless somebody else did so after `before` was read, and reads it back.
 * @param pwd the new password; undefined keeps the old one
 */
export async function changeAccount(
  before: Account,
  after: Account,
  pwd: string | undefined,
  audio: boolean,
): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    const users = await readUsers()
    const now = accountIn(users.lists, before.name)
    if (!now) throw new DeletedMeanwhile()
    // What it is to become it may be already, by an earlier try whose answer got lost.
    if (!sameAccount(before, now) && !sameAccount(after, now)) {
      queryClient.setQueryData(usersQuery.queryKey, users)
      throw new ChangedMeanwhile(now)
    }
    const change = {
      user: after.name,
      sgrp: accessGroups(after, audio),
      ...(pwd !== undefined && { pwd }),
    }
    try {
      await device.call(
        updateUser,
        change,
        users.version === undefined ? {} : { ifMatch: users.version },
      )
      break
    } catch (fault) {
      const conflict = fault instanceof DeviceFault && fault.kind === 'conflict'
      if (!conflict || left <= 1) throw fault
    }
  }
  await readBack()
}

/**
 * Deletes an account and reads the list again, also when the device refuses.
 * @param own whether it is the account that is signed in here, which is signed out by it
 */
export async function deleteAccount(name: string, own: boolean): Promise<void> {
  try {
    await device.call(removeUser, { user: name })
  } catch (fault) {
    await readBack().catch(() => undefined)
    throw fault
  }
  if (!own) await readBack().catch(() => undefined)
}
