import { getDtmfTriggers } from '@lintel/contract/calls/dtmf-triggers'
import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, inFrame, notSaved, submitButton } from './parts.ts'

export const sipDtmf: readonly PageDescriptor[] = [
  {
    route: '/sip/dtmf',
    menu: { English: 'DTMF', German: 'DTMF' },
    ready: (page) =>
      expect(inFrame(page).getByRole('button').first()).toBeVisible({ timeout: 8_000 }),
    restart: { after: (page) => expect(inFrame(page).getByRole('table')).toBeVisible() },
    pictures: [{ name: 'framed' }],
  },
  {
    path: '/admin/dtmf.shtml',
    ready: (page) => expect(page.locator('td button').first()).toBeVisible(),
    openings: [
      {
        calls: ['getbrand', 'usergroup', 'sip', 'dtmfTriggers'],
        failed: couldNotLoad,
      },
    ],
    forms: [
      {
        what: 'a DTMF trigger',
        call: 'dtmfTriggers.add',
        async fill(page) {
          await page.getByRole('button', { name: 'Add trigger' }).click()
          await page.getByRole('textbox', { name: 'Name' }).fill('Front door')
          await page.getByRole('textbox', { name: 'Code' }).fill('12#')
        },
        save: (page) => page.getByRole('button', { name: 'Add trigger' }),
        failed: notSaved,
        unchanged: (page) =>
          expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Front door'),
        saved: (page) => expect(page.getByRole('row', { name: /^Front door/ })).toBeVisible(),
        stored: async (rig) =>
          (await rig.root.call(getDtmfTriggers, {})).items.some(({ code }) => code === '12#'),
      },
    ],
    pictures: [
      { name: 'lists' },
      {
        name: 'trigger, wrong',
        async act(page) {
          await page.locator('main header button').first().click()
          await submitButton(page).click()
        },
      },
      { name: 'configuration', act: (page) => page.locator('td button').last().click() },
    ],
  },
]
