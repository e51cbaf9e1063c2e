/** Light, dark or system theme: chosen once, stored, and the same in every window. */
import type { Page } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'

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

test('follows the system at once by default', async ({ page }) => {
  await expectLight(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectDark(page)
})

for (const [name, expectChosen] of [
  ['Dark', expectDark],
  ['Light', expectLight],
] as const) {
  test(`${name} overrides the system, after a reload and on the sign-in page`, async ({
    page,
    context,
    expectFailures,
  }) => {
    expectFailures(/401|WebSocket/)
    await page.emulateMedia({ colorScheme: name === 'Dark' ? 'light' : 'dark' })
    await choose(page, name)
    await expectChosen(page)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectChosen(page)
    await context.clearCookies()
    await page.goto('/sign-in')
    await expect(page.getByLabel('Username')).toBeVisible()
    await expectChosen(page)
  })
}

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
