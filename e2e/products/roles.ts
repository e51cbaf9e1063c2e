/** Every built page for each role, reached by links and by its typed address. */
import { categoryOf } from '@lintel/contract/capabilities'
import { productCalled } from '@lintel/contract/products/products'
import { isThere, mayOpen } from '@lintel/contract/testing/console-routes'
import type { Page } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'
import { ACCOUNTS, PASSWORD } from '../rig/accounts.ts'
import { expectReady, pageAt, ROUTES, routesOn } from '../pages/pages.ts'
import { expectRefused, NO_ACCESS, NOT_FOUND, type } from './page-access.ts'

/** Pages that sign the person in again. */
const SIGNED_IN_AT = new Set(['/', '/users/edit/guard1', '/datetime/zone', '/network-snmp'])
/** All accounts share one page, and so do all ports: the described one is opened. */
const ONE_FOR_ALL = ['/users/edit/', '/ioPorts/edit/']

/** Routes that a person reaches by links from the overview. */
async function followLinks(page: Page, number: string): Promise<Set<string>> {
  const routes = new Set<string>(['/'])
  async function follow() {
    const links = page.locator('a[href^="#/"]')
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    for (const href of new Set(hrefs)) {
      const route = decodeURIComponent((href ?? '').slice(1))
      if (routes.has(route)) continue
      if (ONE_FOR_ALL.some((above) => route.startsWith(above)) && !ROUTES.includes(route)) continue
      routes.add(route)
      const link = page.locator(`a[href="#${route}"]`).first()
      await link.click()
      await expect(page).toHaveURL(at(route))
      await expectReady(page, route, number)
      await follow()
      await page.goBack()
      await expect(link).toBeVisible()
    }
  }
  await expectReady(page, '/', number)
  await follow()
  return routes
}

export function testRoles(number: string): void {
  const category = categoryOf(productCalled(number).brand.type)

  test.beforeEach(({ expectFailures }) => {
    test.slow()
    // Without an audio site, requesting it fails with 404.
    if (category === 'audio') expectFailures(/audioSite/)
  })

  for (const person of ['admin', 'operator', 'viewer'] as const) {
    test.describe(person, () => {
      test.use({ person })

      if (category === 'audio' && person !== 'admin') {
        test(`the ${number} shows the ${person} the local player at every address, without a link back (FIX-08, FIX-09)`, async ({
          page,
          open,
        }) => {
          for (const route of ROUTES) {
            await open(route)
            await expect(page, route).toHaveURL(/\/local-player\/$/)
          }
          await expect(page.getByRole('button', { name: 'Play' }).first()).toBeVisible()
          await expect(page.locator('a')).toHaveCount(0)
        })
        return
      }

      test(`the ${number} links the ${person} to the pages of that role and to no other (SHELL-28)`, async ({
        page,
        open,
      }) => {
        await open('/')
        const expected = routesOn(number).filter(
          (route) => mayOpen(person, route) && pageAt(route, number).linked !== false,
        )
        expect([...(await followLinks(page, number))].toSorted()).toEqual(expected.toSorted())
      })

      test(`the ${number} opens the pages of that role for the ${person} at their typed addresses, and no other (SHELL-28, SHELL-58)`, async ({
        page,
        open,
      }) => {
        await open('/')
        for (const route of ROUTES) {
          if (mayOpen(person, route) && isThere(route, number)) {
            await type(page, route)
            await expect(page).toHaveURL(at(route))
            await expectReady(page, route, number)
          } else {
            await expectRefused(page, route, mayOpen(person, route) ? NOT_FOUND : NO_ACCESS)
          }
        }
      })
    })
  }

  test.describe('nobody', () => {
    test.use({ person: 'nobody' })

    test(`the ${number} shows no page before the sign-in, which then opens the requested page (EXPECT-15)`, async ({
      page,
      context,
      open,
    }) => {
      for (const route of routesOn(number)) {
        await page.goto('about:blank')
        await context.clearCookies()
        await open(route)
        await expect(page, route).toHaveURL(/\/sign-in/)
        await expect(page.getByRole('navigation')).toHaveCount(0)
        if (!SIGNED_IN_AT.has(route)) continue
        await page.getByLabel('Username').fill(ACCOUNTS.admin.user)
        await page.getByLabel('Password').fill(PASSWORD)
        await page.getByRole('button', { name: 'Sign in' }).click()
        await expect(page).toHaveURL(at(route))
        await expectReady(page, route, number)
      }
    })
  })
}
