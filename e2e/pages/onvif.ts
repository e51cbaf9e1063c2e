import { listMediaProfiles, saveMediaProfile } from '@lintel/contract/calls/onvif-profiles'
import { expect } from '../fixture.ts'
import { addOnvifUser, removeOnvifUser } from '../onvif/accounts.ts'
import { PASSWORD } from '../rig/accounts.ts'
import type { Rig } from '../rig/rig.ts'
import { fill, formOf, rowOf } from '../users/form.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, failing, inFrame, notSaved, saveButton, submitButton } from './parts.ts'

const openings = [{ calls: ['onvif.getUsers'], inside: true, failed: couldNotLoad }]

const addNvr = (rig: Rig) => addOnvifUser(rig, 'nvr', 'Operator')

export const onvif: readonly PageDescriptor[] = [
  {
    route: '/onvif',
    menu: { English: 'ONVIF', German: 'ONVIF' },
    leadsTo: '/onvif/users',
    ready: (page) => expect(rowOf(page, 'recorder')).toBeVisible(),
  },
  {
    route: '/onvif/users',
    ready: (page) => expect(rowOf(page, 'recorder')).toBeVisible(),
    openings,
    restart: { change: addNvr, after: (page) => expect(rowOf(page, 'nvr')).toBeVisible() },
    pictures: [
      { name: 'list', before: addNvr },
      { name: 'empty list', before: (rig) => removeOnvifUser(rig, 'recorder') },
      { name: 'list fails', before: failing('onvif.getUsers') },
    ],
  },
  {
    route: '/onvif/users/add',
    ready: (page) => expect(page.locator('main select')).toBeVisible(),
    openings,
    restart: {
      before: (page) => fill(page, { name: 'newcomer', password: PASSWORD }),
      async after(page) {
        await expect(formOf(page).name).toHaveValue('newcomer')
        await expect(formOf(page).password).toHaveValue(PASSWORD)
      },
    },
    pictures: [
      { name: 'add' },
      {
        name: 'add, wrong',
        async act(page) {
          await page.getByRole('textbox').first().fill('no spaces')
          await submitButton(page).click()
        },
      },
    ],
  },
  {
    route: '/onvif/users/edit/recorder',
    ready: (page) => expect(page.locator('main select')).toHaveValue('operator'),
    openings,
    // A failed save leads back to the list (ONVIF-18), which is tested in the area's folder.
    restart: {
      before: (page) => fill(page, { password: PASSWORD }),
      async after(page) {
        await expect(formOf(page).password).toHaveValue(PASSWORD)
      },
    },
    pictures: [
      { name: 'edit' },
      {
        name: 'edit root',
        route: '/onvif/users/edit/root',
        before: (rig) => addOnvifUser(rig, 'root', 'Administrator'),
      },
    ],
  },
  {
    route: '/onvif/media-profiles',
    about: listMediaProfiles,
    ready: (page) =>
      expect(inFrame(page).getByRole('cell', { name: 'Default', exact: true })).toBeVisible({
        timeout: 8_000,
      }),
    restart: {
      after: (page) =>
        expect(inFrame(page).getByRole('cell', { name: 'Default', exact: true })).toBeVisible(),
    },
    pictures: [{ name: 'media profiles' }],
  },
  {
    path: '/admin/onvif_media_profiles.shtml',
    about: listMediaProfiles,
    ready: (page) => expect(page.getByRole('table')).toBeVisible(),
    openings: [
      { calls: ['getbrand', 'usergroup', 'param.list'], failed: couldNotLoad },
      {
        what: 'the profiles on /admin/onvif_media_profiles.shtml',
        calls: ['mediaProfiles.list'],
        failed: couldNotLoad,
      },
    ],
    forms: [
      {
        what: 'a media profile',
        call: 'mediaProfiles.save',
        async fill(page) {
          await page.getByRole('button', { name: 'Edit Default' }).click()
          await page.getByLabel('Frames per second').fill('7')
        },
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(page.getByLabel('Frames per second')).toHaveValue('7'),
        saved: (page) => expect(page.getByRole('table')).toContainText('7 frames per second'),
        stored: async (rig) => {
          const { profiles } = await rig.root.call(listMediaProfiles, {})
          return profiles[0]?.encoder?.fps === 7
        },
      },
    ],
    pictures: [
      { name: 'profiles in their own window' },
      {
        name: 'a profile',
        act: (page) => page.getByRole('table').getByRole('button').first().click(),
      },
      {
        name: 'many profiles',
        async before(rig) {
          for (const name of ['Recorder', 'Guard', 'Wall']) {
            await rig.root.call(saveMediaProfile, { name, video: true, events: true })
          }
        },
      },
    ],
  },
]
