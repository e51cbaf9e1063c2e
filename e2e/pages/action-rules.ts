import { getActionRules, runActionRule } from '@lintel/contract/calls/action-rules'
import { addGuard, addRule, whileScheduled } from '../events/rules.ts'
import { expect } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, notSaved, submitButton } from './parts.ts'

/** Rules of every length, one of which has run. */
async function addSome(rig: Rig): Promise<void> {
  const { id } = await addGuard(rig, 'Wache')
  const night = await whileScheduled(rig)
  const ring = await addRule(rig, {
    name: 'Nachts klingeln',
    conditions: [night],
    template: 'com.axis.action.fixed.notification.smtp',
    recipient: id,
    parameters: { subject: 'Es klingelt' },
    delay: 5,
  })
  await addRule(rig, { name: 'Rotes Licht', enabled: false })
  await addRule(rig, {
    name: 'Licht im Hof, solange das Tor offen ist und niemand spricht',
    start: {
      topic: 'Device/IO/VirtualInput',
      items: [
        { name: 'port', value: '3' },
        { name: 'active', value: 'true' },
      ],
    },
    conditions: [night, { topic: 'Call/State', items: [{ name: 'CallState', value: 'Idle' }] }],
    template: 'com.axis.action.unlimited.ledcontrol',
    parameters: { led: 'statusled', color: 'green' },
  })
  await rig.root.call(runActionRule, { id: ring.id })
}

/** The page of action rules, outside of the console. */
export const actionRules: readonly PageDescriptor[] = [
  {
    path: '/operator/action_rules.shtml',
    about: getActionRules,
    ready: (page) => expect(page.locator('main header button').nth(1)).toBeVisible(),
    openings: [
      { calls: ['getbrand', 'usergroup', 'param.list'], failed: couldNotLoad },
      {
        what: 'the rules on /operator/action_rules.shtml',
        calls: ['actionRules.list', 'recipients.list', 'actionRules.choices'],
        failed: couldNotLoad,
      },
    ],
    forms: [
      {
        what: 'a new action rule',
        call: 'actionRules.add',
        async fill(page) {
          await page.getByRole('button', { name: 'Add rule' }).click()
          await page.getByLabel('What happens').selectOption('Call button')
          await page.getByLabel('What to do').selectOption('Turn on the status light')
          await page.getByLabel('For how many seconds').fill('7')
        },
        save: (page) => page.getByRole('button', { name: 'Add rule' }),
        failed: notSaved,
        unchanged: (page) => expect(page.getByLabel('For how many seconds')).toHaveValue('7'),
        saved: (page) => expect(page.getByRole('table')).toContainText('for 7 seconds'),
        stored: async (rig) =>
          (await rig.root.call(getActionRules, {})).items.some(
            ({ parameters }) => parameters['duration'] === '7',
          ),
      },
    ],
    pictures: [
      { name: 'no rules' },
      { name: 'rules', before: addSome },
      { name: 'rule', before: addSome, act: (page) => page.locator('td button').nth(1).click() },
      {
        name: 'a run',
        before: addSome,
        async act(page) {
          await page.locator('td button').first().click()
          await expect(page.locator('td output')).not.toBeEmpty()
        },
      },
      {
        name: 'new rule',
        act: (page) => page.locator('main header button').nth(1).click(),
      },
      {
        name: 'new rule, wrong',
        async act(page) {
          await page.locator('main header button').nth(1).click()
          await submitButton(page).click()
        },
      },
      {
        name: 'log',
        before: addSome,
        act: (page) => page.locator('main header button').first().click(),
      },
    ],
  },
]
