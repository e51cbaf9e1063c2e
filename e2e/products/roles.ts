/** Every built page for each role, by the links that lead there and by its typed address. */
import { categoryOf } from '@lintel/contract/capabilities'
import { productCalled } from '@lintel/contract/products/products'
import type { Page } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'
import type { Person } from '../rig/accounts.ts'
import { ACCOUNTS, PASSWORD } from '../rig/accounts.ts'
import { ELSEWHERE, PAGES } from '../shell/pages.ts'
import { expectRefused, NO_ACCESS, NOT_FOUND, type } from './walk.ts'

const ROUTES = Object.keys(PAGES)
/** The pages that are not for administrators alone, and those that only door stations have. A §2. */
const FOR_EVERYBODY = ['/', '/search', '/language', '/camera']
const DOORSTATIONS_ONLY = ['/camera', '/config-check']
/** Pages on whose way the sign-in is gone through. */
const SIGNED_IN_AT = new Set(['/', '/users/edit/guard1', '/datetime/zone', '/network-snmp'])
/** The search is opened by a button; only an address leads to its page. */
const WITHOUT_LINK = ['/search']
const EDIT_USER = '/users/edit/'
const EDIT_PORT = '/ioPorts/edit/'

/** Routes of the pages that a person's links lead to from the overview on. */
async function followLinks(page: Page): Promise<Set<string>> {
  const found = new Set<string>(['/'])
  async function follow() {
    const links = page.locator('a[href^="#/"]')
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    for (const href of new Set(hrefs)) {
      const target = decodeURIComponent((href ?? '').slice(1))
      // All accounts have one page; the walk enters it for one of them.
      const route = target.startsWith(EDIT_USER) ? `${EDIT_USER}guard1` : target
      if (found.has(route)) continue
      // All ports have one page too.
      if (route.startsWith(EDIT_PORT) && !ROUTES.includes(route)) continue
      if (Object.hasOwn(ELSEWHERE, route)) continue
      found.add(route)
      const link = page.locator(`a[href="#${route}"]`).first()
      await link.click()
      await expect(page).toHaveURL(at(route))
      await PAGES[route]?.(page)
      await follow()
      await page.goBack()
      await expect(link).toBeVisible()
    }
  }
  await PAGES['/']?.(page)
  await follow()
  return found
}

export function testRoles(number: string): void {
  const { brand, ports } = productCalled(number)
  const category = categoryOf(brand.type)
  const has = (route: string) =>
    (category === 'doorstation' || !DOORSTATIONS_ONLY.includes(route)) &&
    (ports.inputs + ports.outputs > 0 || !route.startsWith('/ioPorts'))
  const mayOpen = (person: Person, route: string) =>
    person === 'admin' || FOR_EVERYBODY.includes(route)

  test.beforeEach(({ expectFailures }) => {
    test.slow()
    // Where there is no audio site, the question for it is answered by 404.
    if (category === 'audio') expectFailures(/audioSite/)
  })

  for (const person of ['admin', 'operator', 'viewer'] as const) {
    test.describe(person, () => {
      test.use({ person })

      if (category === 'audio' && person !== 'admin') {
        test(`the ${number} has the local player for the ${person} at every address, and no link back (FIX-08, FIX-09)`, async ({
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

      test(`the ${number} leads the ${person} by its links to the pages of that role and to no other (SHELL-28)`, async ({
        page,
        open,
      }) => {
        await open('/')
        const expected = ROUTES.filter(
          (route) => has(route) && mayOpen(person, route) && !WITHOUT_LINK.includes(route),
        )
        expect([...(await followLinks(page))].toSorted()).toEqual(expected.toSorted())
      })

      test(`the ${number} opens the pages of that role for the ${person} at their typed addresses, and no other (SHELL-28, SHELL-58)`, async ({
        page,
        open,
      }) => {
        await open('/')
        for (const route of ROUTES) {
          if (mayOpen(person, route) && has(route)) {
            await type(page, route)
            await expect(page).toHaveURL(at(route))
            await PAGES[route]?.(page)
          } else {
            await expectRefused(page, route, mayOpen(person, route) ? NOT_FOUND : NO_ACCESS)
          }
        }
      })
    })
  }

  test.describe('nobody', () => {
    test.use({ person: 'nobody' })

    test(`the ${number} asks nobody in before the sign-in, which leads to the page that was asked for (EXPECT-15)`, async ({
      page,
      context,
      open,
    }) => {
      for (const route of ROUTES.filter(has)) {
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
        await PAGES[route]?.(page)
      }
    })
  })
}
