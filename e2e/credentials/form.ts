import { presentCard } from '@lintel/contract/bench-reader'
import { getCredentialList, setCredential } from '@lintel/contract/calls/access-control'
import type { Credential } from '@lintel/contract/calls/access-control'
import type { InputOf } from '@lintel/contract/call'
import type { Locator, Page } from '@playwright/test'
import type { Rig } from '../rig/rig.ts'

type NewCredential = InputOf<typeof setCredential>['Credential'][number]

/** Whom another client has added, with a PIN. */
export const BEN: NewCredential & { Description: string } = {
  token: 'ben',
  Description: 'Ben',
  IdData: [
    { Name: 'Card', Value: 'C0DE1234' },
    { Name: 'PIN', Value: '2468' },
  ],
}

/** Stores a credential, as another client does. */
export const addCredential = (rig: Rig, credential: NewCredential) =>
  rig.root.call(setCredential, { Credential: [credential] })

/** All credentials, read directly from the device. */
export const credentialsOn = async (rig: Rig): Promise<readonly Credential[]> =>
  (await rig.root.call(getCredentialList, {})).Credential

/** Holds a card to the reader of the controller. */
export const present = (rig: Rig, uid: string) =>
  rig.bench.call(presentCard, { card: { type: 'UID/CSN', uid, contents: [] } })

/** The controls of the form, in any language. */
export const fieldOf = (
  page: Page,
  name: 'name' | 'enabled' | 'card' | 'pin' | 'removePin' | 'from' | 'until',
) => page.locator(`main [name="${name}"]`)

export const cellOf = (page: Page, name: string): Locator =>
  page.getByRole('cell').filter({ has: page.getByText(name, { exact: true }) })

export const rowOf = (page: Page, name: string): Locator =>
  page
    .locator('main')
    .getByRole('row')
    .filter({ has: cellOf(page, name) })
