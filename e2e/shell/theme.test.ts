/** Light, dark or system theme: chosen once, stored, and the same in every window. */
import type { Page } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'

const brightness = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d')
    if (!canvas) return Number.NaN
    for (const element of [document.documentElement, document.body]) {
      canvas.fillStyle = getComputedStyle(element).backgroundColor
      canvas.fillRect(0, 0, 1, 1)
    }
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    return (red + green + blue) / 3
  })
const expectDark = (page: Page) => expect.poll(() => brightness(page)).toBeLessThan(80)
const expectLight = (page: Page) => expect.poll(() => brightness(page)).toBeGreaterThan(200)

/** Presses a choice of the account menu on its label, as a person does. */
async function choose(page: Page, name: string) {
  const choice = page.getByRole('radio', { name })
  if (!(await choice.isVisible())) {
    await page.getByRole('button', { name: /^Account / }).click()
  }
  await page.getByRole('group', { name: 'Appearance' }).getByText(name, { exact: true }).click()
  await expect(choice).toBeChecked()
}

test.beforeEach(async ({ page, open }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await open('/maintenance')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the account menu shows the signed-in account and the theme, which follows the system by default', async ({
  page,
}) => {
  await expectLight(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectDark(page)
  await page.getByRole('button', { name: 'Account anna' }).click()
  await expect(page.getByText('Administrator')).toBeVisible()
  await expectAccessible(page)
})

test('a chosen theme overrides the system, after a reload and on the sign-in page', async ({
  page,
  context,
  expectFailures,
}) => {
  expectFailures(/401|WebSocket/)
  for (const [name, system, expectChosen] of [
    ['Dark', 'light', expectDark],
    ['Light', 'dark', expectLight],
  ] as const) {
    await page.emulateMedia({ colorScheme: system })
    await choose(page, name)
    await expectChosen(page)
    await expect(page.locator('html')).toHaveAttribute('data-theme', name.toLowerCase())
    const cookies = await context.cookies()
    await context.clearCookies()
    await page.goto('/sign-in?theme')
    await expect(page.getByLabel('Username')).toBeVisible()
    await expectChosen(page)
    await context.addCookies(cookies)
    await page.goto(at('/maintenance'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectChosen(page)
    await expect(page.locator('html')).toHaveAttribute('data-theme', name.toLowerCase())
  }
})

test('the choice reaches other windows at once and can be reset', async ({ page, context }) => {
  const other = await context.newPage()
  await other.emulateMedia({ colorScheme: 'light' })
  await other.goto(at('/users'))
  // The new page is also light, and doesn't follow the system yet.
  await expect(other.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await expectLight(other)
  await choose(page, 'Dark')
  await expectDark(other)
  await choose(page, 'System')
  await expectLight(page)
  await expectLight(other)
  await other.close()
})
