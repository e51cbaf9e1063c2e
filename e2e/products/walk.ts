/** The console's pages on one product: what is there is reached, what is not is refused, for each role. */
import { categoryOf } from '@lintel/contract/capabilities'
import { productCalled } from '@lintel/contract/products/products'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'

const DOORSTATION = ['/phonebook', '/camera', '/onvif', '/config-check']
const AUDIO = ['/audioSystemSettings', '/audioSystemOverview', '/network-security/audio-site']
const IPV6 = '/network/ipv6'

/** Of the routes that not every product has, those that it has. Requirements part 4. */
const HAS: Record<string, readonly string[]> = {
  'A8307-E': [...DOORSTATION, '/reader', '/display-config', '/hdmi', '/ioPorts', IPV6],
  'A8207-VE': [...DOORSTATION, '/reader', '/ioPorts', IPV6],
  'I8016-LVE': [...DOORSTATION, '/reader', '/ioPorts', IPV6],
  'C1310-E': [...AUDIO, '/ioPorts', IPV6],
  'A8105-E': [...DOORSTATION, '/ioPorts'],
  C1410: [...AUDIO, IPV6],
  A1601: ['/ioPorts', IPV6],
}

const SOME = [...new Set(Object.values(HAS).flat())]

/** Types an address over the one of the open page. */
export const type = (page: Page, route: string) =>
  page.evaluate((hash) => {
    location.hash = hash
  }, route)

/** Typing an address leads to the overview, and a message says why. */
export async function expectRefused(page: Page, route: string, because: string) {
  await type(page, '/language')
  await expect(page.locator('main button[lang]').first()).toBeVisible()
  await type(page, route)
  await expect(page, route).toHaveURL(/\/webapp\/hw\/#\/$/)
  await expect(page.getByRole('alert').filter({ hasText: because }), route).toBeVisible()
  await page.getByRole('region', { name: 'Messages' }).getByRole('button').click()
  await expect(page.getByRole('alert').filter({ hasText: because })).toBeHidden()
}

export const NO_ACCESS = 'You do not have access to this page.'
export const NOT_FOUND = 'Page not found.'

export function testPages(number: string): void {
  const audio = categoryOf(productCalled(number).brand.type) === 'audio'

  // Where there is no audio site, the question for it is answered by 404.
  test.beforeEach(({ expectFailures }) => {
    if (audio) expectFailures(/audioSite/)
  })

  test(`the ${number} leads its administrator to every page, and to none that it lacks (FIX-10, SHELL-66)`, async ({
    page,
    open,
  }) => {
    test.slow()
    await open('/')
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await expect(menu.getByRole('listitem').first()).toBeVisible()
    const entries = menu.getByRole('listitem').getByRole('link')
    for (const entry of await entries.all()) {
      const title = (await entry.textContent()) ?? ''
      await entry.click()
      const back = page.getByRole('link', { name: 'Back to overview' })
      const heading = page.getByRole('heading', { level: 1, name: title, exact: true })
      await expect(heading.or(back).first(), title).toBeVisible()
      if (await back.isVisible()) await back.click()
    }
    for (const route of SOME.filter((one) => !HAS[number]?.includes(one))) {
      await expect(menu.locator(`a[href="#${route}"]`)).toHaveCount(0)
      await expectRefused(page, route, NOT_FOUND)
    }
  })

  for (const person of ['operator', 'viewer'] as const) {
    test.describe(person, () => {
      test.use({ person })

      if (audio) {
        test(`the ${number} sends the ${person} to the local player from every address (SHELL-18, OPEN-115)`, async ({
          page,
          open,
        }) => {
          for (const route of ['/', '/language', '/nonsense']) {
            await open(route)
            await expect(page).toHaveURL(/\/local-player\/$/)
          }
        })
      } else {
        test(`the ${number} refuses the ${person} what is for administrators (FIX-08, FIX-09)`, async ({
          page,
          open,
        }) => {
          test.slow()
          await open('/language')
          const closed = SOME.filter((route) => route !== '/camera')
          for (const route of [...closed, '/users', '/maintenance', '/events']) {
            await expectRefused(page, route, NO_ACCESS)
          }
          if (!HAS[number]?.includes('/camera')) await expectRefused(page, '/camera', NOT_FOUND)
        })
      }
    })
  }
}
