/** Addresses that are typed, bookmarked and shared. */
import { getUsers, updateUser } from '@lintel/contract/calls/users'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { ACCOUNTS } from '../rig/accounts.ts'
import { typeAddress } from '../rig/address.ts'
import { expectReady, openPage, pageAt, routesOn } from '../pages/pages.ts'

const warning = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

/** A page of each kind: with a variable part, with a frame, in an area of several chunks. */
const RELOADED = ['/users/edit/guard1', '/plainconfig', '/network/ipv6']

test('page addresses can be bookmarked and opened again, and all pages load from one place and from no other host (SHELL-58, SHELL-24)', async ({
  page,
  rig,
}) => {
  test.slow()
  const elsewhere: string[] = []
  const outside: string[] = []
  const { host } = new URL(rig.site)
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.host !== host && url.protocol !== 'data:' && url.protocol !== 'blob:') {
      elsewhere.push(request.url())
    }
    // A framed page is loaded from its own path on the device.
    if (request.frame() !== page.mainFrame()) return
    const isFile = ['script', 'stylesheet', 'font', 'manifest'].includes(request.resourceType())
    if (isFile && !url.pathname.startsWith('/webapp/hw/')) outside.push(url.pathname)
  })
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).host !== host) elsewhere.push(socket.url())
  })
  for (const route of routesOn()) {
    await openPage(page, route)
    const { leadsTo = route } = pageAt(route)
    expect(page.url()).toBe(`${rig.site}/webapp/hw/#${leadsTo}`)
    // The tests of loading in fault-scenarios open every page on its own.
    if (!RELOADED.includes(route)) continue
    await page.reload()
    await expectReady(page, route)
  }
  expect(elsewhere).toEqual([])
  expect(outside).toEqual([])
})

const WRONG = [
  '/nonsense',
  '/users/',
  '/users/edit',
  '/users/edit/a/b',
  '/users/edit/%E0%A4%A',
  '/USERS',
  '//example.com',
]

test.describe('typed into an open console', () => {
  test.use({ reuse: 'device' })

  test('a query after the route changes nothing (SHELL-58)', async ({ page, open }) => {
    await open('/users?from=somewhere')
    await expectReady(page, '/users')
  })

  for (const route of WRONG) {
    test(`${route} leads to the overview with a warning (OPEN-03)`, async ({ page, open }) => {
      await open('/maintenance')
      await expectReady(page, '/maintenance')
      await typeAddress(page, route)
      await expect(page).toHaveURL(/\/webapp\/hw\/#\/$/)
      await expect(warning(page, 'Page not found.')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
      // It replaced the wrong address in the history: back leads to the previous page.
      await page.evaluate(() => history.back())
      await expect(page).toHaveURL(/#\/maintenance$/)
      // The warning was about the address, and ends with the next page.
      await expect(warning(page, 'Page not found.')).toBeHidden()
    })
  }
})

test.describe('an operator', () => {
  test.use({ person: 'operator' })

  test('is refused typed addresses without any call to the device, until becoming an administrator (SHELL-28, SHELL-32, OPEN-03)', async ({
    page,
    rig,
  }) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await openPage(page, '/')
    await typeAddress(page, '/users/add')
    await expect(warning(page, 'You do not have access to this page.')).toBeVisible()
    await expect(page).toHaveURL(/#\/$/)
    expect(requests.filter((path) => /pwdgrp|users/.test(path))).toEqual([])

    const { user } = ACCOUNTS.operator
    await rig.root.call(updateUser, { user, sgrp: ACCOUNTS.admin.groups })
    expect((await rig.root.call(getUsers, {})).admin).toContain(user)
    await page.reload()
    await openPage(page, '/users')
  })
})
