/** Every form of a door station, saved on a device that fails under it. */
import { listParameters } from '@lintel/contract/calls/parameters'
import { getDateTimeInfo } from '@lintel/contract/calls/time'
import { getUsers } from '@lintel/contract/calls/users'
import type { Page } from '@playwright/test'
import * as datetime from '../datetime/form.ts'
import { at, expect, test } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'
import * as ports from '../io-ports/port-actions.ts'
import * as snmp from '../network-snmp/form.ts'
import { openPage } from '../shell/pages.ts'
import * as network from '../network/form.ts'
import * as users from '../users/form.ts'
import * as wizard from '../wizard/walk.ts'
import { testSaving } from './saving.ts'

const alert = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })
const notSaved = (page: Page) => alert(page, 'Not saved.')
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

async function parameter(rig: Rig, name: string): Promise<string | undefined> {
  return (await rig.root.call(listParameters, { group: name })).values.get(name)
}

const hostName = (page: Page) => page.getByRole('textbox', { name: 'Network.HostName' })
const french = (page: Page) => page.locator('main button[lang="fr"]')

// Each test stands alone, and together they are long: any browser that is free takes the next.
test.describe.configure({ mode: 'parallel' })

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
    what: 'a port',
    call: 'param.update',
    async fill(page) {
      await openPage(page, '/ioPorts/edit/I2')
      await ports.formOf(page).name.fill('Door strike')
      await ports.formOf(page).pulse.check()
      await ports.formOf(page).pulseTime.fill('2500')
    },
    save: saveButton,
    failed: notSaved,
    async kept(page) {
      await expect(ports.formOf(page).name).toHaveValue('Door strike')
      await expect(ports.formOf(page).pulseTime).toHaveValue('2500')
    },
    // In the list, or where the page found out by itself that it is stored.
    async saved(page) {
      await expect(saveButton(page)).toHaveCount(0)
      await expect(page.locator('main').getByText('Door strike')).toBeVisible()
    },
    stored: async (rig) => (await ports.parametersOf(rig, 'I2'))['Output.PulseTime'] === '2500',
  },
  {
    what: 'the names of the device',
    call: 'param.update',
    async fill(page) {
      await openPage(page, '/network/discoverability')
      await network.formOf(page).host.fill('front-gate')
      await network.formOf(page).friendly.fill('Front gate')
    },
    save: saveButton,
    failed: notSaved,
    async kept(page) {
      await expect(network.formOf(page).host).toHaveValue('front-gate')
      await expect(network.formOf(page).friendly).toHaveValue('Front gate')
    },
    async saved(page) {
      await expect(network.formOf(page).host).toHaveValue('front-gate')
      await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
    },
    stored: async (rig) =>
      (await parameter(rig, 'root.Network.UPnP.FriendlyName')) === 'Front gate',
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
    what: 'the access of network managers',
    call: 'param.update',
    async fill(page) {
      await openPage(page, '/network-snmp')
      await snmp.formOf(page).v1v2c.check()
      await snmp.formOf(page).write.fill('keeper')
    },
    save: saveButton,
    failed: notSaved,
    kept: (page) => expect(snmp.formOf(page).write).toHaveValue('keeper'),
    async saved(page) {
      await expect(saveButton(page)).toHaveCount(0)
      await expect(snmp.formOf(page).write).toHaveValue('keeper')
    },
    stored: async (rig) => (await snmp.parameter(rig, 'V1WriteCommunity')) === 'keeper',
    faults: ['diskFull', 'cut'],
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
  {
    what: 'a parameter of plain config',
    call: 'param.update',
    async fill(page) {
      await page.goto('/admin/config.shtml')
      await page.getByRole('searchbox').fill('network.hostname')
      await hostName(page).fill('gate')
    },
    save: saveButton,
    failed: notSaved,
    kept: (page) => expect(hostName(page)).toHaveValue('gate'),
    async saved(page) {
      await expect(page.getByText('Saved.')).toBeVisible()
      await expect(hostName(page)).toHaveValue('gate')
    },
    stored: async (rig) => (await parameter(rig, 'root.Network.HostName')) === 'gate',
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
