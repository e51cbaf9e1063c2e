import type { Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import { PASSWORD } from '../rig/accounts.ts'
import { claim, fields, heading, HOME } from '../wizard/form.ts'
import type { PageDescriptor } from './descriptor.ts'
import { failing, notSaved, parameter } from './parts.ts'

/** Types the passwords and goes forward by this many pages, in any language. */
async function goForward(page: Page, pages: number, password = PASSWORD) {
  await page.locator('input[name="password"]').fill(password)
  await page.locator('input[name="repeat"]').fill(PASSWORD)
  for (let turned = 0; turned < Math.max(pages, 1); turned += 1) {
    const title = await page.locator('h1').textContent()
    await page.locator('button[type="submit"]').click()
    if (pages > 0) await expect(page.locator('h1')).not.toHaveText(title ?? '')
    if (pages > 0) await expect(page.locator('h1 ~ * button').first()).toBeVisible()
  }
}

export const wizard: readonly PageDescriptor[] = [
  {
    path: HOME,
    state: 'new',
    person: 'nobody',
    ready: (page) => expect(page.locator('input[name="repeat"]')).toBeVisible(),
    forms: [
      {
        what: 'the power frequency',
        call: 'param.update',
        async fill(page) {
          await claim(page)
          await heading(page, 'Choose the power frequency')
          await fields(page).hz60.check()
        },
        save: (page) => page.getByRole('button', { name: 'Continue' }),
        failed: notSaved,
        unchanged: (page) => expect(fields(page).hz60).toBeChecked(),
        saved: (page) => heading(page, 'Check the network'),
        stored: async (rig) =>
          (await parameter(rig, 'root.ImageSource.I0.Sensor.PowerLineFrequency')) === '60Hz',
      },
    ],
    pictures: [
      { name: 'password' },
      { name: 'password, wrong', act: (page) => goForward(page, 0, 'Door2468') },
      { name: 'power frequency', act: (page) => goForward(page, 1) },
      {
        name: 'password, saved',
        async act(page) {
          await goForward(page, 1)
          await page.locator('footer button[type="button"]').click()
          await expect(page.locator('input[name="repeat"]')).toBeVisible()
        },
      },
      { name: 'network', act: (page) => goForward(page, 2) },
      { name: 'date and time', act: (page) => goForward(page, 3) },
      { name: 'stopped', before: failing('time.setTimeZone'), act: (page) => goForward(page, 4) },
    ],
  },
]
