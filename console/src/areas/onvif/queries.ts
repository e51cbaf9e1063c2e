import {
  createOnvifUsers,
  deleteOnvifUsers,
  getOnvifUsers,
  setOnvifUser,
} from '@lintel/contract/calls/onvif-users'
import type { OnvifLevel } from '@lintel/contract/calls/onvif-users'
import { queryClient } from '../../app/query-client.ts'
import { callSoap } from '../../app/soap.ts'
import { readingQuery, storedSetting } from '../../app/stored/stored-setting.ts'
import type { Reading } from '../../app/stored/stored-setting.ts'
import { ONVIF_GROUPS, valuesOf } from './user-values.ts'
import type { OnvifGroup, OnvifUser, OnvifUserValues } from './user-values.ts'

const LEVELS = {
  admin: 'Administrator',
  operator: 'Operator',
  user: 'User',
} as const satisfies Record<OnvifGroup, OnvifLevel>

/** The group of a level; levels that the console doesn't offer have the least rights. */
const groupOf = (level: string): OnvifGroup =>
  ONVIF_GROUPS.find((group) => LEVELS[group] === level) ?? 'user'

/** All ONVIF users, root first, the others by name. */
const onvifUsers: Reading<OnvifUser[]> = {
  key: ['onvif'],
  read: async (options): Promise<OnvifUser[]> => {
    const { User } = await callSoap(getOnvifUsers, {}, options)
    return User.map(({ Username, UserLevel }) => ({
      id: Username,
      name: Username,
      group: groupOf(UserLevel),
    })).toSorted(
      (a, b) =>
        Number(b.name === 'root') - Number(a.name === 'root') || a.name.localeCompare(b.name),
    )
  },
}

export const onvifUsersQuery = readingQuery(onvifUsers)

async function refetched(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } finally {
    await queryClient.invalidateQueries({ queryKey: onvifUsersQuery.queryKey })
  }
}

/** @throws DeviceFault */
export const createOnvifUser = ({ name, group, password }: OnvifUserValues): Promise<void> =>
  refetched(
    callSoap(createOnvifUsers, {
      User: [{ Username: name, Password: password, UserLevel: LEVELS[group] }],
    }),
  )

/** An existing ONVIF user; an empty password leaves it unchanged. */
export const onvifUserSetting = (name: string) =>
  storedSetting<OnvifUser[], OnvifUserValues>({
    ...onvifUsers,
    call: setOnvifUser.id,
    values: (users) => {
      const user = users.find((one) => one.name === name)
      return user && valuesOf(user)
    },
    // A password can't be read to compare it.
    same: (one, other) => one.group === other.group,
    proves: (users, { group, password }) =>
      password === '' && users.some((user) => user.name === name && user.group === group),
    async write({ group, password }, { options }) {
      const kept = password === '' ? {} : { Password: password }
      const User = [{ Username: name, UserLevel: LEVELS[group], ...kept }]
      await callSoap(setOnvifUser, { User }, options)
      return undefined
    },
  })

/** @throws DeviceFault */
export const removeOnvifUser = (name: string): Promise<void> =>
  refetched(callSoap(deleteOnvifUsers, { Username: [name] }))
