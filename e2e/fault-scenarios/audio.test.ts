/** Every page that only audio products have, on a device that fails under it. */
import { getAudioSite, getPlaying, removeAudioSite } from '@lintel/contract/calls/audio'
import type { Page } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'
import { needs } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'
import { couldNotLoad, testLoading } from './loading.ts'
import { testSaving } from './saving.ts'

test.use({ product: 'C1410' })
// The page is ours, as the calls are that it makes.
needs(getPlaying)

testLoading([
  {
    address: at('/'),
    calls: ['param.list', 'audiorelay', 'axast', 'audioSite'],
    there: async (page) => {
      await expect(page.getByRole('term').filter({ hasText: 'Friendly name' })).toBeVisible()
      await expect(page.getByText('The speaker is not calibrated.')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Open the audio manager' })).toBeVisible()
      await expect(page.getByText('Leader', { exact: true })).toBeVisible()
    },
    failed: couldNotLoad,
  },
  {
    address: '/local-player/',
    calls: ['getbrand', 'usergroup', 'param.list'],
    there: (page) => expect(page.getByRole('button', { name: 'Play Alarm' })).toBeVisible(),
    failed: couldNotLoad,
  },
  {
    what: 'what plays on /local-player/',
    address: '/local-player/',
    calls: ['playing', 'time'],
    there: (page) =>
      expect(page.getByText('Nothing. Choose a clip below.')).toBeVisible({ timeout: 10_000 }),
    failed: (page) => page.getByText(/The device doesn't answer|went wrong|refused/),
    byItself: true,
  },
  {
    address: '/audio-manager/',
    calls: ['getbrand', 'usergroup', 'param.list'],
    there: (page) => expect(page.getByRole('listitem')).toHaveCount(1),
    failed: couldNotLoad,
  },
  {
    what: 'the members on /audio-manager/',
    address: '/audio-manager/',
    calls: ['audiorelay', 'audioSite'],
    there: (page) => expect(page.getByRole('listitem')).toHaveCount(1),
    failed: couldNotLoad,
  },
])

/** The name of the site that the device leads. */
const siteOf = async (rig: Rig): Promise<string | undefined> =>
  (await rig.root.call(getAudioSite, {}).catch(() => undefined))?.site.name

const make = (page: Page) => page.getByRole('button', { name: 'Create the site' })
const question = (page: Page) => page.getByRole('alertdialog')

testSaving([
  {
    what: 'the end of an audio site',
    call: 'audioSite.remove',
    async fill(page) {
      await page.goto('/audio-manager/')
      await page.getByRole('button', { name: 'End the site' }).click()
    },
    save: (page) => question(page).getByRole('button', { name: 'End the site' }),
    failed: (page) => question(page).getByRole('alert'),
    kept: (page) => expect(question(page)).toContainText('AXIS C1410 site'),
    async saved(page) {
      await expect(make(page)).toBeVisible()
      await expect(question(page)).toHaveCount(0)
    },
    stored: async (rig) => (await siteOf(rig)) === undefined,
  },
])

test.describe('without an audio site', () => {
  test.beforeEach(async ({ page, rig }) => {
    await page.goto('about:blank')
    await rig.root.call(removeAudioSite, {})
  })

  testSaving([
    {
      what: 'a new audio site',
      call: 'audioSite.save',
      async fill(page) {
        await page.goto('/audio-manager/')
        await page.getByLabel('Name of the site').fill('North wing')
      },
      save: make,
      failed: (page) => page.getByRole('alert').filter({ hasText: 'was not created' }),
      kept: (page) => expect(page.getByLabel('Name of the site')).toHaveValue('North wing'),
      saved: (page) => expect(page.getByRole('heading', { name: 'North wing' })).toBeVisible(),
      stored: async (rig) => (await siteOf(rig)) === 'North wing',
    },
  ])
})
