/** The shell around the pages when something is wrong. */
import { setWorld } from '@lintel/contract/bench'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { typeAddress } from '../rig/address.ts'
import { openPage } from '../pages/pages.ts'

test('an unreachable device is reported once, accessibly, at 320 pixels (EXPECT-17, EXPECT-33)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/failed|WebSocket/i)
  await page.setViewportSize({ width: 320, height: 640 })
  await openPage(page, '/users')
  await rig.bench.call(setWorld, { cable: false })
  await expect(page.getByText("The device doesn't answer.")).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('Not up to date')).toBeVisible({ timeout: 10_000 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expectAccessible(page)
  await expect(page.getByText("The device doesn't answer.")).toHaveCount(1)
})

test('a toast over the page is accessible, waits while it is hovered, disappears by itself, and can be dismissed', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/webapp/hw/#/nonsense')
  const toast = page.getByRole('alert').filter({ hasText: 'Page not found.' })
  await expect(toast).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await toast.hover()
  await expectAccessible(page)
  await page.clock.runFor(15_000)
  await expect(toast).toBeVisible()
  await page.getByRole('heading', { level: 1 }).hover()
  await page.clock.runFor(10_500)
  await expect(toast).toBeHidden()
  await typeAddress(page, '/nonsense')
  await expect(toast).toBeVisible()
  await page.getByRole('region', { name: 'Messages' }).getByRole('button').click()
  await page.clock.runFor(1_000)
  await expect(toast).toBeHidden()
})
