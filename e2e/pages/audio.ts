/** The pages of audio products outside the console. */
import { getAudioSite, getPlaying, removeAudioSite } from '@lintel/contract/calls/audio'
import type { Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'
import type { PageDescriptor } from './descriptor.ts'
import { alert, couldNotLoad } from './parts.ts'

/** The name of the site that the device leads. */
const siteOf = async (rig: Rig): Promise<string | undefined> =>
  (await rig.root.call(getAudioSite, {}).catch(() => undefined))?.site.name

const onlyMember = (page: Page) => expect(page.getByRole('listitem')).toHaveCount(1)
const createButton = (page: Page) => page.getByRole('button', { name: 'Create the site' })
const confirmation = (page: Page) => page.getByRole('alertdialog')

export const audio: readonly PageDescriptor[] = [
  {
    path: '/local-player/',
    product: 'C1410',
    about: getPlaying,
    ready: (page) => expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible(),
    openings: [
      {
        calls: ['getbrand', 'usergroup', 'param.list'],
        ready: (page) => expect(page.getByRole('button', { name: 'Play Alarm' })).toBeVisible(),
        failed: couldNotLoad,
      },
      {
        what: 'what plays on /local-player/',
        calls: ['playing', 'time'],
        ready: (page) =>
          expect(page.getByText('Nothing. Choose a clip below.')).toBeVisible({ timeout: 10_000 }),
        failed: (page) => page.getByText(/The device doesn't answer|went wrong|refused/),
        retriesByItself: true,
      },
    ],
    pictures: [{ name: 'local player' }],
  },
  {
    path: '/audio-manager/',
    product: 'C1410',
    about: getPlaying,
    ready: (page) => expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible(),
    openings: [
      {
        calls: ['getbrand', 'usergroup', 'param.list'],
        ready: onlyMember,
        failed: couldNotLoad,
      },
      {
        what: 'the members on /audio-manager/',
        calls: ['audiorelay', 'audioSite'],
        ready: onlyMember,
        failed: couldNotLoad,
      },
    ],
    forms: [
      {
        what: 'the end of an audio site',
        call: 'audioSite.remove',
        fill: (page) => page.getByRole('button', { name: 'End the site' }).click(),
        save: (page) => confirmation(page).getByRole('button', { name: 'End the site' }),
        failed: (page) => page.getByRole('alert'),
        unchanged: (page) => expect(confirmation(page)).toContainText('AXIS C1410 site'),
        async saved(page) {
          await expect(createButton(page)).toBeVisible()
          await expect(confirmation(page)).toHaveCount(0)
        },
        stored: async (rig) => (await siteOf(rig)) === undefined,
      },
      {
        what: 'a new audio site',
        call: 'audioSite.save',
        before: (rig) => rig.root.call(removeAudioSite, {}),
        fill: (page) => page.getByLabel('Name of the site').fill('North wing'),
        save: createButton,
        failed: (page) => alert(page, 'was not created'),
        unchanged: (page) => expect(page.getByLabel('Name of the site')).toHaveValue('North wing'),
        saved: (page) => expect(page.getByRole('heading', { name: 'North wing' })).toBeVisible(),
        stored: async (rig) => (await siteOf(rig)) === 'North wing',
      },
    ],
    pictures: [
      { name: 'audio site' },
      { name: 'no site', before: (rig) => rig.root.call(removeAudioSite, {}) },
    ],
  },
]
