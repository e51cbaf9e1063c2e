import { getAudioSite, removeAudioSite, saveAudioSite } from '@lintel/contract/calls/audio'
import { audioMembership } from '@lintel/contract/calls/audio-followers'
import { expect } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, inFrame, notSaved, saveButton } from './parts.ts'

/** Makes the device follow a leader that is somewhere else. */
export async function followStage(rig: Rig): Promise<void> {
  await rig.root.call(removeAudioSite, {}).catch(() => undefined)
  await rig.root.call(audioMembership, {
    wanted: 'join',
    site: { id: 'stage', name: 'Hall' },
    leader: {
      id: 'ACCC8E000009',
      name: 'Stage',
      mac: 'AC:CC:8E:00:00:09',
      type: 'C1410',
      address: '192.168.0.99:8080',
    },
    followers: [],
  })
}

export const audioSystemSettings: readonly PageDescriptor[] = [
  {
    route: '/audioSystemSettings',
    product: 'C1410',
    about: saveAudioSite,
    menu: { English: 'Audio system settings', German: 'Einstellungen der Audioanlage' },
    ready: (page) =>
      expect(inFrame(page).getByRole('textbox').first()).toBeVisible({ timeout: 8_000 }),
    restart: {
      alone: true,
      change: (rig) => rig.root.call(saveAudioSite, { name: 'Renamed' }),
      after: (page) => expect(inFrame(page).getByLabel('Name of the site')).toHaveValue('Renamed'),
    },
    pictures: [{ name: 'framed' }],
  },
  {
    path: '/operator/audio_system_settings.shtml',
    product: 'C1410',
    about: saveAudioSite,
    ready: (page) => expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible(),
    openings: [
      { calls: ['getbrand', 'usergroup', 'param.list'], failed: couldNotLoad },
      {
        what: 'the site on /operator/audio_system_settings.shtml',
        calls: ['audiorelay', 'audioSite'],
        failed: couldNotLoad,
      },
    ],
    forms: [
      {
        what: 'the name of an audio site',
        call: 'audioSite.save',
        fill: (page) => page.getByLabel('Name of the site').fill('North wing'),
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(page.getByLabel('Name of the site')).toHaveValue('North wing'),
        saved: (page) => expect(page.getByText('North wing is saved.')).toBeVisible(),
        stored: async (rig) => (await rig.root.call(getAudioSite, {})).site.name === 'North wing',
      },
    ],
    pictures: [
      { name: 'leader' },
      {
        name: 'new follower, wrong',
        act: (page) => page.locator('main form').nth(1).locator('button[type="submit"]').click(),
      },
      { name: 'no site', before: (rig) => rig.root.call(removeAudioSite, {}) },
      { name: 'follower', before: followStage, act: (page) => page.locator('main').click() },
    ],
  },
]
