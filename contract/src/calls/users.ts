import * as v from 'valibot'
import { textCall } from '../call.ts'
import { errorLine, sentencePage } from '../text.ts'

/** The account lists as the device stores them: the members of each group. */
export interface GroupLists {
  admin: string[]
  operator: string[]
  viewer: string[]
  ptz: string[]
  /** People's accounts, without those of the device's own services. */
  digusers: string[]
}

const GROUPS = ['admin', 'operator', 'viewer', 'ptz', 'digusers'] as const

function encodeGroupLists(lists: GroupLists): string {
  return GROUPS.map((group) => `${group}="${lists[group].join(',')}"\n`).join('')
}

/**
 * Older firmware wraps the lines in HTML, ends them with CRLF and also lists every system group.
 */
function decodeGroupLists(text: string): GroupLists {
  const lists: GroupLists = { admin: [], operator: [], viewer: [], ptz: [], digusers: [] }
  for (const [, name, members] of text.matchAll(/^\s*(\w+)="([^"]*)"/gm)) {
    const group = GROUPS.find((known) => known === name)
    if (group && members)
      lists[group] = members
        .split(',')
        .map((user) => user.trim())
        .filter(Boolean)
  }
  return lists
}

/** Account changes are answered with a sentence for people, so nothing is parsed from it. */
const sentence = sentencePage('Accounts')

const address = { path: '/axis-cgi/pwdgrp.cgi', methods: ['GET', 'POST'] } as const
/** Our client posts passwords: a query would appear in logs and histories. */
const posted = { ...address, methods: ['POST', 'GET'] } as const
const origin = { source: 'A §7 Users and identity', proof: 'fixture' } as const

export const getUsers = textCall({
  ...address,
  ...origin,
  id: 'pwdgrp.get',
  action: 'get',
  access: 'admin',
  effect: 'read',
  summary: 'Lists the accounts of each group.',
  request: v.object({}),
  format: { ...errorLine, encode: encodeGroupLists, decode: decodeGroupLists },
})

export const addUser = textCall({
  ...posted,
  ...origin,
  id: 'pwdgrp.add',
  action: 'add',
  /** Open while there is no administrator, for the first account only; the service checks that. */
  access: (phase) => (phase === 'setup' ? 'setup' : 'admin'),
  effect: 'write',
  summary: 'Adds an account. While no root password is set it adds root, without credentials.',
  request: v.object({
    user: v.string(),
    pwd: v.string(),
    grp: v.optional(v.string(), 'users'),
    sgrp: v.optional(v.string(), 'viewer'),
    comment: v.optional(v.string(), ''),
    /** Clients send it; passwords have codes 32 to 126 either way. A §5. */
    strict_pwd: v.optional(v.picklist(['0', '1']), '0'),
  }),
  format: sentence,
})

export const updateUser = textCall({
  ...posted,
  ...origin,
  id: 'pwdgrp.update',
  action: 'update',
  access: 'admin',
  effect: 'write',
  summary: 'Changes the given members of an account; the rest stays.',
  request: v.object({
    user: v.string(),
    pwd: v.optional(v.string()),
    grp: v.optional(v.string()),
    sgrp: v.optional(v.string()),
    comment: v.optional(v.string()),
    /** Clients send it; passwords have codes 32 to 126 either way. A §5. */
    strict_pwd: v.optional(v.picklist(['0', '1']), '0'),
  }),
  format: sentence,
})

export const removeUser = textCall({
  ...address,
  ...origin,
  id: 'pwdgrp.remove',
  action: 'remove',
  access: 'admin',
  effect: 'write',
  summary: 'Deletes an account and ends its sessions.',
  request: v.object({ user: v.string() }),
  format: sentence,
})

/** The caller and its groups. */
export interface UserGroups {
  user: string
  groups: string[]
}

export const getUserGroups = textCall({
  ...origin,
  id: 'usergroup',
  path: '/axis-cgi/usergroup.cgi',
  methods: ['GET', 'POST'],
  access: 'viewer',
  effect: 'read',
  summary: 'Returns the caller and its groups.',
  request: v.object({}),
  format: {
    ...errorLine,
    encode: ({ user, groups }: UserGroups) => `${user}\n${groups.join(' ')}\n`,
    decode: (text: string): UserGroups => {
      const [user = '', groups = ''] = text.split(/\r?\n/)
      return { user: user.trim(), groups: groups.split(/\s+/).filter(Boolean) }
    },
  },
})

export const rootPasswordSet = textCall({
  ...origin,
  id: 'rootpwdsetvalue',
  path: '/axis-cgi/rootpwdsetvalue.cgi',
  methods: ['GET', 'POST'],
  access: 'anyone',
  effect: 'read',
  summary: 'Says whether the first administrator exists.',
  request: v.object({}),
  format: {
    ...errorLine,
    encode: (set: boolean) => (set ? 'yes\n' : 'no\n'),
    decode: (text: string): boolean => {
      if (/\byes\b/i.test(text)) return true
      if (/\bno\b/i.test(text)) return false
      throw new SyntaxError('neither yes nor no')
    },
  },
})
