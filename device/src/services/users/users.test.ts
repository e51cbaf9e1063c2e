import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { ACCOUNTS_MAX, userService } from './users.ts'

const PATH = '/axis-cgi/pwdgrp.cgi'
const ALL = 'admin:operator:viewer:ptz'

let device: TestDevice

beforeEach(async () => {
  device = await openTestDevice([userService])
})
afterEach(() => device.close())

const page = (sentence: string) =>
  `<html><head><title>Accounts</title></head><body>${sentence}</body></html>\n`

const query = (fields: Record<string, string>) =>
  `${PATH}?${new URLSearchParams(fields).toString()}`

const form = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  headers,
  as: 'root',
})

/** Adds an account as root and returns the message. */
async function add(fields: Record<string, string>): Promise<string> {
  const account = { action: 'add', pwd: 'secret', grp: 'users', sgrp: 'viewer', ...fields }
  const text = await device.text(PATH, form(account))
  return /<body>(.*)<\/body>/.exec(text)?.[1] ?? text
}

const update = async (fields: Record<string, string>): Promise<string> =>
  device.text(PATH, form({ action: 'update', ...fields }))

test('set-up creates root without credentials, in all groups whatever was requested (DEVICE-03, DEVICE-06, USERS-12)', async () => {
  expect(await device.text('/axis-cgi/rootpwdsetvalue.cgi')).toBe('no\n')
  const created = await device.fetch(
    query({ action: 'add', user: 'root', pwd: 'pass-root', grp: 'root', sgrp: 'viewer' }),
  )
  expect(created.status).toBe(200)
  expect(created.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await created.text()).toBe(page('Created account root.'))
  expect(await device.text('/axis-cgi/rootpwdsetvalue.cgi')).toBe('yes\n')
  expect(await device.text('/axis-cgi/usergroup.cgi', { as: 'root' })).toBe(
    'root\nadmin operator viewer ptz\n',
  )
})

test('the first account must be root; no other call is open before', async () => {
  const other = await device.fetch(query({ action: 'add', user: 'joe', pwd: 'x', sgrp: ALL }))
  expect(other.status).toBe(401)
  expect(await other.text()).toContain('Error: not a valid initial admin user.')
  for (const action of ['get', 'update', 'remove']) {
    expect((await device.fetch(query({ action, user: 'root' }))).status).toBe(401)
  }
  expect(device.accounts.all()).toEqual([])
})

test('of two set-ups at once exactly one succeeds', async () => {
  const answers = await Promise.all(
    ['one', 'two'].map((pwd) =>
      device.fetch(PATH, {
        method: 'POST',
        body: new URLSearchParams({ action: 'add', user: 'root', pwd, grp: 'users', sgrp: ALL }),
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  expect(device.accounts.all()).toHaveLength(1)
})

test('the lists have the recorded form and order (DEVICE-05)', async () => {
  device.makeAccounts()
  const answer = await device.fetch(query({ action: 'get' }), { as: 'root' })
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await answer.text()).toBe(
    [
      'admin="root"',
      'operator="root,oper"',
      'viewer="root,oper,view"',
      'ptz="root"',
      'digusers="root,oper,view"',
      '',
    ].join('\n'),
  )
})

test('an account is created, changed and removed, with a notification each (DEVICE-06, DEVICE-07, DEVICE-08)', async () => {
  device.makeAccounts()
  const events: string[] = []
  device.events.subscribe(({ data }) => events.push(data['Area'] ?? ''))
  expect(await add({ user: 'joe', sgrp: 'ptz:operator:viewer', comment: 'Gate' })).toBe(
    'Created account joe.',
  )
  expect(device.accounts.find('joe')).toEqual({
    name: 'joe',
    comment: 'Gate',
    groups: ['operator', 'viewer', 'ptz'],
  })
  expect(await update({ user: 'joe', sgrp: 'viewer' })).toBe(page('Modified account joe.'))
  // Absent members stay as they are.
  expect(device.accounts.find('joe')).toMatchObject({ comment: 'Gate', groups: ['viewer'] })
  const before = device.accounts.credentials('joe')?.ha1
  await update({ user: 'joe', pwd: 'another' })
  expect(device.accounts.credentials('joe')?.ha1).not.toEqual(before)
  expect(await device.text(query({ action: 'remove', user: 'joe' }), { as: 'root' })).toBe(
    page('Removed account joe.'),
  )
  expect(device.accounts.find('joe')).toBeUndefined()
  expect(events).toEqual(['users', 'users', 'users', 'users'])
  expect(device.benchLog).toEqual([
    ['user.added', { user: 'joe' }],
    ['user.changed', { user: 'joe' }],
    ['user.changed', { user: 'joe' }],
    ['user.removed', { user: 'joe' }],
  ])
})

test.each([
  ['a name with a dot', { user: 'jo.e' }, 'account user name.'],
  ['no name', { user: '' }, 'account user name.'],
  ['the name of a service account', { user: 'sdk' }, 'account user name.'],
  ['a long name', { user: 'a'.repeat(15) }, 'account user name.'],
  ['a taken name', { user: 'view' }, 'the account view exists already.'],
  ['no password', { pwd: '' }, 'the password must have 1 to 64 characters.'],
  ['a long password', { pwd: 'a'.repeat(65) }, 'the password must have 1 to 64 characters.'],
  [
    'an umlaut in the password',
    { pwd: 'süß' },
    'the password must have printable ASCII characters only.',
  ],
  [
    'an umlaut in a strict password',
    { pwd: 'süß', strict_pwd: '1' },
    'the password must have printable ASCII characters only.',
  ],
  [
    'a tab in a password',
    { pwd: 'sweet\ttooth', strict_pwd: '0' },
    'the password must have printable ASCII characters only.',
  ],
  [
    'an unknown group',
    { sgrp: 'viewer:wheel' },
    'sgrp must name viewer, operator, admin or ptz, separated by colons.',
  ],
  ['no group', { sgrp: '' }, 'sgrp must name viewer, operator, admin or ptz, separated by colons.'],
  ['the primary group of root', { grp: 'root' }, 'grp must be users.'],
])(
  '%s is refused and creates no account (USERS-25, USERS-29, USERS-46)',
  async (_, fields, message) => {
    device.makeAccounts()
    expect(await add({ user: 'joe', ...fields })).toBe(`Error: ${message}`)
    expect(device.accounts.all()).toHaveLength(3)
  },
)

test('root keeps its groups and can’t be removed (USERS-06, USERS-07)', async () => {
  device.makeAccounts()
  expect(await update({ user: 'root', sgrp: 'viewer' })).toBe(
    page('Error: root keeps all of its groups.'),
  )
  expect(await device.text(query({ action: 'remove', user: 'root' }), { as: 'root' })).toContain(
    'Error: the account root cannot be removed.',
  )
  expect(await update({ user: 'root', sgrp: ALL, comment: 'me' })).toContain('Modified account')
  expect(device.accounts.find('root')?.groups).toHaveLength(4)
})

test('an unknown account can be neither changed nor removed', async () => {
  device.makeAccounts()
  expect(await update({ user: 'joe', sgrp: 'viewer' })).toContain('Error: there is no account joe.')
  expect(await device.text(query({ action: 'remove', user: 'joe' }), { as: 'root' })).toContain(
    'Error: there is no account joe.',
  )
})

test('the number of accounts is limited', async () => {
  device.makeAccounts()
  for (let n = 3; n < ACCOUNTS_MAX; n += 1) {
    device.accounts.add({ name: `u${n}`, comment: '', groups: ['viewer'] }, 'x')
  }
  expect(await add({ user: 'joe' })).toBe(`Error: there are ${ACCOUNTS_MAX} accounts already.`)
})

test('a write over an outdated list is refused (RFC 9110 §13.1.1)', async () => {
  device.makeAccounts()
  const read = await device.fetch(query({ action: 'get' }), { as: 'root' })
  const version = read.headers.get('etag') ?? ''
  const fields = { action: 'add', user: 'joe', pwd: 'x', sgrp: 'viewer' }
  const first = await device.fetch(PATH, form(fields, { 'if-match': version }))
  expect(first.status).toBe(200)
  const second = await device.fetch(PATH, form({ ...fields, user: 'jim' }, { 'if-match': version }))
  expect(second.status).toBe(412)
  expect(device.accounts.find('jim')).toBeUndefined()
})

test.each([
  { action: 'update', user: 'oper', sgrp: 'viewer' },
  { action: 'remove', user: 'oper' },
])('$action with an outdated version changes nothing (EXPECT-21)', async (fields) => {
  device.makeAccounts()
  const read = await device.fetch(query({ action: 'get' }), { as: 'root' })
  const version = read.headers.get('etag') ?? ''
  device.accounts.update('oper', { groups: ['viewer', 'operator', 'admin'] })
  const late = await device.fetch(PATH, form(fields, { 'if-match': version }))
  expect(late.status).toBe(412)
  expect(device.accounts.find('oper')?.groups).toContain('admin')
})

test('a new password or a removal ends the account’s sessions', async () => {
  device.makeAccounts()
  const now = device.clock.now()
  const [changed, removed] = [
    device.sessions.create('oper', now),
    device.sessions.create('view', now),
  ]
  await update({ user: 'oper', pwd: 'another' })
  await device.text(query({ action: 'remove', user: 'view' }), { as: 'root' })
  expect(device.sessions.find(changed, now)).toBeUndefined()
  expect(device.sessions.find(removed, now)).toBeUndefined()
})

test('the caller’s groups are returned in the recorded form (DEVICE-04)', async () => {
  device.makeAccounts()
  expect(await device.text('/axis-cgi/usergroup.cgi', { as: 'oper' })).toBe(
    'oper\noperator viewer\n',
  )
  expect((await device.fetch('/axis-cgi/usergroup.cgi')).status).toBe(401)
})

test('operators can’t touch accounts, and an unknown action is named in the response', async () => {
  device.makeAccounts()
  const refused = await device.fetch(query({ action: 'remove', user: 'view' }), { as: 'oper' })
  expect(refused.status).toBe(403)
  expect(device.accounts.find('view')).toBeDefined()
  expect(await device.text(query({ action: 'frob' }), { as: 'root' })).toContain(
    'Error: malformed action operation, ',
  )
  expect(await device.text(PATH, { as: 'root' })).toContain('Error: action operation type.')
})

test('people can sign in while the disk is full', async () => {
  device.makeAccounts()
  device.fillDisk(true)
  const body = JSON.stringify({ user: 'oper', password: 'pass-oper' })
  const answer = await device.fetch('/sign-in', { method: 'POST', body })
  expect(answer.status).toBe(200)
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const who = await device.fetch('/axis-cgi/usergroup.cgi', { headers: { cookie } })
  expect(await who.text()).toMatch(/^oper\n/)
})
