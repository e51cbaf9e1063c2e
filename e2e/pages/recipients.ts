import { getRecipients } from '@lintel/contract/calls/recipients'
import { addGuard, addRule } from '../events/rules.ts'
import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, notSaved, submitButton } from './parts.ts'

/** The page of the recipients of action rules, outside of the console. */
export const recipients: readonly PageDescriptor[] = [
  {
    path: '/operator/recipients.shtml',
    about: getRecipients,
    ready: (page) => expect(page.locator('main header button').first()).toBeVisible(),
    openings: [
      { calls: ['getbrand', 'usergroup', 'param.list'], failed: couldNotLoad },
      {
        what: 'the recipients on /operator/recipients.shtml',
        calls: ['recipients.list', 'actionRules.choices'],
        failed: couldNotLoad,
      },
    ],
    forms: [
      {
        what: 'a new recipient',
        call: 'recipients.add',
        async fill(page) {
          await page.getByRole('button', { name: 'Add recipient' }).click()
          await page.getByLabel('Type').selectOption('TCP server')
          await page.getByLabel('Name', { exact: true }).fill('Guard')
          await page.getByLabel('Server', { exact: true }).fill('192.0.2.7')
          await page.getByLabel('Port number').fill('9000')
        },
        save: (page) => page.getByRole('button', { name: 'Add recipient' }),
        failed: notSaved,
        unchanged: (page) => expect(page.getByLabel('Port number')).toHaveValue('9000'),
        saved: (page) => expect(page.getByRole('row', { name: /^Guard/ })).toBeVisible(),
        stored: async (rig) =>
          (await rig.root.call(getRecipients, {})).items.some(({ name }) => name === 'Guard'),
      },
    ],
    pictures: [
      { name: 'no recipients' },
      {
        name: 'recipients',
        async before(rig) {
          const { id } = await addGuard(rig, 'Wache')
          await addGuard(rig, 'Hausmeister und Vertretung')
          await addRule(rig, {
            template: 'com.axis.action.fixed.notification.smtp',
            recipient: id,
            parameters: {},
          })
        },
      },
      {
        name: 'recipient',
        before: (rig) => addGuard(rig, 'Wache'),
        act: (page) => page.locator('td button').last().click(),
      },
      {
        name: 'new recipient, wrong',
        async act(page) {
          await page.locator('main header button').first().click()
          await submitButton(page).click()
        },
      },
      {
        name: 'test that failed',
        before: (rig) => addGuard(rig, 'Wache'),
        async act(page) {
          await page.locator('td button').last().click()
          await page.locator('main form [data-row] button[class*=button]').last().click()
          await expect(page.locator('main form [data-notice]')).toBeVisible()
        },
      },
    ],
  },
]
