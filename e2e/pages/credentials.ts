import { getDeniedCard, removeCredential } from '@lintel/contract/calls/access-control'
import { addCredential, BEN, cellOf, credentialsOn, fieldOf } from '../credentials/form.ts'
import { at, expect } from '../fixture.ts'
import { ADA } from '../rig/states.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, failing, notSaved, saveButton, submitButton } from './parts.ts'

const openings = [
  { calls: ['accessControl.GetCredentialList'], inside: true, failed: couldNotLoad },
]

export const credentials: readonly PageDescriptor[] = [
  {
    route: '/credentials',
    product: 'A1601',
    about: getDeniedCard,
    menu: { English: 'Cards and PINs', German: 'Karten und PINs' },
    ready: (page) => expect(page.locator('main table')).toBeVisible(),
    openings,
    restart: {
      change: (rig) => addCredential(rig, BEN),
      after: (page) => expect(cellOf(page, BEN.Description)).toBeVisible(),
    },
    pictures: [
      {
        name: 'none',
        before: (rig) => rig.root.call(removeCredential, { Token: [ADA.token] }),
      },
      { name: 'list', before: (rig) => addCredential(rig, BEN) },
      { name: 'list fails', before: failing('accessControl.GetCredentialList') },
    ],
  },
  {
    route: '/credentials/add',
    product: 'A1601',
    about: getDeniedCard,
    ready: (page) => expect(fieldOf(page, 'name')).toBeVisible(),
    openings,
    restart: {
      before: (page) => fieldOf(page, 'name').fill('Newcomer'),
      after: (page) => expect(fieldOf(page, 'name')).toHaveValue('Newcomer'),
    },
    pictures: [
      { name: 'add' },
      {
        name: 'add, wrong',
        async act(page) {
          await fieldOf(page, 'card').fill('none')
          await submitButton(page).click()
        },
      },
    ],
  },
  {
    route: '/credentials/ada',
    product: 'A1601',
    about: getDeniedCard,
    ready: (page) => expect(fieldOf(page, 'name')).toHaveValue(ADA.Description),
    openings,
    forms: [
      {
        what: 'a card',
        call: 'accessControl.SetCredential',
        fill: (page) => fieldOf(page, 'name').fill('Ada Byron'),
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(fieldOf(page, 'name')).toHaveValue('Ada Byron'),
        async saved(page) {
          await expect(page).toHaveURL(at('/credentials'))
          await expect(cellOf(page, 'Ada Byron')).toBeVisible()
        },
        stored: async (rig) =>
          (await credentialsOn(rig)).some(({ Description }) => Description === 'Ada Byron'),
      },
    ],
    restart: {
      before: (page) => fieldOf(page, 'name').fill('Mine'),
      change: (rig) => addCredential(rig, { ...ADA, Enabled: false }),
      async after(page) {
        await expect(fieldOf(page, 'enabled')).not.toBeChecked()
        await expect(fieldOf(page, 'name')).toHaveValue('Mine')
      },
    },
    pictures: [
      { name: 'edit' },
      {
        name: 'edit, PIN',
        route: '/credentials/ben',
        before: (rig) => addCredential(rig, BEN),
      },
      {
        name: 'edit, ends early',
        async act(page) {
          await fieldOf(page, 'from').fill('24/12/2026 08:00')
          await fieldOf(page, 'until').fill('24/12/2026 07:59')
          await saveButton(page).click()
        },
      },
    ],
  },
]
