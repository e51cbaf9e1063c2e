import { addUser, getUsers, updateUser } from '@lintel/contract/calls/users'
import { at, expect } from '../fixture.ts'
import { PASSWORD } from '../rig/accounts.ts'
import { fill, formOf, rowOf } from '../users/form.ts'
import type { PageDescriptor } from './descriptor.ts'
import { alert, couldNotLoad, failing, saveButton, submitButton } from './parts.ts'

const openings = [{ calls: ['pwdgrp'], inside: true, failed: couldNotLoad }]

export const users: readonly PageDescriptor[] = [
  {
    route: '/users',
    menu: { English: 'Users', German: 'Benutzer' },
    ready: (page) => expect(page.getByRole('table')).toBeVisible(),
    openings,
    restart: {
      change: (rig) => rig.root.call(addUser, { user: 'newcomer', pwd: PASSWORD, sgrp: 'viewer' }),
      after: (page) => expect(rowOf(page, 'newcomer')).toBeVisible(),
    },
    pictures: [
      { name: 'list' },
      { name: 'many', state: 'busy' },
      { name: 'list fails', before: failing('pwdgrp.get') },
    ],
  },
  {
    route: '/users/add',
    ready: (page) => expect(page.locator('main select')).toBeVisible(),
    openings,
    restart: {
      before: (page) => fill(page, { name: 'newcomer', password: PASSWORD }),
      async after(page) {
        await expect(formOf(page).name).toHaveValue('newcomer')
        await expect(formOf(page).password).toHaveValue(PASSWORD)
      },
    },
    pictures: [
      { name: 'add' },
      {
        name: 'add, wrong',
        async act(page) {
          await page.getByRole('textbox').first().fill('no spaces')
          await submitButton(page).click()
        },
      },
    ],
  },
  {
    route: '/users/edit/guard1',
    ready: (page) => expect(page.locator('main select')).toHaveValue('operator'),
    openings,
    forms: [
      {
        what: 'an account',
        call: 'pwdgrp.update',
        fill: (page) => fill(page, { role: 'Viewer', password: 'Other2468!' }),
        save: saveButton,
        failed: (page) => alert(page, 'The user could not be saved.'),
        async unchanged(page) {
          await expect(formOf(page).role).toHaveValue('viewer')
          await expect(formOf(page).password).toHaveValue('Other2468!')
        },
        async saved(page) {
          await expect(page).toHaveURL(at('/users'))
          await expect(rowOf(page, 'guard1')).toContainText('Viewer')
        },
        stored: async (rig) => !(await rig.root.call(getUsers, {})).operator.includes('guard1'),
      },
    ],
    restart: {
      change: (rig) => rig.root.call(updateUser, { user: 'guard1', sgrp: 'viewer' }),
      after: (page) => expect(formOf(page).role).toHaveValue('viewer'),
    },
    pictures: [{ name: 'edit' }, { name: 'edit root', route: '/users/edit/root' }],
  },
]
