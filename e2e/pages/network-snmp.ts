import { updateParameters } from '@lintel/contract/calls/parameters'
import { expect } from '../fixture.ts'
import { formOf, parameter } from '../network-snmp/form.ts'
import { PASSWORD } from '../rig/accounts.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, failing, notSaved, saveButton, submitButton } from './parts.ts'

export const networkSnmp: readonly PageDescriptor[] = [
  {
    route: '/network-snmp',
    menu: { English: 'SNMP', German: 'SNMP' },
    ready: (page) => expect(page.getByRole('radio')).toHaveCount(3),
    openings: [{ calls: ['param.list'], inside: true, failed: couldNotLoad }],
    forms: [
      {
        what: 'the access of network managers',
        call: 'param.update',
        async fill(page) {
          await formOf(page).v1v2c.check()
          await formOf(page).write.fill('keeper')
        },
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(formOf(page).write).toHaveValue('keeper'),
        async saved(page) {
          await expect(saveButton(page)).toHaveCount(0)
          await expect(formOf(page).write).toHaveValue('keeper')
        },
        stored: async (rig) => (await parameter(rig, 'V1WriteCommunity')) === 'keeper',
        faults: ['diskFull', 'cut'],
      },
    ],
    restart: {
      async before(page) {
        await formOf(page).v1v2c.check()
        await formOf(page).write.fill('keeper')
      },
      change: (rig) => rig.root.call(updateParameters, { 'root.SNMP.V1ReadCommunity': 'theirs' }),
      async after(page) {
        await expect(formOf(page).write).toHaveValue('keeper')
        await expect(formOf(page).read).toHaveValue('theirs')
      },
    },
    pictures: [
      { name: 'off' },
      {
        name: 'v1 and v2c',
        async act(page) {
          await page.locator('input[value="v1v2c"]').check()
          await page.getByRole('switch').check()
          await page.locator('input[name="v1Read"]').fill('r'.repeat(33))
          await submitButton(page).click()
        },
      },
      {
        name: 'v3',
        async act(page) {
          await page.locator('input[value="v3"]').check()
          await submitButton(page).click()
        },
      },
      {
        name: 'first password',
        async act(page) {
          await page.locator('input[value="v3"]').check()
          await page.locator('input[name="password"]').fill(PASSWORD)
          await submitButton(page).click()
          await expect(page.getByRole('alertdialog')).toBeVisible()
        },
      },
      {
        name: 'mixed',
        before: (rig) =>
          rig.root.call(updateParameters, {
            'root.SNMP.Enabled': 'yes',
            'root.SNMP.V3': 'yes',
            'root.SNMP.InitialUserPasswd': PASSWORD,
          }),
      },
      { name: 'fails', before: failing('param.list') },
    ],
  },
]
