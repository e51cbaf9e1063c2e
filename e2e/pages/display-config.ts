import { updateConfiguration } from '@lintel/contract/calls/intercom'
import type { Page } from '@playwright/test'
import { displayOn, writeDisplay } from '../display-config/display.ts'
import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, failing, notSaved, saveButton, submitButton } from './parts.ts'

const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`)
const type = (page: Page, value: 'text' | 'logo') =>
  page.locator(`main [name="homeScreenType"][value="${value}"]`)
const mode = (page: Page, value: 'default' | 'custom') =>
  page.locator(`main [name="sleepModeSetting"][value="${value}"]`)

const openings = [{ calls: ['intercom.GetConfiguration'], inside: true, failed: couldNotLoad }]

export const displayConfig: readonly PageDescriptor[] = [
  {
    route: '/display-config',
    menu: { English: 'Display', German: 'Anzeige' },
    ready: (page) => expect(field(page, 'showContactButtonHomeScreen')).toBeVisible(),
    openings: [
      ...openings,
      {
        what: 'the organisations',
        calls: ['phonebook.GetPhonebookEntries'],
        inside: true,
        failed: couldNotLoad,
      },
    ],
    forms: [
      {
        what: 'the home screen',
        call: 'intercom.UpdateConfiguration',
        fill: (page) => field(page, 'welcomeText').fill('Hello'),
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(field(page, 'welcomeText')).toHaveValue('Hello'),
        saved: (page) => expect(saveButton(page)).toHaveCount(0),
        stored: async (rig) => (await displayOn(rig)).welcomeTitle === 'Hello',
      },
    ],
    restart: {
      before: (page) => field(page, 'welcomeText').fill('Hello'),
      change: (rig) => writeDisplay(rig, { welcomeSubTitle: 'Ring twice' }),
      async after(page) {
        await expect(field(page, 'subtext')).toHaveValue('Ring twice')
        await expect(field(page, 'welcomeText')).toHaveValue('Hello')
      },
    },
    pictures: [
      { name: 'text' },
      {
        name: 'logo, no image',
        async act(page) {
          await type(page, 'logo').check()
          await submitButton(page).click()
        },
      },
      { name: 'fails', before: failing('intercom.GetConfiguration') },
      { name: 'no organisations', before: failing('phonebook.GetPhonebookEntries') },
    ],
  },
  {
    route: '/display-config/settings',
    ready: (page) => expect(field(page, 'language')).toBeVisible(),
    openings,
    forms: [
      {
        what: 'the sleep of the display',
        call: 'intercom.UpdateConfiguration',
        async fill(page) {
          await mode(page, 'custom').check()
          await field(page, 'sleepSeconds').fill('90')
        },
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(field(page, 'sleepSeconds')).toHaveValue('90'),
        saved: (page) => expect(saveButton(page)).toHaveCount(0),
        stored: async (rig) => (await displayOn(rig)).PresenceTimeout === 90,
      },
    ],
    restart: {
      async before(page) {
        await mode(page, 'custom').check()
        await field(page, 'sleepSeconds').fill('90')
      },
      change: (rig) => writeDisplay(rig, { selectedLanguage: 'French' }),
      async after(page) {
        await expect(field(page, 'language')).toHaveValue('French')
        await expect(field(page, 'sleepSeconds')).toHaveValue('90')
      },
    },
    pictures: [
      { name: 'default' },
      {
        name: 'too long',
        before: (rig) =>
          rig.root.call(updateConfiguration, { Configuration: { PresenceTimeout: 90 } }),
        async act(page) {
          await field(page, 'sleepSeconds').fill('201')
          await submitButton(page).click()
        },
      },
    ],
  },
]
