import { listSchedules } from '@lintel/contract/calls/schedule-rows'
import { expect } from '../fixture.ts'
import { addSchedule, calendarsNow } from '../events/schedules.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, notSaved, submitButton } from './parts.ts'

const OPENINGS = {
  calls: ['getbrand', 'usergroup', 'param.list'],
  failed: couldNotLoad,
}

const HOLIDAYS = [
  ['20260101', '20260102'],
  ['20260501', '20260502'],
  ['20261003', '20261004'],
  ['20261224', '20261227'],
  ['20261231', '20270101'],
]
  .map(
    ([first, after]) =>
      `BEGIN:VEVENT\nDTSTART:${first}T000000\nDTEND:${after}T000000\nRRULE:FREQ=YEARLY\nEND:VEVENT`,
  )
  .join('\n')

/** The pages of schedules and recurrences outside of the console. */
export const schedules: readonly PageDescriptor[] = [
  {
    path: '/operator/schedules.shtml',
    about: listSchedules,
    ready: (page) => expect(page.locator('td button').first()).toBeVisible(),
    openings: [
      OPENINGS,
      {
        what: 'the list on /operator/schedules.shtml',
        calls: ['schedules.list'],
        failed: couldNotLoad,
      },
    ],
    forms: [
      {
        what: 'a schedule',
        call: 'schedules.update',
        async fill(page) {
          await page.getByRole('button', { name: 'Edit Office Hours' }).click()
          await page.getByLabel('Ends at').fill('17:30')
        },
        save: (page) => page.getByRole('button', { name: 'Save', exact: true }),
        failed: notSaved,
        unchanged: (page) => expect(page.getByLabel('Ends at')).toHaveValue('17:30'),
        saved: (page) => expect(page.getByRole('table')).toContainText('Mon–Fri, 08:00–17:30'),
        stored: async (rig) => (await calendarsNow(rig)).some((one) => one.includes('T173000')),
      },
      {
        what: 'a new schedule',
        call: 'schedules.add',
        async fill(page) {
          await page.getByRole('button', { name: 'Add schedule' }).click()
          await page.getByLabel('Name', { exact: true }).fill('Lunch')
          await page.getByLabel('Begins at').fill('12:15')
        },
        save: (page) => page.getByRole('button', { name: 'Add schedule' }),
        failed: notSaved,
        unchanged: (page) => expect(page.getByLabel('Begins at')).toHaveValue('12:15'),
        saved: (page) => expect(page.getByRole('table')).toContainText('Mon–Fri, 12:15–18:00'),
        stored: async (rig) => (await calendarsNow(rig)).some((one) => one.includes('T121500')),
      },
    ],
    pictures: [
      {
        name: 'schedules',
        async before(rig) {
          await addSchedule(rig, 'Feiertage', HOLIDAYS)
          await addSchedule(
            rig,
            'Anlieferung über den Hof, nur mit Begleitung',
            'DTSTART:20260105T060000\nDTEND:20260105T073000\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO',
          )
        },
      },
      { name: 'schedule', act: (page) => page.locator('td button').nth(1).click() },
      {
        name: 'new schedule, wrong',
        async act(page) {
          await page.locator('main header button').first().click()
          // From Monday to Friday.
          const days = page.locator('main fieldset input')
          for (let day = 0; day < 5; day += 1) await days.nth(day).uncheck({ force: true })
          await submitButton(page).click()
        },
      },
      {
        name: 'holidays',
        async before(rig) {
          await addSchedule(rig, 'Feiertage', HOLIDAYS)
        },
        act: (page) => page.locator('td button').last().click(),
      },
    ],
  },
  {
    path: '/operator/recurrences.shtml',
    about: listSchedules,
    ready: (page) => expect(page.getByRole('main').getByRole('button').first()).toBeVisible(),
    openings: [
      {
        what: 'the list on /operator/recurrences.shtml',
        calls: ['schedules.list'],
        failed: couldNotLoad,
      },
    ],
    forms: [
      {
        what: 'a recurrence',
        call: 'schedules.add',
        async fill(page) {
          await page.getByRole('button', { name: 'Add recurrence' }).click()
          await page.getByLabel('Name', { exact: true }).fill('Beat')
          await page.getByLabel('Interval').fill('90')
        },
        save: (page) => page.getByRole('button', { name: 'Add recurrence' }),
        failed: notSaved,
        unchanged: (page) => expect(page.getByLabel('Interval')).toHaveValue('90'),
        saved: (page) => expect(page.getByRole('table')).toContainText('Every 90 hours'),
        stored: async (rig) => (await calendarsNow(rig)).some((one) => one.includes('INTERVAL=90')),
      },
    ],
    pictures: [
      { name: 'no recurrences' },
      {
        name: 'recurrences',
        async before(rig) {
          const pulse = (rule: string, time = '000000') =>
            `DTSTART:19700101T${time}\nRRULE:FREQ=${rule}`
          await addSchedule(rig, 'Bild jede Viertelstunde', pulse('MINUTELY;INTERVAL=15'))
          await addSchedule(rig, 'Tagesbericht', pulse('DAILY', '063000'))
          await addSchedule(rig, 'Monatsende', pulse('MONTHLY;BYMONTHDAY=-1', '220000'))
        },
      },
      { name: 'new recurrence', act: (page) => page.locator('main header button').first().click() },
      {
        name: 'recurrence as text',
        async act(page) {
          await page.locator('main header button').first().click()
          await page.getByRole('radio').last().check()
        },
      },
      {
        name: 'monthly, wrong',
        async act(page) {
          await page.locator('main header button').first().click()
          await page.getByRole('radio').nth(3).check()
          await page.getByRole('textbox').last().fill('25:00')
          await submitButton(page).click()
        },
      },
    ],
  },
]
