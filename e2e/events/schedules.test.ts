/** The device's pages of schedules and recurrences, inside the console and on their own. */
import { addActionRule } from '@lintel/contract/calls/action-rules'
import { listSchedules, updateSchedule } from '@lintel/contract/calls/schedule-rows'
import { removeScheduledEvent } from '@lintel/contract/calls/schedules'
import { RULE_TOPICS } from '@lintel/contract/events'
import type { Page } from '@playwright/test'
import { applyFaults, clearFaults, FAULT_ERRORS } from '../fault-scenarios/faults.ts'
import { expect, test } from '../fixture.ts'
import { inFrame, notSaved, saveButton } from '../pages/parts.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import { setEntries } from '../rig/house.ts'
import type { Rig } from '../rig/rig.ts'
import { addSchedule, removeSchedule, schedulesNow } from './schedules.ts'

needs(listSchedules)

const SCHEDULES = '/operator/schedules.shtml'
const RECURRENCES = '/operator/recurrences.shtml'
const OFFICE = 'com.axis.schedules.office_hours'
const FOREIGN =
  'DTSTART:20260105T060000\nDTEND:20260105T073000\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO'

const rowOf = (page: Pick<Page, 'getByRole'>, name: string) =>
  page.getByRole('row').filter({ hasText: name })

test('a schedule is added, changed and deleted in its frame', async ({ page, open, rig }) => {
  await open('/events/schedules')
  const frame = inFrame(page)
  await expect(rowOf(frame, 'Office Hours')).toContainText('Mon–Fri, 08:00–18:00')
  await expect(frame.getByText('Time zone: Europe/Stockholm')).toBeVisible()
  // It is either a weekday or a weekend.
  await expect(frame.getByRole('row', { name: /^Week(days|ends).*Active now/ })).toHaveCount(1)

  await frame.getByRole('button', { name: 'Add schedule' }).click()
  await frame.getByLabel('Name', { exact: true }).fill('Night')
  await frame.getByLabel('Sat').check({ force: true })
  await frame.getByLabel('Begins at').fill('22:00')
  await frame.getByLabel('Ends at').fill('6:00')
  await frame.getByRole('button', { name: 'Add schedule' }).click()
  await expect(frame.getByText('This is not a time.')).toBeVisible()
  await frame.getByLabel('Ends at').fill('06:00')
  await expectAccessible(page)
  await frame.getByRole('button', { name: 'Add schedule' }).click()
  await expect(rowOf(frame, 'Night')).toContainText('Mon–Sat, 22:00 to 06:00 on the next day')
  expect((await schedulesNow(rig))['Night']).toBe(
    'DTSTART:19700101T220000\nDTEND:19700102T060000\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA',
  )

  await frame.getByRole('button', { name: 'Edit Night' }).click()
  await frame.getByLabel('Name', { exact: true }).fill('Sundays')
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']) {
    await frame.getByLabel(day, { exact: true }).uncheck({ force: true })
  }
  await frame.getByRole('button', { name: 'Save' }).click()
  await expect(frame.getByText('Choose at least one day.')).toBeVisible()
  await frame.getByLabel('Sun', { exact: true }).check({ force: true })
  await frame.getByRole('switch', { name: 'All day' }).check()
  await frame.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(frame, 'Sundays')).toContainText('Sun, all day')
  expect(await schedulesNow(rig)).toMatchObject({
    Sundays: 'DTSTART:19700101T000000\nDTEND:19700102T000000\nRRULE:FREQ=WEEKLY;BYDAY=SU',
  })

  await frame.getByRole('button', { name: 'Edit Sundays' }).click()
  await frame.getByRole('button', { name: 'Delete schedule' }).click()
  await frame.getByRole('alertdialog').getByRole('button', { name: 'Delete schedule' }).click()
  await expect(rowOf(frame, 'Sundays')).toHaveCount(0)
  expect(Object.keys(await schedulesNow(rig))).toHaveLength(4)
})

test('holidays are dates, and what the form can’t show stays as it was written', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/400/)
  await addSchedule(rig, 'Delivery', FOREIGN)
  await page.goto(SCHEDULES)
  await page.getByRole('button', { name: 'Add schedule' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Holidays')
  await page.getByRole('radio', { name: 'On dates, such as holidays' }).check()
  await page.getByRole('textbox', { name: 'Dates' }).fill('01/05/2027\n24/12/2026 - 32/12/2026')
  await page.getByRole('button', { name: 'Add schedule' }).click()
  await expect(page.getByText('24/12/2026 - 32/12/2026: Write day')).toBeVisible()
  await page.getByRole('textbox', { name: 'Dates' }).fill('01/05/2027\n24/12/2026 - 26/12/2026')
  await page.getByRole('switch', { name: 'Every year' }).check()
  await page.getByRole('button', { name: 'Add schedule' }).click()
  await expect(rowOf(page, 'Holidays')).toContainText(/1 May, 24.–.26 Dec, every year/)

  // The text shows what the form says so far, but not in place of the calendar that it had.
  await page.getByRole('button', { name: 'Edit Holidays' }).click()
  await page.getByRole('switch', { name: 'Every year' }).uncheck()
  await page.getByRole('radio', { name: 'As iCalendar text' }).check()
  await expect(page.getByLabel('iCalendar text', { exact: true })).not.toHaveValue(/RRULE/)
  await page.getByRole('button', { name: 'Cancel' }).click()

  await expect(rowOf(page, 'Delivery')).toContainText('By its iCalendar text')
  await page.getByRole('button', { name: 'Edit Delivery' }).click()
  await page.getByRole('radio', { name: 'On weekdays' }).check()
  await page.getByRole('radio', { name: 'As iCalendar text' }).check()
  await expect(page.getByLabel('iCalendar text', { exact: true })).toHaveValue(FOREIGN)
  await page.getByLabel('iCalendar text', { exact: true }).fill(`${FOREIGN}\nDURATION:PT1H`)
  await saveButton(page).click()
  await expect(notSaved(page)).toContainText('The device refused: DURATION is not supported.')
  await page.getByLabel('iCalendar text', { exact: true }).fill(FOREIGN)
  await page.getByLabel('Name', { exact: true }).fill('Courier')
  await saveButton(page).click()
  await expect(rowOf(page, 'Courier')).toBeVisible()
  expect((await schedulesNow(rig))['Courier']).toBe(FOREIGN)
})

test('recurrences of every kind', async ({ page, open, rig }) => {
  await open('/events/recurrences')
  const frame = inFrame(page)
  const add = frame.getByRole('button', { name: 'Add recurrence' })
  await add.click()
  await frame.getByLabel('Name', { exact: true }).fill('Quarter')
  await frame.getByLabel('Interval').fill('15')
  await frame.getByLabel('Unit').selectOption('Minutes')
  await expectAccessible(page)
  await add.click()
  await expect(rowOf(frame, 'Quarter')).toContainText('Every 15 minutes')
  await expect(rowOf(frame, 'Quarter')).toContainText(/\d\d:(00|15|30|45)/)

  await add.click()
  await frame.getByLabel('Name', { exact: true }).fill('Morning')
  await frame.getByRole('radio', { name: 'Every day' }).check()
  await frame.getByLabel('Time of day').fill('06:30')
  await add.click()
  await expect(rowOf(frame, 'Morning')).toContainText('Every day, 06:30')

  await add.click()
  await frame.getByLabel('Name', { exact: true }).fill('Third day')
  await frame.getByRole('radio', { name: 'Every day' }).check()
  await frame.getByLabel('Interval in days').fill('3')
  await frame.getByLabel('First day').fill('20/11/2026')
  await add.click()
  await expect(rowOf(frame, 'Third day')).toContainText('Every 3 days, 08:00')

  await add.click()
  await frame.getByLabel('Name', { exact: true }).fill('Month')
  await frame.getByRole('radio', { name: 'On a day of the month' }).check()
  await frame.getByRole('combobox', { name: 'Day of the month' }).selectOption('Last day')
  await add.click()
  await expect(rowOf(frame, 'Month')).toContainText('Each month on the last day, 08:00')

  expect(await schedulesNow(rig)).toMatchObject({
    Quarter: 'DTSTART:19700101T000000\nRRULE:FREQ=MINUTELY;INTERVAL=15',
    Morning: 'DTSTART:19700101T063000\nRRULE:FREQ=DAILY',
    'Third day': 'DTSTART:20261120T080000\nRRULE:FREQ=DAILY;INTERVAL=3',
    Month: 'DTSTART:19700101T080000\nRRULE:FREQ=MONTHLY;BYMONTHDAY=-1',
  })

  // A recurrence has no end, and schedules are on their own page.
  await frame.getByRole('button', { name: 'Edit Month' }).click()
  await frame.getByRole('radio', { name: 'As iCalendar text' }).check()
  await frame.getByLabel('iCalendar text', { exact: true }).fill('DTSTART:20261224')
  await frame.getByRole('button', { name: 'Save' }).click()
  await expect(frame.getByText('A recurrence has no duration. Leave out DTEND.')).toBeVisible()
  await frame.getByRole('button', { name: 'Cancel' }).click()
})

test('before a schedule is deleted, the page says what uses it', async ({ page, rig }) => {
  await setEntries(rig.root, [
    {
      id: 'ada',
      type: 'Person',
      firstName: 'Ada',
      lastName: 'Lovelace',
      callInformation: [{ type: 'SIP', address: 'ada@127.0.0.9', scheduleIds: [OFFICE] }],
    },
  ])
  await rig.root.call(addActionRule, {
    name: 'Greet',
    enabled: false,
    conditions: [
      {
        topic: RULE_TOPICS.schedule,
        items: [
          { name: 'id', value: OFFICE },
          { name: 'active', value: 'true' },
        ],
      },
    ],
    template: 'com.axis.action.fixed.ledcontrol',
    recipient: '',
    parameters: {},
    delay: 0,
    retries: 0,
  })
  await page.goto(SCHEDULES)
  await page.getByRole('button', { name: 'Edit Office Hours' }).click()
  const use = page.getByRole('alert')
  await expect(use).toContainText('Phonebook entries that use it: 1.')
  await expect(use).toContainText('Action rules that use it: Greet.')
  await page.getByRole('button', { name: 'Delete schedule' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete schedule' }).click()
  await expect(rowOf(page, 'Weekends')).toBeVisible()
  await expect(rowOf(page, 'Office Hours')).toHaveCount(0)
  expect(Object.keys(await schedulesNow(rig))).not.toContain('Office Hours')
})

/** Another administrator renames the office hours. */
async function rename(rig: Rig): Promise<void> {
  const { schedules } = await rig.root.call(listSchedules, {})
  const { version = '', calendar = '' } = schedules.find(({ eventId }) => eventId === OFFICE) ?? {}
  await rig.root.call(updateSchedule, { eventId: OFFICE, version, calendar, name: 'Opening' })
}

test('what somebody else changes meanwhile is neither overwritten nor deleted (EXPECT-21)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/412/)
  await page.goto(SCHEDULES)
  await page.getByRole('button', { name: 'Edit Office Hours' }).click()
  await page.getByLabel('Ends at').fill('17:00')
  await rename(rig)
  await saveButton(page).click()
  await expect(notSaved(page)).toContainText('Somebody else has changed this in the meantime.')
  await expect(page.getByLabel('Ends at')).toHaveValue('17:00')
  await page.getByRole('button', { name: 'Delete schedule' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete schedule' }).click()
  await expect(page.getByText("That didn't work.")).toBeVisible()
  expect((await schedulesNow(rig))['Opening']).toContain('T180000')
})

test('what somebody else deletes meanwhile can be added again, under the same EventID', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/404/)
  await page.goto(SCHEDULES)
  await page.getByRole('button', { name: 'Edit Office Hours' }).click()
  await page.getByLabel('Ends at').fill('17:00')
  await removeSchedule(rig, OFFICE)
  await saveButton(page).click()
  await expect(notSaved(page)).toContainText('This no longer exists.')
  await expect(page.getByText('Somebody has deleted this in the meantime.')).toBeVisible()
  await expect(page.getByLabel('Ends at')).toHaveValue('17:00')
  await saveButton(page).click()
  await expect(rowOf(page, 'Office Hours')).toContainText('Mon–Fri, 08:00–17:00')
  const { schedules } = await rig.root.call(listSchedules, {})
  expect(schedules.at(-1)).toMatchObject({ eventId: OFFICE, name: 'Office Hours' })
})

test('a deletion whose response is lost has happened, and one that failed has not', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS)
  await addSchedule(rig, 'Beat', 'DTSTART:19700101T000000\nRRULE:FREQ=HOURLY')
  await page.goto(RECURRENCES)
  await page.getByRole('button', { name: 'Edit Beat' }).click()
  const call = removeScheduledEvent.id
  await applyFaults(rig, { call, fault: 'status', value: 500 })
  await page.getByRole('button', { name: 'Delete recurrence' }).click()
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete recurrence' })
  await confirm.click()
  await expect(page.getByText("That didn't work.")).toBeVisible()
  expect(Object.keys(await schedulesNow(rig))).toContain('Beat')
  await applyFaults(rig, { call, fault: 'drop' })
  await confirm.click()
  await expect(confirm).not.toHaveAttribute('aria-busy', 'true')
  await clearFaults(rig)
  const isThere = 'Beat' in (await schedulesNow(rig))
  await expect(page.getByText('Beat is deleted.')).toHaveCount(isThere ? 0 : 1)
})
