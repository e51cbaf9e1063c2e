import { updateConfiguration } from '@lintel/contract/calls/intercom'
import { CALL_BUTTON_RULE } from '@lintel/contract/rules/phonebook'
import { expect } from '../fixture.ts'
import { callButtonForm } from '../phonebook/call-button.ts'
import { storedEntry } from '../phonebook/book.ts'
import { setEntries } from '../rig/house.ts'
import type { Rig } from '../rig/rig.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, notSaved, saveButton } from './parts.ts'

const PRODUCTS = ['A8207-VE', 'I8016-LVE', 'A8105-E']

/** A call button that calls a contact. */
const toAda = (rig: Rig) =>
  setEntries(rig.root, [{ id: CALL_BUTTON_RULE, type: 'Rule', childIds: ['ada'] }])

/** The pages of the phonebook beside its lists. */
export const phonebookPages: readonly PageDescriptor[] = [
  {
    route: '/phonebook/callbutton',
    ready: (page) => expect(callButtonForm(page).displayButton).toBeVisible(),
    openings: [
      { calls: ['phonebook.GetPhonebookEntries'], inside: true, failed: couldNotLoad },
      {
        what: 'accounts',
        calls: ['sip.GetSIPAccounts'],
        inside: true,
        failed: couldNotLoad,
      },
    ],
    forms: [
      {
        what: 'whom the call button calls',
        call: 'phonebook.SetPhonebookEntries',
        before: toAda,
        fill: (page) => callButtonForm(page).displayButton.uncheck(),
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(callButtonForm(page).displayButton).not.toBeChecked(),
        async saved(page) {
          await expect(saveButton(page)).toHaveCount(0)
          await expect(callButtonForm(page).displayButton).not.toBeChecked()
        },
        stored: async (rig) => (await storedEntry(rig, CALL_BUTTON_RULE))?.DisplayButton === false,
      },
    ],
    restart: {
      before: (page) => callButtonForm(page).vms.check(),
      change: (rig) =>
        rig.root.call(updateConfiguration, { Configuration: { CallButtonIdleBehavior: 'Off' } }),
      async after(page) {
        await expect(callButtonForm(page).idle).toHaveValue('Off')
        await expect(callButtonForm(page).vms).toBeChecked()
      },
    },
    pictures: [
      { name: 'call button' },
      {
        name: 'call button, long names',
        state: 'busy',
        before: (rig) =>
          setEntries(rig.root, [
            {
              id: CALL_BUTTON_RULE,
              type: 'Rule',
              childIds: Array.from({ length: 6 }, (_, place) => `long-${place}`),
            },
          ]),
        act: (page) => callButtonForm(page).fallback.selectOption('CONTACT'),
      },
      ...PRODUCTS.map((product) => ({ name: `call button, ${product}`, product, before: toAda })),
    ],
  },
  {
    route: '/phonebook/print',
    ready: (page) => expect(page.locator('main input[name="company"]')).toBeVisible(),
    openings: [{ calls: ['phonebookLists.organisations'], inside: true, failed: couldNotLoad }],
    restart: {
      before: (page) => page.locator('main input[name="company"]').fill('Mine'),
      after: (page) => expect(page.locator('main input[name="company"]')).toHaveValue('Mine'),
    },
    pictures: [
      { name: 'print' },
      {
        name: 'print, chosen',
        state: 'busy',
        act: (page) => page.getByRole('switch').uncheck(),
      },
      { name: 'print, A8207-VE', product: 'A8207-VE' },
    ],
  },
]
