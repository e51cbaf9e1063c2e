import type { CallOptions } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import { addUser, getUsers, removeUser, updateUser } from '@lintel/contract/calls/users'
import type { GroupLists } from '@lintel/contract/calls/users'
import { device } from '../../app/device.ts'
import { queryClient } from '../../app/query-client.ts'
import { readingQuery, storedSetting } from '../../app/stored/stored-setting.ts'
import type { Reading } from '../../app/stored/stored-setting.ts'
import { USER_SAVED_PAUSE } from '../../app/timing.ts'
import { wait } from '../../app/wait.ts'
import { accessGroups, accountIn } from './accounts.ts'
import type { Account } from './accounts.ts'
import { accountOf, sameAccess, valuesOf } from './user-values.ts'
import type { UserValues } from './user-values.ts'

export interface Users {
  lists: GroupLists
}

const readUsers = async (options: CallOptions): Promise<Users> => ({
  lists: await device.call(getUsers, {}, options),
})

/** What the pages of all accounts show. */
const users: Reading<Users> = { key: ['users'], read: readUsers }

export const usersQuery = readingQuery(users)

/** Refetches the list, after the pause for the device to store it. A §4 Users. */
async function readBack(): Promise<Users> {
  await wait(USER_SAVED_PAUSE)
  const now = await readUsers({})
  queryClient.setQueryData(usersQuery.queryKey, now)
  return now
}

/**
 * Adds an account, and reads it back.
 * @throws DeviceFault also when the device accepted and the account is not there
 */
export async function createAccount(account: Account, pwd: string, audio: boolean): Promise<void> {
  try {
    const sgrp = accessGroups(account, audio)
    await device.call(addUser, { user: account.name, pwd, grp: 'users', sgrp, comment: '' })
    const { lists } = await readBack()
    if (!accountIn(lists, account.name)) throw new DeviceFault('refused', addUser.id, '')
  } catch (fault) {
    // A lost answer may hide a success: the list knows.
    void queryClient.invalidateQueries({ queryKey: usersQuery.queryKey })
    throw fault
  }
}

/**
 * An existing account; an empty password leaves it unchanged.
 * @param audio whether the device is an audio product, which has its own groups
 */
export const accountSetting = (name: string, audio: boolean) =>
  storedSetting<Users, UserValues>({
    ...users,
    call: updateUser.id,
    values: ({ lists }) => {
      const account = accountIn(lists, name)
      return account && valuesOf(account)
    },
    same: sameAccess,
    proves: ({ lists }, sent) => {
      const account = accountIn(lists, name)
      return sent.password === '' && account !== undefined && sameAccess(valuesOf(account), sent)
    },
    async write(sent, { now, options }) {
      const root = accountIn(now.lists, name)?.group === 'root'
      const account = accountOf({ ...sent, name }, root ? 'root' : sent.role)
      const change = {
        user: name,
        sgrp: accessGroups(account, audio),
        ...(sent.password === '' ? {} : { pwd: sent.password }),
      }
      await device.call(updateUser, change, options)
      await wait(USER_SAVED_PAUSE)
      return undefined
    },
  })

/**
 * Deletes an account and refetches the list, also when the device refuses.
 * @param own whether it is the signed-in account, which is signed out by it
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
