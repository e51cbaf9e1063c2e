/** The bench's page on a phone: its parts are one tap away, and its cards fold. */
import { getBench } from '@lintel/contract/bench'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { smallTargets } from '../rig/touch.ts'

test.use({ person: 'admin', viewport: { width: 390, height: 844 }, hasTouch: true })

const shortcuts = (page: Page) => page.getByRole('navigation', { name: 'Sections of the page' })
const fold = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test.beforeEach(async ({ page, rig }) => {
  await page.goto(rig.addresses.bench)
  await expect(page.getByText('Running')).toBeVisible()
})

test('the page is short, and each of its parts is one tap away', async ({ page }) => {
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2_600)
  for (const [link, part] of [
    ['Log', page.getByRole('log', { name: 'What happened' })],
    ['Controls', fold(page, 'Power')],
    ['Device', page.getByRole('button', { name: 'Key 5' })],
  ] as const) {
    await shortcuts(page).getByRole('link', { name: link }).tap()
    await expect(part).toBeInViewport()
    await expect(shortcuts(page)).toBeInViewport()
    await expect(shortcuts(page).getByRole('link', { name: link })).toHaveAttribute(
      'aria-current',
      'location',
    )
  }
})

test('a card opens by the keyboard, acts on the device, and is open the next time', async ({
  page,
  rig,
}) => {
  const temperature = page.getByRole('slider', { name: 'Temperature' })
  await expect(temperature).toBeHidden()
  await expectAccessible(page)
  await fold(page, 'Surroundings').focus()
  await page.keyboard.press('Enter')
  await expect(fold(page, 'Surroundings')).toBeFocused()
  await temperature.fill('44')
  await expect.poll(async () => (await rig.bench.call(getBench, {})).world.temperature).toBe(44)
  await page.reload()
  await expect(temperature).toHaveValue('44')
  await expectAccessible(page)
  await fold(page, 'Surroundings').tap()
  await expect(temperature).toBeHidden()
  await expect(page.getByRole('region', { name: 'Surroundings' })).toContainText('44 °C')
})

test('a finger hits every control, in cards that were folded too', async ({ page }) => {
  const closed = page.locator('details:not([open]) > summary')
  for (let left = await closed.count(); left > 0; left -= 1) await closed.first().tap()
  const folded = page.locator('main button[aria-expanded="false"]')
  for (let left = await folded.count(); left > 0; left -= 1) await folded.first().tap()
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await smallTargets(page), `${width} px`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})
