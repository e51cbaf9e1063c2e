/** Addresses that are typed, bookmarked and shared. */
import { getUsers, updateUser } from '@lintel/contract/calls/users'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { ACCOUNTS } from '../rig/accounts.ts'
import { expectReady, openPage, routesOn } from '../pages/pages.ts'

/** Types an address over that of the open page. */
const type = (page: Page, route: string) =>
  page.evaluate((hash) => {
    location.hash = hash
  }, route)

const warning = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

test('page addresses can be bookmarked and opened again (SHELL-58)', async ({ page, rig }) => {
  test.slow()
  for (const route of routesOn()) {
    await openPage(page, route)
    expect(page.url()).toBe(`${rig.addresses.http}/webapp/hw/#${route}`)
    await page.reload()
    await expectReady(page, route)
  }
})

test('a query after the route changes nothing (SHELL-58)', async ({ page, open }) => {
  await open('/users?from=somewhere')
  await expectReady(page, '/users')
})

for (const route of [
  '/nonsense',
  '/users/',
  '/users/edit',
  '/users/edit/a/b',
  '/users/edit/%E0%A4%A',
  '/USERS',
  '//example.com',
]) {
  test(`${route} typed into an open console leads to the overview with a warning (OPEN-03)`, async ({
    page,
  }) => {
    await openPage(page, '/maintenance')
    await type(page, route)
    await expect(page).toHaveURL(/\/webapp\/hw\/#\/$/)
    await expect(warning(page, 'Page not found.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    // It replaced the wrong address in the history: back leads to the previous page.
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(/#\/maintenance$/)
  })
}

test.describe('an operator', () => {
  test.use({ person: 'operator' })

  test('is refused typed addresses without any call to the device (SHELL-28, SHELL-32, OPEN-03)', async ({
    page,
  }) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await openPage(page, '/')
    await type(page, '/users/add')
    await expect(warning(page, 'You do not have access to this page.')).toBeVisible()
    await expect(page).toHaveURL(/#\/$/)
    expect(requests.filter((path) => /pwdgrp|users/.test(path))).toEqual([])
  })

  test('can open the page after becoming an administrator (SHELL-28)', async ({ page, rig }) => {
    const { user } = ACCOUNTS.operator
    await openPage(page, '/')
    await rig.root.call(updateUser, { user, sgrp: ACCOUNTS.admin.groups })
    expect((await rig.root.call(getUsers, {})).admin).toContain(user)
    await page.reload()
    await openPage(page, '/users')
  })
})
