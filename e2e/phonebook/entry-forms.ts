/** The forms of contacts and call groups, and the entries behind them. */
import { getPhonebookEntries, setPhonebookEntries } from '@lintel/contract/calls/phonebook'
import type { InputOf } from '@lintel/contract/call'
import { expect } from '../fixture.ts'
import type { Locator, Page } from '@playwright/test'
import type { Rig } from '../rig/rig.ts'

type Entries = InputOf<typeof setPhonebookEntries>['phonebookEntries']

export const NEW_CONTACT = '/phonebook/organisations/mill/contacts/add'
export const EDIT_CONTACT = '/phonebook/organisations/mill/contacts/grace/edit'
export const NEW_GROUP = '/phonebook/organisations/mill/callgroups/add'
export const EDIT_GROUP = '/phonebook/organisations/mill/callgroups/porter/edit'

/** A picture of one pixel. */
export const PNG = {
  name: 'face.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

const call = { type: 'SIP', address: '100@127.0.0.9', accountid: '' } as const

/** An organisation with two contacts, one of them called by SIP, and a call group. */
const MILL: Entries = [
  { id: 'mill', type: 'Organization', label: 'Mill' },
  {
    id: 'grace',
    type: 'Person',
    firstName: 'Grace',
    lastName: 'Hopper',
    keyTrigger: '71',
    organisationId: 'mill',
    callInformation: [call],
  },
  {
    id: 'alan',
    type: 'Person',
    firstName: 'Alan',
    keyTrigger: '72',
    organisationId: 'mill',
    callInformation: [{ type: 'VMS' }],
  },
  {
    id: 'porter',
    type: 'Rule',
    label: 'Porter',
    triggerType: 'Key',
    keyTrigger: '73',
    organisationId: 'mill',
    childIds: ['grace'],
  },
]

export const setEntries = (rig: Rig, entries: Entries) =>
  rig.root.call(setPhonebookEntries, { phonebookEntries: entries })

export const makeMill = (rig: Rig) => setEntries(rig, MILL)

export const entriesOf = async (rig: Rig) =>
  (await rig.root.call(getPhonebookEntries, {})).phonebookEntries

export const entryWith = async (rig: Rig, id: string) =>
  (await entriesOf(rig)).find((entry) => entry.id === id)

/** The contacts with this first name. */
export const contactsCalled = async (rig: Rig, name: string) =>
  (await entriesOf(rig)).filter(({ firstName }) => firstName === name)

/** The controls of both forms. */
export const formOf = (page: Page) => ({
  firstName: page.locator('main input[name="firstName"]'),
  lastName: page.locator('main input[name="lastName"]'),
  label: page.locator('main input[name="label"]'),
  speedDial: page.locator('main input[name="speedDial"]'),
  department: page.locator('main select[name="department"]'),
  departmentName: page.locator('main input[name="departmentName"]'),
  departmentId: page.locator('main select[name="departmentId"]'),
  fallback: page.locator('main select[name="fallback"]'),
  fallbackAddress: page.locator('main input[name="fallbackAddress"]'),
  file: page.locator('main input[type="file"]'),
  image: page.locator('main button[name="image"]'),
  preview: page.getByAltText('Preview of the image'),
  onDisplay: page.getByRole('switch', { name: 'Show on the display' }),
  submit: page.locator('main [data-save-bar] button[type="submit"]'),
})

/**
 * Adds a way to call the contact of the open form.
 * @param schedule the name of the one in which it is available; always by default
 */
export async function addCall(page: Page, address: string, schedule = 'Always'): Promise<void> {
  await page.getByRole('button', { name: 'Add call' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add call' })
  await dialog.getByLabel('Called address').fill(address)
  await dialog.getByLabel('Availability').selectOption(schedule)
  await dialog.getByRole('button', { name: 'Add call' }).click()
  await expect(dialog).toHaveCount(0)
}

/** Expects a field to be marked as invalid with its reason. */
export async function expectError(field: Locator, text: string | RegExp): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(text)
}
