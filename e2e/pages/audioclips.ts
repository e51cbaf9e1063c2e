import { getPlaying } from '@lintel/contract/calls/audio'
import { getWaveform, renameClip } from '@lintel/contract/calls/clips'
import type { Page } from '@playwright/test'
import { clipNames, uploadTone } from '../audioclips/clips.ts'
import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, failing } from './parts.ts'

const row = (page: Page, name: string) =>
  page
    .locator('main tbody')
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) })

async function openAdd(page: Page): Promise<void> {
  await page.locator('main [data-field="clips"]').click()
  await expect(page.locator('dialog[open]')).toBeVisible()
}

export const audioclips: readonly PageDescriptor[] = [
  {
    route: '/audioclips',
    menu: { English: 'Audio clips', German: 'Audioclips' },
    ready: (page) => expect(page.locator('main tbody').getByRole('row').first()).toBeVisible(),
    openings: [
      { calls: ['param.list'], inside: true, failed: couldNotLoad },
      // Not inside: the console reads the wave form of a file once.
      { what: 'the wave forms', calls: ['clips.waveform'], about: getWaveform },
      { what: 'what sounds', calls: ['playing.get'], about: getPlaying, inside: true },
    ],
    forms: [
      {
        what: 'the name of a clip',
        call: renameClip.id,
        before: (rig) => uploadTone(rig, 'Gate is open'),
        async fill(page) {
          await page.getByRole('button', { name: 'Rename Gate is open' }).click()
          await page.locator('dialog[open] input[name="name"]').fill('Gate is shut')
        },
        save: (page) => page.getByRole('button', { name: 'Rename', exact: true }),
        failed: (page) => page.locator('dialog[open]').getByRole('alert'),
        unchanged: (page) =>
          expect(page.locator('dialog[open] input[name="name"]')).toHaveValue('Gate is shut'),
        saved: (page) => expect(row(page, 'Gate is shut')).toBeVisible(),
        stored: async (rig) => (await clipNames(rig)).includes('Gate is shut'),
      },
    ],
    restart: {
      change: (rig) => uploadTone(rig, 'Somebody is here'),
      after: (page) => expect(row(page, 'Somebody is here')).toBeVisible(),
    },
    pictures: [
      { name: 'clips', before: (rig) => uploadTone(rig, 'Gate is open') },
      { name: 'add', act: openAdd },
      {
        name: 'add, wrong',
        async act(page) {
          await openAdd(page)
          await page.locator('dialog[open] button[type="submit"]').click()
        },
      },
      {
        name: 'record',
        async act(page) {
          await openAdd(page)
          await page.locator('dialog[open] input[type="radio"]').last().check()
        },
      },
      { name: 'link', act: (page) => page.locator('main tbody tr button').nth(1).click() },
      {
        name: 'delete',
        before: (rig) => uploadTone(rig, 'Gate is open'),
        act: (page) => row(page, 'Gate is open').locator('button').last().click(),
      },
      { name: 'no loudspeaker', product: 'A1601' },
      { name: 'fails', before: failing('param.list') },
    ],
  },
]
