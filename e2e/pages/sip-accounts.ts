import { setSipAccount } from '@lintel/contract/calls/sip-accounts'
import { at, expect } from '../fixture.ts'
import { accountCalled, accountsOf, addAccount, formOf, rowOf } from '../sip-accounts/form.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, notSaved, saveButton, submitButton } from './parts.ts'

const openings = [{ calls: ['sip.GetSIPAccounts'], inside: true, failed: couldNotLoad }]

export const sipAccounts: readonly PageDescriptor[] = [
  {
    route: '/sip/accounts',
    menu: { English: 'SIP accounts', German: 'SIP-Konten' },
    ready: (page) => expect(page.locator('main tbody').getByRole('row').first()).toBeVisible(),
    openings: [
      ...openings,
      {
        what: 'statuses',
        // The list appears without them.
        calls: ['sip.GetSIPAccountStatuses'],
        inside: true,
      },
    ],
    restart: {
      change: (rig) => addAccount(rig, 'Desk'),
      after: (page) => expect(rowOf(page, 'Desk')).toBeVisible(),
    },
    pictures: [
      { name: 'accounts' },
      {
        name: 'full',
        async before(rig) {
          for (let number = 1; number <= 6; number += 1) await addAccount(rig, `Desk ${number}`)
        },
        act: (page) => page.locator('main summary').click(),
      },
    ],
  },
  {
    route: '/sip/accounts/add',
    ready: (page) => expect(formOf(page).name).toBeVisible(),
    openings,
    restart: {
      before: (page) => formOf(page).name.fill('Mine'),
      after: (page) => expect(formOf(page).name).toHaveValue('Mine'),
    },
    pictures: [
      { name: 'add' },
      { name: 'add, wrong', act: (page) => submitButton(page).click() },
      { name: 'add, network', act: (page) => page.getByRole('tab').nth(1).click() },
      { name: 'add, video', act: (page) => page.getByRole('tab').nth(3).click() },
    ],
  },
  {
    // The account of a device with factory settings.
    route: '/sip/accounts/sip_account_0/edit',
    ready: (page) => expect(formOf(page).name).toBeVisible(),
    openings,
    forms: [
      {
        what: 'an account',
        call: 'sip.SetSIPAccount',
        fill: (page) => formOf(page).name.fill('Gate'),
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(formOf(page).name).toHaveValue('Gate'),
        async saved(page) {
          await expect(page).toHaveURL(at('/sip/accounts'))
          await expect(rowOf(page, 'Gate')).toBeVisible()
        },
        stored: async (rig) => (await accountsOf(rig)).some(({ Name }) => Name === 'Gate'),
      },
    ],
    restart: {
      before: (page) => formOf(page).name.fill('Mine'),
      async change(rig) {
        const SIPAccount = { ...(await accountCalled(rig, 'Peer-to-peer')), UserId: 'theirs' }
        await rig.root.call(setSipAccount, { SIPAccount })
      },
      async after(page) {
        await expect(formOf(page).userId).toHaveValue('theirs')
        await expect(formOf(page).name).toHaveValue('Mine')
      },
    },
    pictures: [
      { name: 'edit' },
      {
        name: 'edit, password',
        async before(rig) {
          const SIPAccount = { ...(await accountCalled(rig, 'Peer-to-peer')), Password: 'secret' }
          await rig.root.call(setSipAccount, { SIPAccount })
        },
        act: (page) => page.getByRole('checkbox').check(),
      },
      {
        name: 'proxies',
        async before(rig) {
          const SIPProxies = ['a', 'b'].map((name) => ({ Server: `${name}.example.com` }))
          const SIPAccount = { ...(await accountCalled(rig, 'Peer-to-peer')), SIPProxies }
          await rig.root.call(setSipAccount, { SIPAccount })
        },
        act: (page) => page.getByRole('tab').nth(2).click(),
      },
    ],
  },
]
