import { setFaults } from '@lintel/contract/bench'
import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, submitButton } from './parts.ts'

/** A file that no device accepts as firmware. */
const NO_IMAGE = { name: 'holiday.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(400_000) }

export const maintenance: readonly PageDescriptor[] = [
  {
    route: '/maintenance',
    menu: { English: 'Maintenance', German: 'Wartung' },
    ready: (page) => expect(page.locator('main [data-field="default"]')).toBeVisible(),
    openings: [
      {
        what: 'the console',
        calls: ['rootpwdsetvalue', 'getbrand', 'usergroup'],
        failed: (page) => page.getByText('The console could not be opened.'),
      },
      { calls: ['param.list', 'date', 'systemready'] },
      {
        what: 'the other firmware on /maintenance',
        calls: ['firmware.status'],
        failed: couldNotLoad,
      },
    ],
    restart: {
      after: (page) => expect(page.getByRole('button', { name: 'Restart' })).toBeEnabled(),
    },
    pictures: [
      { name: 'actions' },
      { name: 'restore', act: (page) => page.locator('[data-field="restore"]').click() },
      { name: 'default', act: (page) => page.locator('[data-field="default"]').click() },
    ],
  },
  {
    route: '/maintenance/firmware',
    ready: (page) => expect(page.locator('main dl')).toBeVisible(),
    openings: [{ calls: ['firmware.status'], failed: couldNotLoad }],
    restart: {
      before: (page) =>
        page
          .locator('input[type="file"]')
          .setInputFiles({ name: 'some.img', mimeType: '', buffer: Buffer.alloc(10) }),
      async after(page) {
        await expect(page.getByText('some.img')).toBeVisible()
        await expect(page.getByRole('button', { name: 'Upgrade', exact: true })).toBeEnabled()
      },
    },
    pictures: [
      {
        name: 'firmware, no file',
        async act(page) {
          await expect(page.locator('main dl')).toBeVisible()
          await submitButton(page).click()
        },
      },
      {
        name: 'firmware, refused',
        async act(page) {
          await page.locator('input[type="file"]').setInputFiles(NO_IMAGE)
          await page.locator('input[name="factoryDefault"]').check()
          await submitButton(page).click()
          await expect(page.getByRole('alert')).toBeVisible()
        },
      },
      {
        name: 'firmware, sending',
        before: (rig) =>
          rig.bench.call(setFaults, {
            faults: [{ call: 'firmware.upgrade', fault: 'slow', value: 10_000 }],
          }),
        async act(page) {
          await page.locator('input[type="file"]').setInputFiles(NO_IMAGE)
          await submitButton(page).click()
          await expect(page.getByRole('progressbar')).toBeVisible()
        },
      },
    ],
  },
]
