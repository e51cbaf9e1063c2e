import {
  addUser,
  getUserGroups,
  getUsers,
  removeUser,
  rootPasswordSet,
  updateUser,
} from '@lintel/contract/calls/users'
import type { GroupLists } from '@lintel/contract/calls/users'
import { Refusal } from '@lintel/contract/fault'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { RequestContext } from '@lintel/front-door/serve'
import type { Account } from '../../state/accounts.ts'
import type { Service } from '../service.ts'
import { checkPrimary, GROUPS, groupsIn } from './groups.ts'
import { checkName, checkPassword } from './checks.ts'

/** Maximum number of accounts. Own design. */
export const ACCOUNTS_MAX = 100

/**
 * The accounts, and the caller's own groups. Source: console specification A §6, §7 "Users and
 * identity".
 */
export const userService: Service = (device) => {
  const { accounts, events } = device
  const unsubscribe = accounts.subscribe(() => {
    events.changed('users')
  })

  /**
   * The first account, which needs no credentials: root, in all groups. Of two set-ups one
   * succeeds.
   */
  function checkFirst(context: RequestContext, user: string): void {
    if (accounts.rootPasswordSet()) {
      if (context.user !== undefined) return
      throw new Refusal('unauthenticated', 'the initial admin user has been created already.')
    }
    if (user !== 'root') throw new Refusal('unauthenticated', 'not a valid initial admin user.')
  }

  return {
    calls: [
      serve(getUsers, (_, context) => {
        context.version(accounts.revision())
        return listsOf(accounts.all())
      }),
      serveChange(addUser, ({ user, pwd, grp, sgrp, comment }, context) => {
        checkFirst(context, user)
        context.mustMatch(accounts.revision())
        checkName(user)
        if (accounts.find(user)) throw new Refusal('invalid', `the account ${user} exists already.`)
        if (accounts.all().length >= ACCOUNTS_MAX) {
          throw new Refusal('invalid', `there are ${ACCOUNTS_MAX} accounts already.`)
        }
        checkPassword(pwd)
        checkPrimary(user, grp)
        const requested = groupsIn(sgrp)
        const groups = user === 'root' ? [...GROUPS] : requested
        accounts.add({ name: user, comment, groups }, pwd)
        device.logToBench('user.added', { user })
        return `Created account ${user}.`
      }),
      serveChange(updateUser, ({ user, pwd, grp, sgrp, comment }, context) => {
        context.mustMatch(accounts.revision())
        checkKnown(accounts.find(user), user)
        if (pwd !== undefined) checkPassword(pwd)
        if (grp !== undefined) checkPrimary(user, grp)
        const groups = sgrp === undefined ? undefined : groupsIn(sgrp)
        if (user === 'root' && groups && groups.length < GROUPS.length) {
          throw new Refusal('invalid', 'root keeps all of its groups.')
        }
        accounts.update(user, {
          ...(pwd === undefined ? {} : { password: pwd }),
          ...(groups === undefined ? {} : { groups }),
          ...(comment === undefined ? {} : { comment }),
        })
        device.logToBench('user.changed', { user })
        return `Modified account ${user}.`
      }),
      serveChange(removeUser, ({ user }, context) => {
        context.mustMatch(accounts.revision())
        checkKnown(accounts.find(user), user)
        if (user === 'root') throw new Refusal('invalid', 'the account root cannot be removed.')
        accounts.remove(user)
        device.logToBench('user.removed', { user })
        return `Removed account ${user}.`
      }),
      serve(getUserGroups, (_, { user = '', groups }) => ({
        user,
        groups: GROUPS.filter((group) => groups.includes(group)),
      })),
      serve(rootPasswordSet, () => accounts.rootPasswordSet()),
    ],
    close: unsubscribe,
  }
}

function checkKnown(account: Account | undefined, user: string): void {
  checkName(user)
  if (!account) throw new Refusal('invalid', `there is no account ${user}.`)
}

function listsOf(accounts: readonly Account[]): GroupLists {
  const within = (group: string) =>
    accounts.filter(({ groups }) => groups.includes(group)).map(({ name }) => name)
  return {
    admin: within('admin'),
    operator: within('operator'),
    viewer: within('viewer'),
    ptz: within('ptz'),
    digusers: accounts.map(({ name }) => name),
  }
}
