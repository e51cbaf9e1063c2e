import { updateParameters } from '@lintel/contract/calls/parameters'
import { getDateTimeInfo, getTimeStatus, setTimeZone } from '@lintel/contract/calls/time'
import { chooseZone, formOf } from '../datetime/form.ts'
import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, failing, notSaved, parameter, saveButton, submitButton } from './parts.ts'

/** A configured time server that does not respond. */
const NAMED_SERVER = {
  'root.Time.ObtainFromDHCP': 'no',
  'root.Time.NTP.Server': '127.0.0.1',
}

export const datetime: readonly PageDescriptor[] = [
  {
    route: '/datetime',
    menu: { English: 'Date and time', German: 'Datum und Uhrzeit' },
    ready: (page) => expect(page.getByRole('switch')).toBeVisible(),
    openings: [
      { calls: ['time', 'param.list'], inside: true, failed: couldNotLoad },
      {
        what: 'the source of the time',
        calls: ['time.status'],
        about: getTimeStatus,
        inside: true,
        ready: (page) => expect(page.getByText('Time server from DHCP').first()).toBeVisible(),
        failed: couldNotLoad,
      },
    ],
    forms: [
      {
        what: 'the time by hand',
        call: 'param.update',
        async fill(page) {
          const { automatic, date, time } = formOf(page)
          await automatic.uncheck()
          await date.fill('28/02/2031')
          await time.fill('07:05')
        },
        save: saveButton,
        failed: notSaved,
        async unchanged(page) {
          await expect(formOf(page).automatic).not.toBeChecked()
          await expect(formOf(page).date).toHaveValue('28/02/2031')
          await expect(formOf(page).time).toHaveValue('07:05')
        },
        async saved(page) {
          await expect(formOf(page).source).toHaveText('Set manually')
          await expect(page.locator('main time')).toHaveAttribute('datetime', /^2031-02-28T07:05/)
        },
        stored: async (rig) => (await parameter(rig, 'root.Time.SyncSource')) === 'None',
      },
    ],
    restart: {
      change: (rig) => rig.root.call(updateParameters, { 'root.Time.SyncSource': 'None' }),
      after: (page) => expect(formOf(page).source).toHaveText('Set manually'),
    },
    pictures: [
      { name: 'from DHCP, none' },
      {
        name: 'no answer',
        before: (rig) => rig.root.call(updateParameters, NAMED_SERVER),
      },
      {
        name: 'server, wrong',
        async act(page) {
          await page.locator('input[value="named"]').check()
          await page.locator('input[name="server"]').fill('no good')
          await submitButton(page).click()
        },
      },
      {
        name: 'settling',
        async act(page) {
          await page.locator('input[value="named"]').check()
          await page.locator('input[name="server"]').fill('127.0.0.1')
          await submitButton(page).click()
          await expect(page.locator('form output').first()).toBeVisible()
        },
      },
      {
        name: 'by hand, wrong',
        async act(page) {
          await page.getByRole('switch').uncheck()
          await page.locator('input[name="date"]').fill('31/02/2026')
          await page.locator('input[name="time"]').fill('7:5')
          await submitButton(page).click()
        },
      },
      {
        name: 'half saved',
        before: failing('date.set'),
        async act(page) {
          await page.getByRole('switch').uncheck()
          await page.locator('input[name="time"]').fill('07:05')
          await submitButton(page).click()
          await expect(page.getByRole('alert')).toHaveCount(2)
        },
      },
      { name: 'fails', before: failing('time') },
    ],
  },
  {
    route: '/datetime/zone',
    ready: (page) => expect(page.locator('input[name="zone"]')).toBeVisible(),
    openings: [{ calls: ['time', 'param.list'], inside: true, failed: couldNotLoad }],
    forms: [
      {
        what: 'the time zone',
        call: 'time.setTimeZone',
        fill: (page) => chooseZone(page, 'tokyo', 'Asia/Tokyo'),
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(formOf(page).zoneBox).toHaveValue('Asia/Tokyo'),
        saved: (page) => expect(formOf(page).zone).toContainText('Asia/Tokyo'),
        stored: async (rig) => (await rig.root.call(getDateTimeInfo, {})).timeZone === 'Asia/Tokyo',
      },
    ],
    restart: {
      change: (rig) => rig.root.call(setTimeZone, { timeZone: 'Asia/Tokyo' }),
      async after(page) {
        await expect(formOf(page).zone).toContainText('Asia/Tokyo')
        await expect(formOf(page).zoneBox).toHaveValue('Asia/Tokyo')
      },
    },
    pictures: [
      { name: 'zone' },
      {
        name: 'zone, searched',
        act: (page) => page.locator('input[name="zone"]').fill('america'),
      },
    ],
  },
]
