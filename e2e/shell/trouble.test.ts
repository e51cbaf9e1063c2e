/** The shell around the pages when something is wrong. */
import { setPower, setWorld } from '@lintel/contract/bench'
import { listParameters } from '@lintel/contract/calls/parameters'
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
  await expect(page.getByText('No answer')).toBeVisible({ timeout: 10_000 })
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

test('a save that a power cut prevented is offered again once the device is back', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/failed|WebSocket/i)
  const stored = async () =>
    (await rig.root.call(listParameters, { group: 'root.IOPort.I2' })).values.get(
      'root.IOPort.I2.Output.Name',
    )
  await openPage(page, '/ioPorts/edit/I2')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Gate')
  await rig.bench.call(setPower, { action: 'off' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The page says it once, and that the save may have been lost.
  const failed = page.getByRole('alert').filter({ hasText: 'Not saved.' })
  const banner = page.getByRole('alert').filter({ hasText: "The device doesn't answer." })
  await expect(banner).toContainText('Your changes may not have been saved', { timeout: 15_000 })
  await expect(page.getByRole('alert')).toHaveCount(1)
  await rig.bench.call(setPower, { action: 'on' })
  await expect(failed).toContainText('The device answers again.', { timeout: 15_000 })
  await expect(banner).toBeHidden()
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(name).toHaveValue('Gate')
  expect(await stored()).toBe('Output 3')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Gate is saved.')).toBeVisible()
  expect(await stored()).toBe('Gate')
})
