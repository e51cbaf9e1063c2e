/** Every built page of a door station on a device that fails under it. */
import { listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import { getDateTimeInfo, getTimeStatus, setTimeZone } from '@lintel/contract/calls/time'
import { addUser, getUsers, updateUser } from '@lintel/contract/calls/users'
import type { Page } from '@playwright/test'
import * as datetime from '../datetime/form.ts'
import { at, expect, test } from '../fixture.ts'
import { PASSWORD } from '../rig/accounts.ts'
import { speak } from '../rig/language.ts'
import type { Rig } from '../rig/rig.ts'
import { expectLive } from '../overview/live.ts'
import { openPage, PAGES } from '../shell/pages.ts'
import * as users from '../users/form.ts'
import * as wizard from '../wizard/walk.ts'
import { couldNotLoad, testLoading } from './loading.ts'
import { testRestarting } from './restarting.ts'
import { testSaving } from './saving.ts'

/** What stands on a page of the console. */
const standing = (route: string) => async (page: Page) => PAGES[route]?.(page)

const live = (page: Page) =>
  expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 15_000 })
const inFrame = (page: Page) => page.frameLocator('main iframe')

testLoading([
  {
    what: 'the console',
    address: at('/maintenance'),
    calls: ['rootpwdsetvalue', 'getbrand', 'usergroup'],
    there: standing('/maintenance'),
    failed: (page) => page.getByText('The console could not be opened.'),
  },
  {
    address: at('/'),
    calls: ['param.list', 'video'],
    there: async (page) => {
      await expect(page.getByRole('term').filter({ hasText: 'Firmware' })).toBeVisible()
      await expectLive(page, 15_000)
    },
    failed: couldNotLoad,
  },
  {
    address: at('/search'),
    calls: ['param.list', 'intercom', 'date', 'time'],
    there: standing('/search'),
  },
  {
    address: at('/language'),
    calls: ['param.list'],
    there: standing('/language'),
    failed: couldNotLoad,
  },
  {
    address: at('/camera'),
    calls: ['param.list', 'video'],
    there: (page) =>
      expect(inFrame(page).getByText('Live', { exact: true })).toBeVisible({ timeout: 15_000 }),
    failed: (page) => inFrame(page).getByText('This could not be loaded.'),
  },
  { address: at('/users'), calls: ['pwdgrp'], there: standing('/users'), failed: couldNotLoad },
  {
    address: at('/users/add'),
    calls: ['pwdgrp'],
    there: standing('/users/add'),
    failed: couldNotLoad,
  },
  {
    address: at('/users/edit/guard1'),
    calls: ['pwdgrp'],
    there: standing('/users/edit/guard1'),
    failed: couldNotLoad,
  },
  {
    address: at('/datetime'),
    calls: ['time', 'param.list'],
    there: standing('/datetime'),
    failed: couldNotLoad,
  },
  {
    what: 'the source of the time',
    address: at('/datetime'),
    calls: ['time.status'],
    about: getTimeStatus,
    there: (page) => expect(page.getByText('Time server from DHCP').first()).toBeVisible(),
    failed: couldNotLoad,
  },
  {
    address: at('/datetime/zone'),
    calls: ['time', 'param.list'],
    there: standing('/datetime/zone'),
    failed: couldNotLoad,
  },
  {
    address: at('/maintenance'),
    calls: ['param.list', 'date', 'systemready'],
    there: standing('/maintenance'),
  },
  {
    address: '/aca/index.html',
    calls: ['getbrand', 'usergroup', 'param.list'],
    there: live,
    failed: couldNotLoad,
  },
  {
    what: 'the picture of /aca/index.html',
    address: '/aca/index.html',
    calls: ['video'],
    there: live,
    failed: (page) => page.getByText(/The video stream can't be accessed/),
    byItself: true,
  },
  {
    address: '/webapp/hw/licences.html',
    calls: ['getbrand', 'usergroup', 'param.list'],
    there: (page) => expect(page.getByRole('listitem').first()).toBeVisible(),
    failed: couldNotLoad,
  },
])

const alert = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })
const notSaved = (page: Page) => alert(page, 'Not saved.')
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

async function parameter(rig: Rig, name: string): Promise<string | undefined> {
  return (await rig.root.call(listParameters, { group: name })).values.get(name)
}

const french = (page: Page) => page.locator('main button[lang="fr"]')

testSaving([
  {
    what: 'an account',
    call: 'pwdgrp.update',
    async fill(page) {
      await openPage(page, '/users/edit/guard1')
      await users.fill(page, { role: 'Viewer', password: 'Other2468!' })
    },
    save: saveButton,
    failed: (page) => alert(page, 'The user could not be saved.'),
    async kept(page) {
      await expect(users.formOf(page).role).toHaveValue('viewer')
      await expect(users.formOf(page).password).toHaveValue('Other2468!')
    },
    async saved(page) {
      await expect(page).toHaveURL(at('/users'))
      await expect(users.rowOf(page, 'guard1')).toContainText('Viewer')
    },
    stored: async (rig) => !(await rig.root.call(getUsers, {})).operator.includes('guard1'),
  },
  {
    what: 'the time by hand',
    call: 'param.update',
    async fill(page) {
      await openPage(page, '/datetime')
      const { automatic, date, time } = datetime.formOf(page)
      await automatic.uncheck()
      await date.fill('28/02/2031')
      await time.fill('07:05')
    },
    save: saveButton,
    failed: notSaved,
    async kept(page) {
      await expect(datetime.formOf(page).automatic).not.toBeChecked()
      await expect(datetime.formOf(page).date).toHaveValue('28/02/2031')
      await expect(datetime.formOf(page).time).toHaveValue('07:05')
    },
    async saved(page) {
      await expect(datetime.formOf(page).source).toHaveText('Set by hand')
      await expect(page.locator('main time')).toHaveAttribute('datetime', /^2031-02-28T07:05/)
    },
    stored: async (rig) => (await parameter(rig, 'root.Time.SyncSource')) === 'None',
  },
  {
    what: 'the time zone',
    call: 'time.setTimeZone',
    async fill(page) {
      await openPage(page, '/datetime/zone')
      await datetime.formOf(page).search.fill('tokyo')
      await datetime.zoneIn(page, 'Asia/Tokyo').check()
    },
    save: saveButton,
    failed: notSaved,
    kept: (page) => expect(datetime.zoneIn(page, 'Asia/Tokyo')).toBeChecked(),
    saved: (page) => expect(datetime.formOf(page).zone).toContainText('Asia/Tokyo'),
    stored: async (rig) => (await rig.root.call(getDateTimeInfo, {})).timeZone === 'Asia/Tokyo',
  },
  {
    what: 'the language',
    call: 'language.set',
    fill: (page) => openPage(page, '/language'),
    save: french,
    failed: (page) => alert(page, 'Français could not be set.'),
    kept: (page) => expect(page.getByRole('button', { pressed: true })).toHaveText(['English']),
    saved: (page) => expect(page.locator('html')).toHaveAttribute('lang', 'fr'),
    stored: async (rig) => (await parameter(rig, 'root.Properties.System.Language')) === 'French',
    faults: ['drop', 'diskFull'],
  },
  {
    what: 'the picture',
    call: 'param.update',
    async fill(page) {
      await page.goto('/aca/index.html')
      await page.getByLabel('Rotation').selectOption('180')
    },
    save: saveButton,
    failed: notSaved,
    kept: (page) => expect(page.getByLabel('Rotation')).toHaveValue('180'),
    async saved(page) {
      await expect(page.getByLabel('Rotation')).toHaveValue('180')
      await expect(saveButton(page)).toHaveCount(0)
    },
    stored: async (rig) => (await parameter(rig, 'root.Image.I0.Appearance.Rotation')) === '180',
  },
])

test.describe('in the wizard', () => {
  test.use({ state: 'new', person: 'nobody' })

  const frequency = 'root.ImageSource.I0.Sensor.PowerLineFrequency'
  testSaving([
    {
      what: 'the power frequency',
      call: 'param.update',
      async fill(page) {
        await wizard.toFrequency(page)
        await wizard.fields(page).hz60.check()
      },
      save: (page) => page.getByRole('button', { name: 'Continue' }),
      failed: notSaved,
      kept: (page) => expect(wizard.fields(page).hz60).toBeChecked(),
      saved: (page) => wizard.heading(page, 'Check the network'),
      stored: async (rig) => (await parameter(rig, frequency)) === '60Hz',
    },
  ])
})

testRestarting([
  { route: '/', after: expectLive },
  {
    route: '/search',
    before: (page) => page.getByRole('searchbox').fill('user'),
    after: async (page) => {
      await expect(page.getByRole('searchbox')).toHaveValue('user')
      await expect(page.getByRole('search').getByRole('link').first()).toHaveText('Users')
    },
  },
  {
    route: '/language',
    change: (rig) => speak(rig, 'German'),
    after: (page) => expect(page.getByRole('button', { pressed: true })).toHaveText(['Deutsch']),
  },
  {
    route: '/camera',
    after: (page) =>
      expect(inFrame(page).getByText('Live', { exact: true })).toBeVisible({ timeout: 15_000 }),
  },
  {
    route: '/users',
    change: (rig) => rig.root.call(addUser, { user: 'newcomer', pwd: PASSWORD, sgrp: 'viewer' }),
    after: (page) => expect(users.rowOf(page, 'newcomer')).toBeVisible(),
  },
  {
    route: '/users/add',
    before: (page) => users.fill(page, { name: 'newcomer', password: PASSWORD }),
    after: async (page) => {
      await expect(users.formOf(page).name).toHaveValue('newcomer')
      await expect(users.formOf(page).password).toHaveValue(PASSWORD)
    },
  },
  {
    route: '/users/edit/guard1',
    change: (rig) => rig.root.call(updateUser, { user: 'guard1', sgrp: 'viewer' }),
    after: (page) => expect(users.formOf(page).role).toHaveValue('viewer'),
  },
  {
    route: '/datetime',
    change: (rig) => rig.root.call(updateParameters, { 'root.Time.SyncSource': 'None' }),
    after: (page) => expect(datetime.formOf(page).source).toHaveText('Set by hand'),
  },
  {
    route: '/datetime/zone',
    change: (rig) => rig.root.call(setTimeZone, { timeZone: 'Asia/Tokyo' }),
    after: async (page) => {
      await expect(datetime.formOf(page).zone).toContainText('Asia/Tokyo')
      await expect(datetime.zoneIn(page, 'Asia/Tokyo')).toBeChecked()
    },
  },
  {
    route: '/maintenance',
    after: (page) => expect(page.getByRole('button', { name: 'Restart' })).toBeEnabled(),
  },
])
