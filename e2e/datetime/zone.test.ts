/** The part of the page that chooses the zone. */
import { setFaults } from '@lintel/contract/bench'
import {
  getAllTime,
  getDateTimeInfo,
  setPosixTimeZone,
  setTimeZone,
} from '@lintel/contract/calls/time'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { tabTo } from '../rig/keyboard.ts'
import { formOf, recordCalls, zoneIn } from './form.ts'

test('every zone of the device is there, with its offset; the one in use is chosen and in sight (TIME-15)', async ({
  page,
  open,
  rig,
}) => {
  await open('/datetime/zone')
  const { timeZones } = await rig.root.call(getAllTime, {})
  await expect(page.getByRole('radio')).toHaveCount(timeZones.length)
  await expect(zoneIn(page, 'Europe/Stockholm')).toBeChecked()
  await expect(zoneIn(page, 'Europe/Stockholm')).toBeInViewport()
  await expect(page.getByRole('radio', { name: 'Asia/Tokyo UTC+09:00' })).toHaveCount(1)
  await expect(
    page.getByRole('radio', { name: /^Europe\/Stockholm Daylight saving time UTC\+0[12]:00$/ }),
  ).toHaveCount(1)
})

test('one is found and set by the keyboard alone; every clock follows at once (TIME-15, SETUP-12)', async ({
  page,
  open,
  rig,
}) => {
  await open('/datetime/zone')
  const { search, clock, zone } = formOf(page)
  await tabTo(page, search)
  await page.keyboard.type('kolkata')
  await expect(page.getByText('1 zone', { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await expect(
    page.getByRole('radio', { name: 'UTC+05:30' }).and(page.locator(':checked')),
  ).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/The time zone is Asia\/(Kolkata|Calcutta)\./)).toBeVisible()
  const { localDateTime, timeZone } = await rig.root.call(getDateTimeInfo, {})
  expect(timeZone).toMatch(/^Asia\/(Kolkata|Calcutta)$/)
  await expect(zone).toContainText('UTC+05:30')
  const hour = new RegExp(`^${localDateTime.slice(0, 13)}`)
  await expect(clock).toHaveAttribute('datetime', hour)
  await expect(page.getByRole('banner').locator('time')).toHaveAttribute('datetime', hour)
})

test('the search narrows the list and says when nothing is left', async ({ page, open }) => {
  await open('/datetime/zone')
  const { search } = formOf(page)
  await search.fill('new york')
  await expect(page.getByRole('radio')).toHaveCount(1)
  await search.fill('atlantis')
  await expect(page.getByText('0 zones')).toBeVisible()
  await expect(page.getByText('No zone has these words in its name.')).toBeVisible()
  await expectAccessible(page)
  await search.fill('')
  await expect(zoneIn(page, 'Europe/Stockholm')).toBeChecked()
})

test('the browser’s own zone is one press away', async ({ page, open, rig }) => {
  await open('/datetime/zone')
  await page.getByRole('button', { name: 'Choose Europe/Berlin, as in this browser' }).click()
  await expect(zoneIn(page, 'Europe/Berlin')).toBeChecked()
  await expect(zoneIn(page, 'Europe/Berlin')).toBeInViewport()
  await formOf(page).save.click()
  await expect(page.getByText('The time zone is Europe/Berlin.')).toBeVisible()
  expect((await rig.root.call(getDateTimeInfo, {})).timeZone).toBe('Europe/Berlin')
  await expect(page.getByRole('button', { name: /as in this browser/ })).toBeHidden()
})

test('a POSIX rule in use stands there too, and a zone takes its place', async ({
  page,
  open,
  rig,
}) => {
  await rig.root.call(setPosixTimeZone, { posixTimeZone: 'JST-9' })
  await open('/datetime/zone')
  await expect(page.getByRole('radio', { name: /JST-9/ })).toBeChecked()
  await formOf(page).search.fill('tokyo')
  await zoneIn(page, 'Asia/Tokyo').check()
  await formOf(page).save.click()
  await expect(page.getByText('The time zone is Asia/Tokyo.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'As it is now' })).toHaveCount(0)
})

test('a second administrator’s choice is told and not written over unseen', async ({
  page,
  open,
  rig,
}) => {
  await open('/datetime/zone')
  await formOf(page).search.fill('tokyo')
  await zoneIn(page, 'Asia/Tokyo').check()
  await rig.root.call(setTimeZone, { timeZone: 'America/New_York' })
  await formOf(page).save.click()
  await expect(page.getByText('The time zone is now America/New_York.')).toBeVisible()
  expect((await rig.root.call(getDateTimeInfo, {})).timeZone).toBe('America/New_York')
  await formOf(page).save.click()
  await expect(page.getByText('The time zone is Asia/Tokyo.')).toBeVisible()
})

test('a refused zone is told, stays chosen, and can be tried again', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  await open('/datetime/zone')
  await formOf(page).search.fill('tokyo')
  await zoneIn(page, 'Asia/Tokyo').check()
  await rig.bench.call(setFaults, {
    faults: [{ call: 'time.setTimeZone', fault: 'status', value: 500 }],
  })
  const calls = recordCalls(page)
  await formOf(page).save.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved.' })).toBeVisible()
  await expect(zoneIn(page, 'Asia/Tokyo')).toBeChecked()
  expect((await rig.root.call(getDateTimeInfo, {})).timeZone).toBe('Europe/Stockholm')
  await rig.bench.call(setFaults, { faults: [] })
  await formOf(page).save.click()
  await expect(page.getByText('The time zone is Asia/Tokyo.')).toBeVisible()
  expect(calls.of('time.cgi setTimeZone')).toHaveLength(2)
})
