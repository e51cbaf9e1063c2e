import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, failing, inFrame, live, notSaved, parameter, saveButton } from './parts.ts'

export const camera: readonly PageDescriptor[] = [
  {
    route: '/camera',
    menu: { English: 'Camera', German: 'Kamera' },
    ready: (page) => expect(inFrame(page).getByRole('img')).toBeVisible({ timeout: 8_000 }),
    openings: [
      {
        calls: ['param.list', 'video'],
        ready: (page) => live(inFrame(page)),
        failed: (page) => inFrame(page).getByText('This could not be loaded.'),
      },
    ],
    restart: { after: (page) => live(inFrame(page)) },
    pictures: [
      { name: 'camera' },
      { name: 'without picture', before: failing('video', 503) },
      { name: 'viewer', person: 'viewer' },
    ],
  },
  {
    path: '/aca/index.html',
    ready: (page) => expect(page.getByRole('slider').first()).toBeVisible(),
    openings: [
      { calls: ['getbrand', 'usergroup', 'param.list'], ready: live, failed: couldNotLoad },
      {
        what: 'the picture of /aca/index.html',
        calls: ['video'],
        ready: live,
        failed: (page) => page.getByText(/The video stream can't be accessed/),
        retriesByItself: true,
      },
    ],
    forms: [
      {
        what: 'the picture',
        call: 'param.update',
        async fill(page) {
          await page.getByLabel('Rotation').selectOption('180')
        },
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(page.getByLabel('Rotation')).toHaveValue('180'),
        async saved(page) {
          await expect(page.getByLabel('Rotation')).toHaveValue('180')
          await expect(saveButton(page)).toHaveCount(0)
        },
        stored: async (rig) =>
          (await parameter(rig, 'root.Image.I0.Appearance.Rotation')) === '180',
      },
    ],
    pictures: [{ name: 'in its own window' }],
  },
]
