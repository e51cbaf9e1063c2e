import { expect } from '../fixture.ts'
import { changeElsewhere, configurationOn, formOf } from '../sip-settings/form.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, failing, notSaved, saveButton, submitButton } from './parts.ts'

export const sipSettings: readonly PageDescriptor[] = [
  {
    route: '/sip/settings',
    menu: { English: 'SIP settings', German: 'SIP-Einstellungen' },
    ready: (page) => expect(page.locator('main input[name="enabled"]')).toBeVisible(),
    openings: [{ calls: ['sip'], inside: true, failed: couldNotLoad }],
    forms: [
      {
        what: 'the SIP settings',
        call: 'sip.SetSIPConfiguration',
        fill: (page) => formOf(page).callingTimeout.fill('45'),
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(formOf(page).callingTimeout).toHaveValue('45'),
        async saved(page) {
          await expect(saveButton(page)).toHaveCount(0)
          await expect(formOf(page).callingTimeout).toHaveValue('45')
        },
        stored: async (rig) => (await configurationOn(rig)).CallingTimeout === 45,
      },
    ],
    restart: {
      before: (page) => formOf(page).callingTimeout.fill('45'),
      change: (rig) => changeElsewhere(rig, { AnsweringTimeout: 20 }),
      async after(page) {
        await expect(formOf(page).callingTimeout).toHaveValue('45')
        await expect(formOf(page).answeringTimeout).toHaveValue('20')
      },
    },
    pictures: [
      { name: 'off' },
      { name: 'ports', act: (page) => page.getByRole('tab').nth(1).click() },
      {
        name: 'NAT, wrong',
        async act(page) {
          await page.getByRole('tab').nth(2).click()
          await page.locator('input[name="stun"]').check()
          await page.locator('input[name="turn"]').check()
          await submitButton(page).click()
        },
      },
      { name: 'advanced', act: (page) => page.getByRole('tab').nth(3).click() },
      { name: 'fails', before: failing('sip.GetSIPConfiguration') },
    ],
  },
  {
    route: '/sip/settings',
    product: 'C1410',
    ready: (page) => expect(page.locator('main input[name="enabled"]')).toBeVisible(),
    pictures: [{ name: 'advanced, audio', act: (page) => page.getByRole('tab').nth(3).click() }],
  },
]
