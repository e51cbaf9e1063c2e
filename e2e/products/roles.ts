/** The pages of each role, reached by links, and a page of each kind that is refused. */
import { categoryOf } from '@lintel/contract/capabilities'
import { productCalled } from '@lintel/contract/products/products'
import { mayOpen } from '@lintel/contract/testing/console-routes'
import type { Page } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'
import { ACCOUNTS, PASSWORD } from '../rig/accounts.ts'
import { expectReady, pageAt, ROUTES, routesOn } from '../pages/pages.ts'
import { expectRefused, NO_ACCESS } from './page-access.ts'
import { signIn } from '../rig/sign-in.ts'

/** All accounts share one page, and so do all ports: the described one is opened. */
const ONE_FOR_ALL = ['/users/edit/', '/ioPorts/edit/', '/phonebook/organisations/']

/** Routes that a person reaches by links from the overview. */
async function followLinks(page: Page, number: string): Promise<Set<string>> {
  const routes = new Set<string>(['/'])
  async function follow() {
    const links = page.locator('a[href^="#/"]')
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    for (const href of new Set(hrefs)) {
      // A field of a page that is linked anyway.
      if (href?.includes('?')) continue
      const route = decodeURIComponent((href ?? '').slice(1))
      if (routes.has(route)) continue
      if (ONE_FOR_ALL.some((above) => route.startsWith(above)) && !ROUTES.includes(route)) continue
      const { leadsTo = route, linkReady } = pageAt(route, number)
      routes.add(route).add(leadsTo)
      const link = page.locator(`a[href="#${route}"]`).first()
      await link.click()
      await expect(page).toHaveURL(at(leadsTo))
      await expectReady(page, route, number)
      await linkReady?.(page)
      await follow()
      await page.goBack()
      await expect(link).toBeVisible()
    }
  }
  await expectReady(page, '/', number)
  await follow()
  return routes
}

/** A page that neither operators nor viewers may open, on any product. */
const FOR_ADMINISTRATORS = '/maintenance'

/**
 * @param signedInAt Routes that are opened before the sign-in. A few are enough: the device sends
 *   people to the sign-in page before it sees a route, which is the browser's alone.
 */
export function testRoles(number: string, signedInAt: readonly string[]): void {
  const { brand, audio } = productCalled(number)
  const category = categoryOf(brand.type)

  test.beforeEach(({ expectFailures }) => {
    test.slow()
    // Without an audio site, requesting it fails with 404.
    if (category === 'audio' && !audio?.siteLeader) expectFailures(/audioSite/)
  })

  for (const person of ['admin', 'operator', 'viewer'] as const) {
    test.describe(person, () => {
      test.use({ person })

      if (category === 'audio' && person !== 'admin') {
        const { route, ids } = {
          operator: { route: '/audio', ids: 'SHELL-18, OPEN-115, FIX-09' },
          viewer: { route: '/language', ids: 'SHELL-18, FIX-08' },
        }[person]
        test(`the ${number} shows the ${person} the local player, without a link back (${ids})`, async ({
          page,
          open,
        }) => {
          await open(route)
          await expect(page).toHaveURL(/\/local-player\/$/)
          await expect(page.getByRole('button', { name: 'Play' }).first()).toBeVisible()
          await expect(page.locator('a')).toHaveCount(0)
        })
        return
      }

      const id = { admin: 'FIX-10', operator: 'FIX-09', viewer: 'FIX-08' }[person]
      test(`the ${number} links the ${person} to the pages of that role and to no other (SHELL-28, ${id})`, async ({
        page,
        open,
      }) => {
        await open('/')
        const expected = routesOn(number).filter(
          (route) => mayOpen(person, route) && pageAt(route, number).linked !== false,
        )
        expect([...(await followLinks(page, number))].toSorted()).toEqual(expected.toSorted())
        if (person === 'admin') return
        await expectRefused(page, FOR_ADMINISTRATORS, NO_ACCESS)
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
      for (const route of signedInAt) {
        await page.goto('about:blank')
        await context.clearCookies()
        await open(route)
        await expect(page, route).toHaveURL(/\/sign-in/)
        await expect(page.getByRole('navigation')).toHaveCount(0)
        await signIn(page, ACCOUNTS.admin.user, PASSWORD)
        await expect(page).toHaveURL(at(route))
        await expectReady(page, route, number)
      }
    })
  })
}
