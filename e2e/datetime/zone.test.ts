/** The tab for the time zone. */
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
import { speak } from '../rig/language.ts'
import { chooseZone, formOf, recordCalls, zoneIn } from './form.ts'

test.describe('without a save', () => {
  test.use({ reuse: 'device' })

  test('lists every zone of the device with its offset; the current one is selected and visible (TIME-15)', async ({
    page,
    open,
    rig,
  }) => {
    await open('/datetime/zone')
    const { timeZones } = await rig.root.call(getAllTime, {})
    const { zoneBox } = formOf(page)
    await expect(zoneBox).toHaveValue('Europe/Stockholm')
    await zoneBox.click()
    await expect(page.getByRole('option')).toHaveCount(timeZones.length)
    await expect(page.getByRole('option', { selected: true })).toHaveText(/^Europe\/Stockholm/)
    await expect(zoneIn(page, 'Europe/Stockholm')).toBeInViewport()
    await expect(
      page.getByRole('option', { name: 'Asia/Tokyo Tokyo, Japan UTC+09:00', exact: true }),
    ).toHaveCount(1)
    await expect(
      page.getByRole('option', {
        name: /^Europe\/Stockholm Stockholm, Sweden · Daylight saving time UTC\+0[12]:00$/,
      }),
    ).toHaveCount(1)
    await expectAccessible(page)
  })

  test('finds a zone by parts of its name, by its newer name and by its offset', async ({
    page,
    open,
  }) => {
    await open('/datetime/zone')
    const { zoneBox } = formOf(page)
    for (const [typed, name] of [
      ['new york', 'America/New_York'],
      ['buenos_aires', 'America/(Argentina/)?Buenos_Aires'],
      ['tok +09:00', 'Asia/Tokyo'],
      ['+5:30', 'Asia/(Calcutta|Kolkata)'],
      ['UTC-8', 'America/Los_Angeles'],
      ['GMT+1', 'Europe/Berlin'],
      ['PST', 'America/Los_Angeles'],
      ['Germany', 'Europe/Berlin'],
      ['usa', 'America/New_York'],
      ['cet berlin', 'Europe/Berlin'],
    ] as const) {
      await zoneBox.fill(typed)
      await expect(zoneIn(page, name)).toBeVisible()
    }
    await zoneBox.fill('atlantis')
    await expect(page.getByRole('listbox')).toBeHidden()
    await expect(page.getByRole('status').filter({ hasText: 'Nothing found.' })).toHaveCount(1)
    await expectAccessible(page)
    await zoneBox.press('Escape')
    await expect(zoneBox).toHaveValue('Europe/Stockholm')
  })
})

test('a zone can be found and set with the keyboard alone; every clock follows at once (TIME-15, SETUP-12)', async ({
  page,
  open,
  rig,
}) => {
  await open('/datetime/zone')
  const { zoneBox, clock, zone } = formOf(page)
  await tabTo(page, zoneBox)
  await page.keyboard.type('kolkata')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(zoneBox).toHaveValue(/^Asia\/(Kolkata|Calcutta)$/)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/The time zone is Asia\/(Kolkata|Calcutta)\./)).toBeVisible()
  const { localDateTime, timeZone } = await rig.root.call(getDateTimeInfo, {})
  expect(timeZone).toMatch(/^Asia\/(Kolkata|Calcutta)$/)
  await expect(zone).toContainText('UTC+05:30')
  const hour = new RegExp(`^${localDateTime.slice(0, 13)}`)
  await expect(clock).toHaveAttribute('datetime', hour)
  await expect(page.getByRole('banner').locator('time')).toHaveAttribute('datetime', hour)
})

test('a country’s name is enough: its first zone comes first, and Enter takes it', async ({
  page,
  open,
  rig,
}) => {
  await open('/datetime/zone')
  const { zoneBox } = formOf(page)
  // Neither Indiana nor the zones of the Indian Ocean.
  await zoneBox.fill('india')
  await expect(page.getByRole('option').first()).toHaveText(
    /^Asia\/(Calcutta|Kolkata)Kolkata, India/,
  )
  await zoneBox.fill('japan')
  await expect(page.getByRole('option')).toHaveText(['Asia/TokyoTokyo, JapanUTC+09:00'])
  await page.keyboard.press('Enter')
  await expect(zoneBox).toHaveValue('Asia/Tokyo')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The time zone is Asia/Tokyo.')).toBeVisible()
  expect((await rig.root.call(getDateTimeInfo, {})).timeZone).toBe('Asia/Tokyo')
})

test('places have their names in the language of the console, and in English', async ({
  page,
  open,
  rig,
}) => {
  await speak(rig, 'German')
  await open('/datetime/zone')
  const box = page.getByRole('combobox', { name: 'Zeitzone' })
  for (const typed of ['Österreich', 'Austria', 'Wien', 'vienna']) {
    await box.fill(typed)
    await expect(page.getByRole('option').first()).toHaveText(
      /^Europe\/ViennaWien, Österreich · Sommerzeit/,
    )
  }
  for (const typed of ['MEZ', 'Deutschland']) {
    await box.fill(typed)
    await expect(zoneIn(page, 'Europe/Berlin')).toBeVisible()
  }
  await box.press('Escape')
  await expect(box).toHaveValue('Europe/Stockholm')
})

test('without the names of places, zones are found by their own', async ({
  page,
  open,
  expectFailures,
}) => {
  expectFailures(/failed/i)
  await page.route('**/assets/zone-places-*.js', (route) => route.abort())
  await open('/datetime/zone')
  await chooseZone(page, 'tokyo', 'Asia/Tokyo')
  await expect(formOf(page).zoneBox).toHaveValue('Asia/Tokyo')
  await page.unrouteAll()
})

test('the browser’s zone is one press away', async ({ page, open, rig }) => {
  await open('/datetime/zone')
  await page.getByRole('button', { name: 'Choose Europe/Berlin, as in this browser' }).click()
  await expect(formOf(page).zoneBox).toHaveValue('Europe/Berlin')
  await formOf(page).save.click()
  await expect(page.getByText('The time zone is Europe/Berlin.')).toBeVisible()
  expect((await rig.root.call(getDateTimeInfo, {})).timeZone).toBe('Europe/Berlin')
  await expect(page.getByRole('button', { name: /as in this browser/ })).toBeHidden()
})

test('lists a POSIX rule in use, which can be replaced by a zone', async ({ page, open, rig }) => {
  await rig.root.call(setPosixTimeZone, { posixTimeZone: 'JST-9' })
  await open('/datetime/zone')
  const { zoneBox } = formOf(page)
  await expect(zoneBox).toHaveValue(/JST-9/)
  await chooseZone(page, 'tokyo', 'Asia/Tokyo')
  await formOf(page).save.click()
  await expect(page.getByText('The time zone is Asia/Tokyo.')).toBeVisible()
  await zoneBox.click()
  await expect(page.getByRole('option', { name: 'Keep the current rule' })).toHaveCount(0)
})

test('reports another administrator’s choice instead of overwriting it', async ({
  page,
  open,
  rig,
}) => {
  await open('/datetime/zone')
  await chooseZone(page, 'tokyo', 'Asia/Tokyo')
  await rig.root.call(setTimeZone, { timeZone: 'America/New_York' })
  await formOf(page).save.click()
  await expect(page.getByText('The time zone is now America/New_York.')).toBeVisible()
  expect((await rig.root.call(getDateTimeInfo, {})).timeZone).toBe('America/New_York')
  await formOf(page).save.click()
  await expect(page.getByText('The time zone is Asia/Tokyo.')).toBeVisible()
})

test('a refused zone is reported, stays selected, and can be retried', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  await open('/datetime/zone')
  await chooseZone(page, 'tokyo', 'Asia/Tokyo')
  await rig.bench.call(setFaults, {
    faults: [{ call: 'time.setTimeZone', fault: 'status', value: 500 }],
  })
  const calls = recordCalls(page)
  await formOf(page).save.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved.' })).toBeVisible()
  await expect(formOf(page).zoneBox).toHaveValue('Asia/Tokyo')
  expect((await rig.root.call(getDateTimeInfo, {})).timeZone).toBe('Europe/Stockholm')
  await rig.bench.call(setFaults, { faults: [] })
  await formOf(page).save.click()
  await expect(page.getByText('The time zone is Asia/Tokyo.')).toBeVisible()
  expect(calls.of('time.cgi setTimeZone')).toHaveLength(2)
})
