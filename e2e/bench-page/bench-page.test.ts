/** The bench's own page: every action there reaches the device and its clients. */
import { getBench } from '@lintel/contract/bench'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { getDateTimeInfo } from '@lintel/contract/calls/time'
import type { Page } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { openCard, openLaboratory } from './laboratory.ts'

test.use({ person: 'admin' })

const log = (page: Page) => page.getByRole('log', { name: 'What happened' })
const screen = (page: Page) => page.getByRole('region', { name: 'Display' })

test.beforeEach(async ({ page, rig }) => {
  await page.goto(rig.addresses.bench)
  await expect(page.getByRole('heading', { level: 1, name: 'Bench' })).toBeVisible()
})

test('shows product and address, and links to the console', async ({ page, rig }) => {
  await expect(page.getByText(new URL(rig.addresses.http).host)).toBeVisible()
  await expect(page.getByText('A8307-E').first()).toBeVisible()
  const link = page.getByRole('link', { name: 'Open the console' })
  expect(new URL((await link.getAttribute('href')) ?? '').origin).toBe(rig.addresses.http)
  await expect(page.getByText('Running')).toBeVisible()
})

test('key presses reach the device', async ({ page }) => {
  await page.getByRole('button', { name: 'Ring' }).click()
  await expect(log(page)).toContainText('The call button is pressed.')
  await page.getByRole('button', { name: 'Key 7' }).click()
  await expect(log(page)).toContainText('Key 7 is pressed.')
})

test('shows what the device draws on its display', async ({ page, rig }) => {
  await expect(screen(page)).toHaveAttribute('data-state', 'on')
  const { display } = await rig.bench.call(getBench, {})
  await expect(screen(page)).toContainText(display.title)
  await expect(screen(page)).toContainText(/\d\d:\d\d/)
})

test('sets the temperature that the device measures', async ({ page, rig }) => {
  await page.getByRole('slider', { name: 'Temperature' }).fill('75')
  await expect(log(page)).toContainText('The device is too hot at 75\u{a0}°C')
  const front = page.getByRole('region', { name: 'Face plate' })
  await expect(front.getByText('Too hot', { exact: true })).toBeVisible()
  expect((await rig.bench.call(getBench, {})).world.temperature).toBe(75)
  await page.getByRole('slider', { name: 'Temperature' }).fill('20')
  await expect(front.getByText('Too hot', { exact: true })).toHaveCount(0)
})

test('the log says which parameters are changed, from what to what', async ({ page, rig }) => {
  await rig.root.call(updateParameters, { 'root.IOPort.I0.Input.Name': 'Bell' })
  await expect(log(page)).toContainText(
    '1 parameter is changed:\nroot.IOPort.I0.Input.Name: "Input 1" → "Bell"',
  )
})

test('an open console notices a power cut and recovers from it', async ({
  page,
  context,
  rig,
  expectFailures,
}) => {
  expectFailures(/failed|WebSocket|401/i)
  const console = await context.newPage()
  await console.goto(rig.site + at('/maintenance'))
  await expect(console.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Cut the power' }).click()
  await expect(screen(page)).toHaveAttribute('data-state', 'off')
  await expect(console.getByText("The device doesn't answer.")).toBeVisible({ timeout: 10_000 })
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('Running')).toBeVisible({ timeout: 10_000 })
  await expect(console.getByText("The device doesn't answer.")).toBeHidden({ timeout: 20_000 })
})

test('an open console notices when the cable is unplugged and plugged in again', async ({
  page,
  context,
  rig,
  expectFailures,
}) => {
  expectFailures(/failed|WebSocket/i)
  const console = await context.newPage()
  await console.goto(rig.site + at('/maintenance'))
  await expect(console.getByRole('heading', { level: 1 })).toBeVisible()
  const cable = page.getByRole('switch', { name: 'Network cable' })
  await openCard(page, 'Network')
  await cable.click()
  await expect(log(page)).toContainText('The network cable is pulled out.')
  await expect(console.getByText("The device doesn't answer.")).toBeVisible({ timeout: 15_000 })
  await cable.click()
  await expect(console.getByText("The device doesn't answer.")).toBeHidden({ timeout: 20_000 })
})

test('setting the clock changes the time in an open console (EXPECT-24)', async ({
  page,
  context,
  rig,
}) => {
  const console = await context.newPage()
  await console.goto(rig.site + at('/maintenance'))
  const shown = console.getByRole('banner').locator('time')
  await expect(shown).toBeVisible()
  const before = Date.parse(`${await shown.getAttribute('datetime')}Z`)
  await page.getByRole('button', { name: '1 hour' }).click()
  await expect(page.getByText('1 h ahead of this computer')).toBeVisible()
  await expect(async () => {
    const now = Date.parse(`${await shown.getAttribute('datetime')}Z`)
    expect(now - before).toBeGreaterThan(3_500_000)
  }).toPass({ timeout: 5_000 })
  const { dateTime } = await rig.root.call(getDateTimeInfo, {})
  expect(Date.parse(dateTime) - Date.now()).toBeGreaterThan(3_500_000)
})

test('restores a snapshot', async ({ page, rig }) => {
  await openLaboratory(page)
  await page.getByLabel('Name', { exact: true }).fill('mine')
  await page.getByRole('button', { name: 'Save snapshot' }).click()
  await expect(log(page)).toContainText('The snapshot mine is saved.')
  await page.getByRole('slider', { name: 'Temperature' }).fill('50')
  await expect(async () => {
    expect((await rig.bench.call(getBench, {})).world.temperature).toBe(50)
  }).toPass()
  await page.getByLabel('Name', { exact: true }).fill('mine')
  await page.getByRole('button', { name: 'Restore snapshot' }).click()
  await expect(page.getByRole('slider', { name: 'Temperature' })).not.toHaveValue('50')
})

test('is accessible', async ({ page }) => {
  await expectAccessible(page)
})

for (const width of [320, 1280]) {
  test(`fits into a window of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(width)
  })
}
