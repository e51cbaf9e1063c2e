import {
  createOnvifUsers,
  deleteOnvifUsers,
  getOnvifUsers,
  setOnvifUser,
} from '@lintel/contract/calls/onvif-users'
import type { OnvifLevel } from '@lintel/contract/calls/onvif-users'
import { queryClient } from '../../app/query-client.ts'
import { callSoap } from '../../app/soap.ts'
import { readingQuery } from '../../app/stored/stored-setting.ts'

/** The groups of ONVIF users in the console, highest first. B §3. */
export const ONVIF_GROUPS = ['admin', 'operator', 'user'] as const
export type OnvifGroup = (typeof ONVIF_GROUPS)[number]

const LEVELS = {
  admin: 'Administrator',
  operator: 'Operator',
  user: 'User',
} as const satisfies Record<OnvifGroup, OnvifLevel>

/** The group of a level; levels that the console doesn't offer have the least rights. */
const groupOf = (level: string): OnvifGroup =>
  ONVIF_GROUPS.find((group) => LEVELS[group] === level) ?? 'user'

/** An ONVIF user as the list shows it; its name is also the id of its row. */
export interface OnvifUser {
  id: string
  name: string
  group: OnvifGroup
}

/** All ONVIF users, root first, the others by name. */
export const onvifUsersQuery = readingQuery({
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
})

interface Saved {
  name: string
  group: OnvifGroup
  /** Empty: it stays as it is. */
  password: string
}

async function refetched(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } finally {
    await queryClient.invalidateQueries({ queryKey: onvifUsersQuery.queryKey })
  }
}

/** @throws DeviceFault */
export const createOnvifUser = ({ name, group, password }: Saved): Promise<void> =>
  refetched(
    callSoap(createOnvifUsers, {
      User: [{ Username: name, Password: password, UserLevel: LEVELS[group] }],
    }),
  )

/** @throws DeviceFault */
export const changeOnvifUser = ({ name, group, password }: Saved): Promise<void> =>
  refetched(
    callSoap(setOnvifUser, {
      User: [
        {
          Username: name,
          UserLevel: LEVELS[group],
          ...(password === '' ? {} : { Password: password }),
        },
      ],
    }),
  )

/** @throws DeviceFault */
export const removeOnvifUser = (name: string): Promise<void> =>
  refetched(callSoap(deleteOnvifUsers, { Username: [name] }))
