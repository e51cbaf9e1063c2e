import { addDtmfTrigger, getDtmfTriggers } from '@lintel/contract/calls/dtmf-triggers'
import { getPorts } from '@lintel/contract/calls/io-ports'
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
        name: 'triggers',
        async before(rig) {
          const { items } = await rig.root.call(getPorts, {})
          const port = Number(items.find(({ direction }) => direction === 'output')?.port) + 1
          const trigger = { account: '', port, pulse: 3_000 }
          await rig.root.call(addDtmfTrigger, { ...trigger, name: 'Front door', code: '12#' })
          await rig.root.call(addDtmfTrigger, {
            ...trigger,
            name: 'Gate for deliveries',
            code: '5',
          })
        },
      },
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
