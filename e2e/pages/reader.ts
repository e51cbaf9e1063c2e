import type { Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import { advancedSwitch, BADGE, readerOn, writeReader } from '../reader/form.ts'
import type { Rig } from '../rig/rig.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, failing, notSaved, saveButton, submitButton } from './parts.ts'

const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`)
const protocol = (page: Page) => field(page, 'readerProtocol')
const rows = (page: Page) => page.getByRole('main').getByRole('listitem')

const openings = [{ calls: ['intercom.GetConfiguration'], inside: true, failed: couldNotLoad }]

const storeBadge = (rig: Rig) => writeReader(rig, { CardDataConfigs: [BADGE] })

/** Presses a button and waits for its dialog. */
async function openDialog(page: Page, name: string): Promise<void> {
  await page.locator(`main [data-field="${name}"]`).click()
  await expect(page.locator('dialog[open]')).toBeVisible()
}

/** Shows a page of a card type in full. */
async function switchOn(page: Page): Promise<void> {
  const items = page.locator('main fieldset[name="items"]')
  await expect(advancedSwitch(page).or(items)).toBeVisible()
  // It goes as soon as it is on.
  if (await advancedSwitch(page).isVisible()) await advancedSwitch(page).click()
  await expect(items).toBeVisible()
}

export const reader: readonly PageDescriptor[] = [
  {
    route: '/reader',
    menu: { English: 'Card reader', German: 'Kartenleser' },
    leadsTo: '/reader/protocol',
    ready: (page) => expect(protocol(page)).toBeVisible(),
  },
  {
    route: '/reader/protocol',
    ready: (page) => expect(protocol(page)).toBeVisible(),
    openings,
    forms: [
      {
        what: 'the protocol of the reader',
        call: 'intercom.UpdateConfiguration',
        async fill(page) {
          await protocol(page).selectOption('OSDP')
          await field(page, 'osdpAddress').fill('7')
        },
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(field(page, 'osdpAddress')).toHaveValue('7'),
        async saved(page) {
          await expect(saveButton(page)).toHaveCount(0)
          await expect(field(page, 'osdpAddress')).toHaveValue('7')
        },
        stored: async (rig) => (await readerOn(rig)).OSDPConfiguration.OSDPAddress === 7,
      },
    ],
    restart: {
      async before(page) {
        await protocol(page).selectOption('OSDP')
        await field(page, 'osdpAddress').fill('7')
      },
      change: (rig) => writeReader(rig, { PinConfiguration: { pinLength: 6, pinTimeout: 20 } }),
      after: (page) => expect(field(page, 'osdpAddress')).toHaveValue('7'),
    },
    pictures: [
      { name: 'none' },
      {
        name: 'Wiegand, wrong',
        async act(page) {
          await protocol(page).selectOption('Wiegand')
          await field(page, 'nbrOfLedPins').selectOption('2')
          await field(page, 'beeper').check()
          await field(page, 'keypressFormat').selectOption('Wiegand26')
          await submitButton(page).click()
        },
      },
      {
        name: 'VAPIX reader',
        async act(page) {
          await protocol(page).selectOption('IPAccess')
          await openDialog(page, 'remote')
          await page.locator('dialog[open] button[type="submit"]').click()
        },
      },
      {
        name: 'server',
        before: (rig) =>
          writeReader(rig, {
            Protocol: 'IPAccess',
            IPAccessConfiguration: {
              Scheme: 'https',
              Address: 'doors.example.com',
              Username: 'reader',
              Password: 'secret',
              VerifyCertificate: true,
              IPProtocol: 'None',
              RequestAccessConfiguration: [],
            },
          }),
      },
      { name: 'fails', before: failing('intercom.GetConfiguration') },
    ],
  },
  {
    route: '/reader/cardtypes',
    ready: (page) => expect(rows(page).first()).toBeVisible(),
    openings,
    restart: {
      change: (rig) => writeReader(rig, { CardTypes: ['UID/CSN', 'MIFARE_Plus'] }),
      after: (page) => expect(rows(page)).toHaveCount(2),
    },
    pictures: [
      { name: 'types' },
      { name: 'advanced', before: storeBadge, act: (page) => advancedSwitch(page).check() },
      { name: 'none', before: (rig) => writeReader(rig, { CardTypes: [] }) },
      {
        name: 'add',
        before: (rig) => writeReader(rig, { CardTypes: ['UID/CSN'] }),
        act: (page) => openDialog(page, 'cards'),
      },
    ],
  },
  {
    route: '/reader/output-formatter',
    ready: (page) => expect(field(page, 'cardFormat')).toBeVisible(),
    openings,
    forms: [
      {
        what: 'the output format',
        call: 'intercom.UpdateConfiguration',
        fill: async (page) => void (await field(page, 'cardFormat').selectOption('Wiegand26')),
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(field(page, 'cardFormat')).toHaveValue('Wiegand26'),
        saved: (page) => expect(saveButton(page)).toHaveCount(0),
        stored: async (rig) => (await readerOn(rig)).OutputFormat.cardFormat === 'Wiegand26',
      },
    ],
    restart: {
      before: async (page) => void (await field(page, 'cardFormat').selectOption('Custom')),
      change: (rig) => writeReader(rig, { PinConfiguration: { pinLength: 6, pinTimeout: 20 } }),
      after: (page) => expect(field(page, 'cardNumberSize')).toBeVisible(),
    },
    pictures: [
      { name: 'raw' },
      {
        name: 'custom, wrong',
        async act(page) {
          await field(page, 'cardFormat').selectOption('Custom')
          await field(page, 'cardFacilityCodeOverrideMode').selectOption('Override')
          await field(page, 'startParity').selectOption('Even')
          await field(page, 'startParityBits').fill('65')
          await submitButton(page).click()
        },
      },
    ],
  },
  {
    route: '/reader/pin',
    ready: (page) => expect(field(page, 'pinLength')).toBeVisible(),
    openings,
    forms: [
      {
        what: 'the PIN settings',
        call: 'intercom.UpdateConfiguration',
        fill: (page) => field(page, 'pinLength').fill('6'),
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(field(page, 'pinLength')).toHaveValue('6'),
        saved: (page) => expect(saveButton(page)).toHaveCount(0),
        stored: async (rig) => (await readerOn(rig)).PinConfiguration.pinLength === 6,
      },
    ],
    restart: {
      before: (page) => field(page, 'pinLength').fill('6'),
      change: (rig) => writeReader(rig, { PinConfiguration: { pinLength: 4, pinTimeout: 20 } }),
      async after(page) {
        await expect(field(page, 'pinLength')).toHaveValue('6')
        await expect(field(page, 'pinTimeout')).toHaveValue('20')
      },
    },
    pictures: [{ name: 'PIN' }],
  },
  {
    route: '/reader/cards',
    linked: false,
    leadsTo: '/reader/cardtypes',
    ready: (page) => expect(rows(page).first()).toBeVisible(),
  },
  {
    // Linked once the advanced set-up is switched on.
    route: '/reader/cards/add',
    linked: false,
    ready: (page) => expect(advancedSwitch(page).or(field(page, 'cardType'))).toBeVisible(),
    pictures: [
      { name: 'off' },
      {
        name: 'new type',
        before: (rig) => writeReader(rig, { CardTypes: ['UID/CSN'] }),
        act: switchOn,
      },
    ],
  },
  {
    route: '/reader/cards/edit/MIFARE_DESFire',
    linked: false,
    ready: (page) => expect(advancedSwitch(page).or(field(page, 'items'))).toBeVisible(),
    forms: [
      {
        what: 'the data of a card type',
        call: 'intercom.UpdateConfiguration',
        before: storeBadge,
        async fill(page) {
          await switchOn(page)
          await page.getByRole('button', { name: 'Delete Badge' }).click()
        },
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(page.getByText('There are no entries.')).toBeVisible(),
        saved: (page) => expect(page.getByText('MIFARE DESFire is saved.')).toBeVisible(),
        stored: async (rig) => (await readerOn(rig)).CardDataConfigs.length === 0,
      },
    ],
    pictures: [
      {
        name: 'data',
        before: storeBadge,
        act: switchOn,
      },
      {
        name: 'DESFire',
        before: storeBadge,
        async act(page) {
          await switchOn(page)
          await page.locator('main tbody button').first().click()
        },
      },
      {
        name: 'new data, wrong',
        async act(page) {
          await switchOn(page)
          await openDialog(page, 'addData')
          await page.locator('dialog[open] button[type="submit"]').click()
        },
      },
    ],
  },
  {
    route: '/reader/cards/edit/MIFARE_Classic',
    linked: false,
    ready: (page) => expect(advancedSwitch(page).or(field(page, 'items'))).toBeVisible(),
    pictures: [
      {
        name: 'Classic',
        async act(page) {
          await switchOn(page)
          await openDialog(page, 'addData')
        },
      },
    ],
  },
  {
    route: '/reader/unknown',
    linked: false,
    leadsTo: '/reader/protocol',
    ready: (page) => expect(protocol(page)).toBeVisible(),
  },
]
