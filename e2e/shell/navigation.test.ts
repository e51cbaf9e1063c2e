import { getBench } from '@lintel/contract/bench'
import type { Role } from '@lintel/contract/access'
import { mayOpen, SIDEBAR } from '@lintel/contract/testing/console-routes'
import { expect, test } from '../fixture.ts'
import { pageAt, routesOn } from '../pages/pages.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { tabTo } from '../rig/keyboard.ts'
import { speak } from '../rig/language.ts'

/** The titles in a group of the sidebar, sorted, that a role sees. */
const titlesIn = (group: keyof typeof SIDEBAR, language: 'English' | 'German', role: Role) =>
  routesOn()
    .filter((route) => SIDEBAR[group].some((one) => one === route) && mayOpen(role, route))
    .map((route) => pageAt(route).menu?.[language] ?? `${route} has no entry`)
    .toSorted((a, b) => a.localeCompare(b, language === 'German' ? 'de' : 'en'))

const menuOf = (language: 'English' | 'German', role: Role) =>
  Object.keys(SIDEBAR).flatMap((group) => titlesIn(group as keyof typeof SIDEBAR, language, role))

test.describe('an administrator', () => {
  test.use({ reuse: 'device' })

  test('sees the pages in their groups, sorted by title (SHELL-68, SHELL-69, SHELL-78)', async ({
    page,
    open,
  }) => {
    await open('/')
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await expect(menu.getByRole('listitem')).toHaveText(menuOf('English', 'admin'))
    await expect(menu.getByRole('list', { name: 'System' }).getByRole('listitem')).toHaveText(
      titlesIn('system', 'English', 'admin'),
    )
  })

  test('sees the open page marked in the sidebar, for subpages too', async ({ page, open }) => {
    await open('/users/add')
    await expect(page.getByRole('link', { name: 'Users', exact: true }).first()).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expect(page.getByRole('link', { name: 'Overview' })).not.toHaveAttribute('aria-current')
  })

  for (const { width, height } of [
    { width: 1280, height: 480 },
    { width: 390, height: 480 },
  ]) {
    test(`sees the marked entry of a low window without scrolling, at ${width} px`, async ({
      page,
      open,
    }) => {
      await page.setViewportSize({ width, height })
      const menu = page.getByRole('navigation', { name: 'Main menu' })
      const entry = (name: string) => menu.getByRole('link', { name, exact: true })
      const button = page.getByRole('button', { name: 'Menu', exact: true })
      for (const [path, name] of [
        ['/users', 'Users'],
        ['/', 'Overview'],
      ] as const) {
        await open(path)
        await page.reload()
        if (width < 800) await button.click()
        await expect(entry(name)).toHaveAttribute('aria-current', 'page')
        await expect(entry(name)).toBeInViewport({ ratio: 1 })
        if (width < 800) await button.click()
      }
      await page.setViewportSize({ width: 1280, height: 720 })
    })
  }

  test('sees page, product and the end of the serial number in the window title (SHELL-23, EXPECT-40)', async ({
    page,
    open,
    rig,
  }) => {
    const { serial } = await rig.bench.call(getBench, {})
    const door = `AXIS A8307-E ${serial.slice(-6)}`
    await open('/')
    await expect(page).toHaveTitle(door)
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await expect(page).toHaveTitle(`${door} · Users`)
    await page.goBack()
    await expect(page).toHaveTitle(door)
  })

  test('can skip the sidebar by keyboard', async ({ page, open }) => {
    await open('/users')
    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('link', { name: 'Add user' }))
    await expect(page).toHaveURL(/#\/users$/)
  })

  test('gets a message about an unknown address on the overview (OPEN-03)', async ({
    page,
    open,
  }) => {
    await open('/nonsense')
    await expect(page).toHaveURL(/#\/$/)
    await expect(page.getByText('Page not found.')).toBeVisible()
    // It says nothing about the page that is opened next.
    await page.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await expect(page.getByText('Page not found.')).toHaveCount(0)
  })
})

test('an administrator opens a page that was linked below the root of the host', async ({
  page,
}) => {
  await page.goto('/#/maintenance')
  await expect(page.getByRole('heading', { level: 1, name: 'Maintenance' })).toBeVisible()
})

test('an administrator sees the pages in another order in German (SHELL-68, SHELL-97)', async ({
  page,
  open,
  rig,
}) => {
  await speak(rig, 'German')
  await open('/')
  const menu = page.getByRole('navigation', { name: 'Hauptmenü' })
  await expect(menu.getByRole('listitem')).toHaveText(menuOf('German', 'admin'))
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  await expectAccessible(page)
})

for (const person of ['operator', 'viewer'] as const) {
  test.describe(person, () => {
    test.use({ person, reuse: 'device' })

    test('sees the entries in the sidebar that everybody may open (SHELL-63, SHELL-64, FIX-08)', async ({
      page,
      open,
    }) => {
      await open('/')
      const menu = page.getByRole('navigation', { name: 'Main menu' })
      await expect(menu.getByRole('listitem')).toHaveText(menuOf('English', person))
    })

    for (const [route, id] of [
      ['/users', 'SHELL-32'],
      ['/users/add', 'SHELL-32'],
      ['/users/edit/root', 'SHELL-32'],
      ['/maintenance', 'SHELL-31'],
    ] as const) {
      test(`is redirected from ${route} to the overview (SHELL-28, ${id}, OPEN-03)`, async ({
        page,
        open,
      }) => {
        const refused = page.getByText('You do not have access to this page.')
        for (const time of ['first', 'second']) {
          await open(route)
          await expect(page, time).toHaveURL(/#\/$/)
          await expect(refused).toBeVisible()
          await page.getByRole('region', { name: 'Messages' }).getByRole('button').click()
          await expect(refused).toBeHidden()
        }
      })
    }
  })
}

test.describe('on a narrow window', () => {
  test.use({ viewport: { width: 799, height: 700 } })

  test('a footer opens and closes the sidebar, up to 800 pixels (SHELL-123, SHELL-124)', async ({
    page,
    open,
  }) => {
    await open('/')
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    const toggle = page.getByRole('contentinfo').getByRole('button', { name: 'Menu' })
    await expect(menu).toBeHidden()
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await toggle.click()
    await expect(menu).toBeVisible()
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await toggle.click()
    await menu.getByRole('link', { name: 'Users' }).click()
    await expect(page).toHaveURL(/#\/users$/)
    await expect(menu).toBeHidden()
    // The overview and the search are beside it.
    const foot = page.getByRole('contentinfo')
    await foot.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
    await page.keyboard.press('Escape')
    await foot.getByRole('link', { name: 'Overview' }).click()
    await expect(page).toHaveURL(/#\/$/)
    await expect(foot.getByRole('link', { name: 'Overview' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    // From 800 pixels on it is next to the page.
    await page.setViewportSize({ width: 800, height: 700 })
    await expect(menu).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeHidden()
  })
})
