import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, inFrame, submitButton } from './parts.ts'

export const certificates: readonly PageDescriptor[] = [
  {
    route: '/certificates',
    menu: { English: 'Certificates', German: 'Zertifikate' },
    ready: (page) =>
      expect(inFrame(page).getByRole('button').first()).toBeVisible({ timeout: 8_000 }),
    restart: { after: (page) => expect(inFrame(page).getByRole('table')).toBeVisible() },
    pictures: [{ name: 'framed' }],
  },
  {
    path: '/admin/certificates.shtml',
    ready: (page) => expect(page.locator('td button').first()).toBeVisible(),
    openings: [
      {
        calls: ['getbrand', 'usergroup', 'certificates'],
        ready: (page) =>
          expect(page.getByRole('button', { name: 'Details of device' })).toBeVisible(),
        failed: couldNotLoad,
      },
    ],
    pictures: [
      { name: 'lists' },
      { name: 'details', act: (page) => page.locator('td button').first().click() },
      {
        name: 'create, wrong',
        async act(page) {
          await page.locator('main button').nth(1).click()
          await submitButton(page).click()
        },
      },
      { name: 'upload', act: (page) => page.locator('main button').first().click() },
    ],
  },
]
