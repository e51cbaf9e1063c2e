/** The top bar shows the device's time, whatever happens to it. */
import { seedDevice, setFaults } from '@lintel/contract/bench'
import { setTimeZone } from '@lintel/contract/calls/time'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'

const bar = (page: Page) => page.getByRole('banner')
const clock = (page: Page) => bar(page).locator('time')

test('ticks every second, without a note on the zone when the browser has the same one (SHELL-82, EXPECT-23)', async ({
  page,
  open,
  rig,
}) => {
  await rig.root.call(setTimeZone, { timeZone: 'Europe/Paris' })
  await open('/maintenance')
  await expect(bar(page)).toContainText('Europe/Paris')
  await expect(bar(page)).not.toContainText('This browser')
  const seen = new Set<string>()
  await expect(async () => {
    seen.add((await clock(page).textContent()) ?? '')
    expect(seen.size).toBeGreaterThanOrEqual(3)
  }).toPass({ intervals: [200], timeout: 8_000 })
  const seconds = [...seen].map((text) => Number(text.slice(-2)))
  expect((Number(seconds[2]) - Number(seconds[0]) + 60) % 60).toBeLessThanOrEqual(5)
})

test('follows a clock set by hand, over years, New Year and the start of summer time (EXPECT-24)', async ({
  page,
  open,
  rig,
}) => {
  await rig.root.call(setTimeZone, { timeZone: 'Europe/Berlin' })
  await open('/maintenance')
  await expect(clock(page)).toBeVisible()
  for (const [time, day, shown] of [
    ['2031-07-01T10:00:00Z', '1 Jul', /^2031-07-01T12:0/],
    ['2029-12-31T22:59:57Z', '1 Jan', /^2030-01-01T00:00/],
    // The night in which summer time begins.
    ['2030-03-31T00:59:57Z', '31 Mar', /^2030-03-31T03:00/],
  ] as const) {
    await rig.bench.call(seedDevice, { time })
    await expect(clock(page)).toHaveAttribute('datetime', shown, { timeout: 10_000 })
    await expect(bar(page)).toContainText(day)
  }
})

test.describe('from its start', () => {
  test.use({ reuse: 'nothing' })

  test('shows no time, least of all the browser’s, when the device reports none (OPEN-119)', async ({
    page,
    open,
    rig,
    expectFailures,
  }) => {
    expectFailures(/500/)
    await rig.bench.call(setFaults, { faults: [{ call: 'time', fault: 'status', value: 500 }] })
    await open('/maintenance')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Account anna' })).toBeVisible()
    await expect(clock(page)).toHaveCount(0)
    await expect(bar(page)).not.toContainText(/\d\d:\d\d/)
  })
})
