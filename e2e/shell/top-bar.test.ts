import { advanceClock, setPower } from '@lintel/contract/bench'
import { getDateTimeInfo, setTimeZone } from '@lintel/contract/calls/time'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'

const clock = (page: Page) => page.getByRole('banner').locator('time')

/** Expects the device's time, within two seconds. */
async function expectDeviceTime(page: Page, rig: Rig) {
  await expect(async () => {
    const { localDateTime } = await rig.root.call(getDateTimeInfo, {})
    const shown = await clock(page).getAttribute('datetime')
    const apart = Date.parse(`${shown}Z`) - Date.parse(`${localDateTime.slice(0, 19)}Z`)
    expect(Math.abs(apart)).toBeLessThanOrEqual(2000)
  }).toPass({ timeout: 5_000 })
}

for (const person of ['admin', 'operator', 'viewer'] as const) {
  test.describe(person, () => {
    test.use({ person })

    const leads = person === 'admin'
    test(`reads the time of the device, and ${leads ? 'can open date and time from it' : 'sees it as plain text'} (SHELL-82, SHELL-83, SHELL-63)`, async ({
      page,
      open,
      rig,
    }) => {
      await open('/')
      await expect(clock(page)).toHaveText(/^\d\d:\d\d:\d\d$/)
      await expectDeviceTime(page, rig)
      const link = page
        .getByRole('banner')
        .getByRole('link')
        .filter({ has: page.locator('time') })
      await expect(link).toHaveCount(leads ? 1 : 0)
      if (!leads) return
      await link.click()
      await expect(page).toHaveURL(/#\/datetime$/)
      await expect(page.getByRole('heading', { level: 1, name: 'Date and time' })).toBeVisible()
    })
  })
}

test('a change of clock or zone shows at once (EXPECT-23, EXPECT-24)', async ({
  page,
  open,
  rig,
}) => {
  // What changes between the first reads and the subscription would be missed.
  const subscribed = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived'))
  await open('/')
  await subscribed
  await rig.root.call(setTimeZone, { timeZone: 'Asia/Tokyo' })
  const group = page.getByRole('banner')
  await expect(group).toContainText('Asia/Tokyo')
  await expect(group).toContainText('Browser: UTC+01:00')
  await expectDeviceTime(page, rig)
  await rig.bench.call(advanceClock, { milliseconds: 3 * 3_600_000 })
  await expectDeviceTime(page, rig)
})

test('without events the values are marked as out of date until events resume (EXPECT-18, EXPECT-19)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/failed|WebSocket|401/i)
  await open('/')
  await expect(clock(page)).toBeVisible()
  await rig.bench.call(setPower, { action: 'off' })
  await expect(page.getByText('No answer')).toBeVisible({ timeout: 10_000 })
  await expect(page.getByText("The device doesn't answer.").first()).toBeVisible()
  // On a phone, the whole name of the device is still there.
  await page.setViewportSize({ width: 390, height: 844 })
  const name = page.getByRole('banner').getByText(/^AXIS/)
  await expect(name).toBeVisible()
  expect(await name.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(1)
  await rig.bench.call(setPower, { action: 'on' })
  await expect(page.getByText('No answer')).toBeHidden({ timeout: 40_000 })
  await expect(page.getByText(/^(?:Not up to date|No answer)$/)).toBeHidden({ timeout: 40_000 })
  await expect(page.getByText("The device doesn't answer.")).toHaveCount(0)
})

test('a chunk of the console that fails to load is named, and loads after a reload (SHELL-26)', async ({
  page,
  open,
  expectFailures,
}) => {
  expectFailures(/failed/i)
  await open('/')
  await expect(clock(page)).toBeVisible()
  await page.route('**/assets/*maintenance*', (route) => route.abort())
  await page.getByRole('link', { name: 'Maintenance' }).click()
  await expect(page.getByText(/Loading chunk .* failed/)).toBeVisible()
  await page.unroute('**/assets/*maintenance*')
  // Browsers cache a failed module for the lifetime of the page.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Maintenance' })).toBeVisible()
})
