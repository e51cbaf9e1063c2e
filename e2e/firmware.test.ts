/**
 * The console on devices with older and newer firmware: it makes no call and uses no name that they
 * lack.
 */
import { setPersona } from '@lintel/contract/bench'
import { addUser, getUsers } from '@lintel/contract/calls/users'
import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { PASSWORD } from './rig/accounts.ts'
import { openPage, pageAt, routesOn } from './pages/pages.ts'
import { fill, formOf, rowOf } from './users/form.ts'

test.use({ reuse: 'nothing' })

/** The paths of the device's calls that a page makes. */
function recordPaths(page: Page) {
  const paths = new Set<string>()
  page.on('request', (request) => paths.add(new URL(request.url()).pathname))
  page.on('websocket', (socket) => paths.add(new URL(socket.url()).pathname))
  return paths
}

for (const { persona, service, events } of [
  { persona: '9.80', service: '/vapix/axdsapi', events: '/vapix/axevws' },
  { persona: '12.11', service: '/vapix/intercom', events: '/vapix/intercomws' },
] as const) {
  test.describe(`as of ${persona}`, () => {
    test('opens every page without a call that the device lacks (SHELL-10, DEVICE-56)', async ({
      page,
      rig,
    }) => {
      await rig.bench.call(setPersona, { persona })
      const paths = recordPaths(page)
      // Pages of calls of our own design are hidden.
      const there = routesOn().filter((route) => pageAt(route).about?.own !== true)
      for (const route of there) await openPage(page, route)
      expect(paths).toContain(service)
      expect(paths).toContain(events)
      expect(Array.from(paths).filter((path) => path.startsWith('/lintel/'))).toEqual([])
    })

    test('creates an account, and lists one that was created elsewhere (DEVICE-148, DEVICE-06)', async ({
      page,
      open,
      rig,
    }) => {
      await rig.bench.call(setPersona, { persona })
      await open('/users/add')
      await fill(page, { name: 'newcomer', password: PASSWORD })
      await formOf(page).save.click()
      await expect(rowOf(page, 'newcomer')).toBeVisible()
      expect((await rig.root.call(getUsers, {})).viewer).toContain('newcomer')
      await rig.root.call(addUser, { user: 'another', pwd: PASSWORD, sgrp: 'viewer' })
      await expect(rowOf(page, 'another')).toBeVisible()
    })
  })
}
