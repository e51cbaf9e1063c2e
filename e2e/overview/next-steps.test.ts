/** What a new device needs after its set-up, as the overview lists it. */
import { setPhonebookEntries } from '@lintel/contract/calls/phonebook'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { CALL_BUTTON_RULE } from '@lintel/contract/rules/phonebook'
import type { Page } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'
import { getTimeStatus } from '@lintel/contract/calls/time'
import { arrangingOf, enableSip, expectLoaded, tileOf, titlesOf } from './board.ts'

test.use({ reuse: 'nothing' })

const tile = (page: Page) => tileOf(page, 'Next steps')
const step = (page: Page, name: string) =>
  tile(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
const isDone = (page: Page, name: string) => step(page, name).getByText('This step is done')

/** Has the call button call Desk, at any address. */
async function callDesk(rig: Rig): Promise<void> {
  const callInformation = [{ type: 'SIP' as const, address: 'sip:desk@127.0.0.1', accountid: '' }]
  await rig.root.call(setPhonebookEntries, {
    phonebookEntries: [
      { id: 'bell-desk', type: 'CallInfo', label: 'Desk', callInformation },
      { id: CALL_BUTTON_RULE, type: 'Rule', label: 'Bell', childIds: ['bell-desk'] },
    ],
  })
}

/** Has the device follow a time server. */
const setServer = (rig: Rig) =>
  rig.root.call(updateParameters, {
    'root.Time.ObtainFromDHCP': 'no',
    'root.Time.NTP.Server': '127.0.0.1',
    'root.Time.SyncSource': 'NTP',
  })

test('the steps come first, are done as others do them, and go away with the last one', async ({
  page,
  open,
  rig,
}) => {
  needs(getTimeStatus)
  await open('/')
  await expectLoaded(page)
  // Beside the picture is the panel (OVERVIEW-01).
  expect((await titlesOf(page)).slice(0, 2)).toEqual(['This device', 'Next steps'])
  // The phonebook has contacts already.
  await expect(tile(page).getByText('1 of 4 done')).toBeVisible()
  await expect(isDone(page, 'Add a contact to the phonebook')).toHaveCount(1)
  await expect(isDone(page, 'Enable SIP calls')).toHaveCount(0)
  await expectAccessible(page)
  await enableSip(rig)
  await expect(isDone(page, 'Enable SIP calls')).toHaveCount(1)
  await callDesk(rig)
  await expect(isDone(page, 'Choose whom the call button calls')).toHaveCount(1)
  await expect(tile(page).getByText('3 of 4 done')).toBeVisible()
  await setServer(rig)
  await expect(page.getByText('All next steps are done.')).toBeVisible()
  await expect(tile(page)).toHaveCount(0)
  await page.reload()
  await expectLoaded(page)
  await expect(tile(page)).toHaveCount(0)
})

test('a step leads to the field where it is done', async ({ page, open }) => {
  await open('/')
  await step(page, 'Enable SIP calls').getByRole('link').click()
  await expect(page.getByLabel('Enable SIP', { exact: true })).toBeFocused()
  await expect(page).toHaveURL(at('/sip/settings'))
})

test('the steps can be hidden, as every tile', async ({ page, open, rig }) => {
  await open('/')
  await expectLoaded(page)
  const controls = arrangingOf(page)
  await controls.arrange.click()
  await controls.hide('Next steps').click()
  await controls.done.click()
  await expect(tile(page)).toHaveCount(0)
  await page.reload()
  await expectLoaded(page)
  await expect(tile(page)).toHaveCount(0)
  await enableSip(rig)
  await expect(page.getByText('All next steps are done.')).toHaveCount(0)
})

test.describe('operators', () => {
  test.use({ person: 'operator' })

  test('an operator, who can do none of them, sees no steps', async ({ page, open }) => {
    await open('/')
    await expectLoaded(page)
    await expect(tile(page)).toHaveCount(0)
  })
})
