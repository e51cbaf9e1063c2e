import { insertSdCard, removeSdCard } from '@lintel/contract/bench'
import { getPictures } from '@lintel/contract/calls/pictures'
import type { SdCardKind } from '@lintel/contract/disks'
import { updateParameters } from '@lintel/contract/calls/parameters'
import type { Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'
import { expectDisk } from '../storage/disks.ts'
import { pressCallButton, rowsOf, storePictures } from '../storage/stored-pictures.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, failing, notSaved, parameter, saveButton, submitButton } from './parts.ts'

const RETENTION = 'root.Storage.S0.CleanupMaxAge'
const days = (page: Page) => page.locator('select[name="days"]')

const withCard = (card: SdCardKind, status: string) => async (rig: Rig) => {
  await rig.bench.call(insertSdCard, { card })
  await expectDisk(rig, { status })
}

const openDialog = (field: string) => async (page: Page) => {
  await page.locator(`[data-field="${field}"]`).click()
  await expect(page.locator('dialog[open]')).toBeVisible()
}

export const storage: readonly PageDescriptor[] = [
  {
    route: '/storage',
    menu: { English: 'Storage', German: 'Speicher' },
    ready: (page) => expect(days(page)).toBeVisible(),
    linkReady: (page) => expect(page.locator('a[href="#/storage/encrypt"]')).toBeVisible(),
    openings: [
      { calls: ['disks.list'], inside: true, failed: couldNotLoad },
      {
        what: 'the tools of the card',
        calls: ['disks.capabilities', 'storage.jobs'],
        inside: true,
      },
      {
        what: 'the retention',
        calls: ['param.list'],
        inside: true,
        failed: couldNotLoad,
      },
    ],
    forms: [
      {
        what: 'the retention',
        call: 'param.update',
        fill: async (page) => void (await days(page).selectOption('30')),
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(days(page)).toHaveValue('30'),
        async saved(page) {
          await expect(saveButton(page)).toHaveCount(0)
          await expect(days(page)).toHaveValue('30')
        },
        stored: async (rig) => (await parameter(rig, RETENTION)) === '30',
      },
    ],
    restart: {
      before: async (page) => void (await days(page).selectOption('30')),
      change: (rig) => rig.root.call(updateParameters, { 'root.Storage.S0.Locked': 'yes' }),
      async after(page) {
        await expect(days(page)).toHaveValue('30')
        await expect(page.locator('[data-field="locked"]')).toBeChecked()
      },
    },
    pictures: [
      { name: 'mounted' },
      { name: 'format', act: openDialog('format') },
      { name: 'check', act: openDialog('check') },
      {
        name: 'write protected',
        before: (rig) => rig.root.call(updateParameters, { 'root.Storage.S0.Locked': 'yes' }),
      },
      {
        name: 'no card',
        async before(rig) {
          await rig.bench.call(removeSdCard, {})
          await expectDisk(rig, { status: 'disconnected' })
        },
      },
      { name: 'damaged', before: withCard('damaged', 'failed') },
      { name: 'foreign', before: withCard('foreign', 'no passphrase') },
      { name: 'illegal', before: withCard('illegal', 'failed') },
      { name: 'full', before: withCard('full', 'OK') },
      { name: 'fails', before: failing('disks.list') },
    ],
  },
  {
    route: '/storage/encrypt',
    ready: (page) => expect(page.locator('input[name="passphrase"]')).toBeVisible(),
    openings: [
      { calls: ['disks.list'], inside: true, failed: couldNotLoad },
      {
        what: 'the capabilities',
        calls: ['disks.capabilities'],
        inside: true,
        failed: couldNotLoad,
      },
    ],
    restart: {
      before: (page) => page.locator('input[name="passphrase"]').fill('open sesame'),
      after: (page) => expect(page.locator('input[name="passphrase"]')).toHaveValue('open sesame'),
    },
    pictures: [
      { name: 'empty' },
      {
        name: 'errors',
        async act(page) {
          await page.locator('input[name="repeat"]').fill('other')
          await submitButton(page).click()
        },
      },
    ],
  },
  {
    route: '/storage/network',
    ready: (page) => expect(page.locator('input[name="host"]')).toBeVisible(),
    openings: [{ calls: ['disks.list', 'networkshare.list'], inside: true, failed: couldNotLoad }],
    restart: {
      before: (page) => page.locator('input[name="host"]').fill('192.0.2.20'),
      after: (page) => expect(page.locator('input[name="host"]')).toHaveValue('192.0.2.20'),
    },
    pictures: [
      { name: 'new share' },
      { name: 'errors', act: (page) => submitButton(page).click() },
    ],
  },
  {
    route: '/storage/pictures',
    about: getPictures,
    ready: (page) => expect(page.locator('main [data-card]').first()).toBeVisible(),
    openings: [
      { calls: ['pictures.list'], inside: true, failed: couldNotLoad },
      { what: 'the disks', calls: ['disks.list'], inside: true, failed: couldNotLoad },
    ],
    restart: {
      change: pressCallButton,
      after: (page) => expect(rowsOf(page)).toHaveCount(1),
    },
    pictures: [
      { name: 'empty' },
      { name: 'pictures', before: (rig) => storePictures(rig, 3) },
      {
        name: 'open',
        before: (rig) => storePictures(rig, 1),
        async act(page) {
          await rowsOf(page).getByRole('button').first().click()
          await expect(page.locator('dialog img')).toBeVisible()
        },
      },
      {
        name: 'delete',
        before: (rig) => storePictures(rig, 1),
        act: (page) => rowsOf(page).getByRole('button').last().click(),
      },
      {
        name: 'no disk',
        async before(rig) {
          await rig.bench.call(removeSdCard, {})
          await expectDisk(rig, { status: 'disconnected' })
        },
      },
      { name: 'failed', before: withCard('damaged', 'failed') },
      {
        name: 'write protected',
        before: (rig) => rig.root.call(updateParameters, { 'root.Storage.S0.Locked': 'yes' }),
      },
    ],
  },
  {
    route: '/storage',
    product: 'C1410',
    ready: (page) => expect(page.locator('input[name="host"]')).toBeVisible(),
    pictures: [{ name: 'without a slot' }],
  },
]
