import { addActionRule } from '@lintel/contract/calls/action-rules'
import type { NewActionRule } from '@lintel/contract/calls/action-rules'
import { getVirtualInputs, switchManualTrigger } from '@lintel/contract/calls/virtual-inputs'
import { RULE_TOPICS } from '@lintel/contract/events'
import { expect } from '../fixture.ts'
import { PASSWORD, ROOT } from '../rig/accounts.ts'
import { digestFetch } from '../rig/digest.ts'
import type { Rig } from '../rig/rig.ts'
import type { PageDescriptor } from './descriptor.ts'
import { alert, couldNotLoad } from './parts.ts'

const port = (value: string) => ({ name: 'port', value })
const TRIGGER = { topic: RULE_TOPICS.manualTrigger, items: [port('1')] }
const input = (number: number) => ({
  topic: RULE_TOPICS.virtualInput,
  items: [port(String(number)), { name: 'active', value: 'true' }],
})

/** Adds an action rule that ends calls, with these events. */
export const addRule = (rig: Rig, rule: Partial<NewActionRule> & { name: string }) =>
  rig.root.call(addActionRule, {
    enabled: true,
    conditions: [],
    template: 'com.lintel.action.fixed.call.end',
    recipient: '',
    parameters: {},
    delay: 0,
    retries: 0,
    ...rule,
  })

/** Makes a call of the virtual inputs, whose answers only browsers decode. Returns the answer. */
export async function callInputs(rig: Rig, call: string): Promise<string> {
  const address = `${rig.addresses.http}/axis-cgi/virtualinput/${call}&schemaversion=1`
  return (await digestFetch(ROOT, PASSWORD)(address)).text()
}

/** Rules for the trigger and two inputs, of which one is active. */
export async function makeRules(rig: Rig): Promise<void> {
  await addRule(rig, { name: 'Open the gate', start: TRIGGER, conditions: [input(7)] })
  await addRule(rig, { name: 'Call the desk', start: TRIGGER })
  await addRule(rig, { name: 'Alarm', start: input(2) })
  await callInputs(rig, 'activate.cgi?port=2')
}

export const manualTriggers: readonly PageDescriptor[] = [
  {
    path: '/operator/manual_triggers.shtml',
    about: getVirtualInputs,
    ready: (page) => expect(page.locator('main select')).toBeVisible(),
    openings: [
      { calls: ['getbrand', 'usergroup', 'param.list'], failed: couldNotLoad },
      {
        what: 'the inputs and rules on /operator/manual_triggers.shtml',
        calls: ['virtualInputs', 'actionRules'],
        failed: couldNotLoad,
      },
    ],
    forms: [
      {
        what: 'the manual trigger',
        call: 'manualTrigger.action',
        fill: async (page) =>
          void (await page.getByLabel('For how long').selectOption('20 seconds')),
        save: (page) => page.getByRole('button', { name: 'Activate', exact: true }).first(),
        failed: (page) => alert(page, "That didn't work."),
        unchanged: (page) => expect(page.getByLabel('For how long')).toHaveValue('20'),
        saved: (page) => expect(page.getByText('Active', { exact: true }).first()).toBeVisible(),
        stored: async (rig) => (await rig.root.call(getVirtualInputs, {})).manualTrigger,
        // Nothing is written.
        faults: ['slow', 'drop', 'status', 'cut'],
      },
    ],
    pictures: [
      { name: 'no rules' },
      {
        name: 'rules and an active input',
        async before(rig) {
          await makeRules(rig)
          await rig.root.call(switchManualTrigger, { action: '6:/' })
        },
      },
      { name: 'all inputs', act: (page) => page.locator('main summary').click() },
    ],
  },
]
