import type { GroupLists } from '@lintel/contract/calls/users'
import { expect, test } from 'vitest'
import { accessGroups, accountIn, accountsIn, isTaken } from './accounts.ts'

const lists = (members: Partial<GroupLists>): GroupLists => ({
  admin: [],
  operator: [],
  viewer: [],
  ptz: [],
  digusers: [],
  ...members,
})

test('an account is classed by its highest list (USERS-14, USERS-15, USERS-16)', () => {
  const found = accountsIn(
    lists({
      admin: ['root', 'ada'],
      operator: ['root', 'ada', 'guard1'],
      viewer: ['root', 'ada', 'guard1', 'lobby'],
      ptz: ['root', 'guard1'],
    }),
  )
  expect(found).toEqual([
    { name: 'root', group: 'root', ptz: true },
    { name: 'ada', group: 'admin', ptz: false },
    { name: 'guard1', group: 'operator', ptz: true },
    { name: 'lobby', group: 'viewer', ptz: false },
  ])
})

test('one role’s list is enough, whatever the others contain (USERS-15)', () => {
  expect(accountIn(lists({ operator: ['x'] }), 'x')?.group).toBe('operator')
})

test('service accounts are never listed, even as administrators (USERS-13)', () => {
  const services = ['sdk', 'geolocationd', 'AudioManager', 'stsuser', 'AudioSiteProxy']
  expect(accountsIn(lists({ admin: services, viewer: services }))).toEqual([])
  expect(accountIn(lists({ admin: services }), 'sdk')).toBeUndefined()
})

test('if the device lists its people, only they are shown', () => {
  const members = lists({
    admin: ['wwwaop', 'root'],
    viewer: ['wwwaov', 'eva'],
    digusers: ['root', 'eva'],
  })
  expect(accountsIn(members).map(({ name }) => name)).toEqual(['root', 'eva'])
})

test('an account in none of the three lists is hidden, but its name is taken (USERS-17, USERS-26, SHELL-61)', () => {
  const only = lists({ ptz: ['joystick'], digusers: ['joystick', 'ghost'] })
  expect(accountsIn(only)).toEqual([])
  expect(isTaken(only, 'ghost')).toBe(true)
  expect(isTaken(only, 'somebody')).toBe(false)
  // An account with the name of a service would not be listed.
  expect(isTaken(only, 'sdk')).toBe(true)
})

test('root’s groups are sent in an order of their own (OPEN-29)', () => {
  expect(accessGroups({ group: 'root', ptz: false }, false)).toBe('admin:operator:viewer:ptz')
  expect(accessGroups({ group: 'admin', ptz: false }, false)).toBe('viewer:operator:admin:ptz')
})

test('the groups that are sent follow role and PTZ flag (USERS-12, USERS-18, USERS-22)', () => {
  expect(accessGroups({ group: 'admin', ptz: false }, true)).toBe('viewer:operator:admin')
  expect(accessGroups({ group: 'operator', ptz: true }, false)).toBe('viewer:operator:ptz')
  expect(accessGroups({ group: 'viewer', ptz: false }, false)).toBe('viewer')
})
