/** The device's clock as the page shows it. */
import { seedDevice } from '@lintel/contract/bench'
import { setPosixTimeZone, setTimeZone } from '@lintel/contract/calls/time'
import { expect, test } from '../fixture.ts'
import { PERSONA } from '../rig/firmware.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { formOf } from './form.ts'

test('has two tabs with an address each (TIME-01)', async ({ page, open }) => {
  await open('/datetime')
  const parts = page.locator('main').getByRole('navigation', { name: 'Date and time' })
  await expect(parts.getByRole('link')).toHaveText(['Date and time', 'Time zone'])
  await parts.getByRole('link', { name: 'Time zone' }).click()
  await expect(page).toHaveURL(/#\/datetime\/zone$/)
  await formOf(page).zoneBox.fill('europe b')
  await expectAccessible(page)
  await parts.getByRole('link', { name: 'Date and time' }).click()
  await expect(formOf(page).automatic).toBeVisible()
  await expectAccessible(page)
})

test('shows time, date, zone and source of the device (TIME-02, TIME-07, EXPECT-23)', async ({
  page,
  open,
  rig,
}) => {
  await rig.root.call(setTimeZone, { timeZone: 'Asia/Tokyo' })
  await rig.bench.call(seedDevice, { time: '2027-03-01T15:30:00Z' })
  await open('/datetime')
  const { clock, zone, source } = formOf(page)
  await expect(clock).toHaveText(/^00:30:\d\d$/)
  await expect(page.locator('main')).toContainText('2 Mar 2027')
  await expect(zone).toContainText('Asia/Tokyo')
  await expect(zone).toContainText('UTC+09:00')
  await expect(zone).toContainText(
    'This browser is in Europe/Berlin (UTC+01:00), where it is 16:30:',
  )
  await expect(source).toContainText('Time server from DHCP')
  // A call of our own reports how the clock follows its source.
  if (PERSONA === 'own') {
    await expect(source).toContainText('The DHCP server provides no time server.')
  }
})

test('has no note on the zone when the browser has the same one (EXPECT-23)', async ({
  page,
  open,
  rig,
}) => {
  await rig.root.call(setTimeZone, { timeZone: 'Europe/Berlin' })
  await open('/datetime')
  await expect(formOf(page).zone).toContainText('Europe/Berlin')
  await expect(formOf(page).zone).not.toContainText('This browser')
})

test('shows a POSIX rule as such', async ({ page, open, rig }) => {
  await rig.root.call(setPosixTimeZone, { posixTimeZone: 'JST-9' })
  await open('/datetime')
  await expect(formOf(page).zone).toContainText('POSIX rule JST-9')
  await expect(formOf(page).zone).toContainText('UTC+09:00')
})

test('ticks every second (TIME-03)', async ({ page, open }) => {
  await open('/datetime')
  const seen = new Set<string>()
  await expect(async () => {
    seen.add((await formOf(page).clock.textContent()) ?? '')
    expect(seen.size).toBeGreaterThanOrEqual(3)
  }).toPass({ intervals: [200], timeout: 8_000 })
  const [first = '', , third = ''] = seen
  expect((Number(third.slice(-2)) - Number(first.slice(-2)) + 60) % 60).toBeLessThanOrEqual(5)
})

test('follows jumps of years, New Year and the start of summer time without a reload (EXPECT-24)', async ({
  page,
  open,
  rig,
}) => {
  await rig.root.call(setTimeZone, { timeZone: 'Europe/Berlin' })
  await open('/datetime')
  const { clock } = formOf(page)
  await expect(clock).toBeVisible()
  for (const [time, shown] of [
    ['2031-07-01T10:00:00Z', /^2031-07-01T12:0/],
    ['2029-12-31T22:59:57Z', /^2030-01-01T00:00/],
    ['2030-03-31T00:59:57Z', /^2030-03-31T03:00/],
    ['2030-10-27T00:59:57Z', /^2030-10-27T02:00/],
  ] as const) {
    await rig.bench.call(seedDevice, { time })
    await expect(clock).toHaveAttribute('datetime', shown, { timeout: 10_000 })
    await expect(page.getByRole('banner').locator('time')).toHaveAttribute('datetime', shown)
  }
})

test('the manual fields follow the clock until somebody types', async ({ page, open, rig }) => {
  await rig.root.call(setTimeZone, { timeZone: 'Europe/Berlin' })
  await rig.bench.call(seedDevice, { time: '2027-03-01T15:30:10Z' })
  await open('/datetime')
  const { automatic, date, time } = formOf(page)
  await automatic.uncheck()
  await expect(date).toHaveValue('01/03/2027')
  await expect(time).toHaveValue('16:30')
  await rig.bench.call(seedDevice, { time: '2028-05-06T07:08:10Z' })
  await expect(date).toHaveValue('06/05/2028')
  await expect(time).toHaveValue('09:08')
  await time.fill('11:11')
  await rig.bench.call(seedDevice, { time: '2029-01-01T00:00:10Z' })
  await expect(date).toHaveValue('01/01/2029')
  await expect(time).toHaveValue('11:11')
})

for (const person of ['operator', 'viewer'] as const) {
  test.describe(person, () => {
    test.use({ person })

    test('has no such page', async ({ page, open }) => {
      for (const route of ['/datetime', '/datetime/zone']) {
        await open(route)
        await expect(page).toHaveURL(/#\/$/)
        await expect(page.getByText('You do not have access to this page.')).toBeVisible()
      }
    })
  })
}
