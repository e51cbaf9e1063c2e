/** SIP accounts when the device refuses, does half of it, or loses power in between. */
import { setPower } from '@lintel/contract/bench'
import { setSipAccount } from '@lintel/contract/calls/sip-accounts'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { applyFaults, clearFaults, FAULT_ERRORS, holdCalls } from '../fault-scenarios/faults.ts'
import { saveButton } from '../pages/parts.ts'
import { afterRetries } from '../rig/page-clock.ts'
import type { Rig } from '../rig/rig.ts'
import { accountsOf, addAccount, dtmfNames, fillAccount, formOf, rowOf } from './form.ts'

const namesOf = async (rig: Rig) => (await accountsOf(rig)).map(({ Name }) => Name)

/** Creates an account, and opens its form. */
async function openDesk(page: Page, rig: Rig, open: (route: string) => Promise<void>) {
  const id = await addAccount(rig, 'Desk')
  await open(`/sip/accounts/${id}/edit`)
  await expect(formOf(page).name).toHaveValue('Desk')
}

/** Deletes the account whose form is open. */
async function deleteIt(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }).click()
}

test('an account that can’t be deleted is reported, and stays', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  await openDesk(page, rig, open)
  await applyFaults(rig, { call: 'sip.RemoveSIPAccount', fault: 'status', value: 500 })
  await deleteIt(page)
  await expect(page.getByText('The account Desk could not be deleted.')).toBeVisible()
  await expect(rowOf(page, 'Desk')).toBeVisible()
  expect(await namesOf(rig)).toContain('Desk')
  expect(await dtmfNames(rig)).toContain('Desk')
})

test('an account that is deleted without its DTMF settings is reported as that', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  await openDesk(page, rig, open)
  await applyFaults(rig, { call: 'sip.RemoveDTMFConfiguration', fault: 'status', value: 500 })
  await deleteIt(page)
  await expect(page.getByText('but its DTMF settings are still on the device.')).toBeVisible()
  await expect(rowOf(page, 'Desk')).toHaveCount(0)
  expect(await namesOf(rig)).not.toContain('Desk')
  expect(await dtmfNames(rig)).toContain('Desk')
})

test('a deletion whose answer is lost is reported as done once the account is gone', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS)
  await openDesk(page, rig, open)
  await applyFaults(rig, { call: 'sip.RemoveSIPAccount', fault: 'cut' })
  await deleteIt(page)
  await expect(page.getByText('The account Desk is deleted.')).toBeVisible()
  await expect(rowOf(page, 'Desk')).toHaveCount(0)
  expect(await namesOf(rig)).not.toContain('Desk')
  expect(await dtmfNames(rig)).not.toContain('Desk')
})

test('a list that somebody else changes follows while it is open (EXPECT-21)', async ({
  page,
  open,
  rig,
}) => {
  const SIPAccountId = await addAccount(rig, 'Desk')
  await open('/sip/accounts')
  await expect(rowOf(page, 'Desk')).toBeVisible()
  const account = (await accountsOf(rig)).find(({ Id }) => Id === SIPAccountId)
  await rig.root.call(setSipAccount, { SIPAccount: { ...account, Name: 'Lobby' } as never })
  await expect(page.getByRole('cell', { name: 'Lobby', exact: true })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Desk', exact: true })).toHaveCount(0)
})

test('an account whose creation was not confirmed is finished by the next attempt, with what was changed', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS)
  await open('/sip/accounts/add')
  await fillAccount(page, 'Desk')
  let gone = false
  await page.route('**/vapix/call', async (route) => {
    if (gone) return route.abort()
    if (route.request().postData()?.includes('SetSIPAccount') !== true) return route.continue()
    gone = true
    await route.fetch()
    return route.abort()
  })
  await formOf(page).create.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved.' })).toBeVisible()
  expect(await namesOf(rig)).toContain('Desk')
  await page.unroute('**/vapix/call')
  await formOf(page).name.fill('Gate')
  await formOf(page).create.click()
  await expect(rowOf(page, 'Gate')).toHaveCount(1)
  expect(await namesOf(rig)).toEqual(['Peer-to-peer', 'Gate'])
  expect(await dtmfNames(rig)).toContain('Gate')
  expect(await dtmfNames(rig)).not.toContain('Desk')
})

test.describe('a power cut', () => {
  test.use({ clock: true })

  /** Cuts the power while a call is under way, and switches it on again once the page has noticed. */
  async function cutPowerDuring(page: Page, rig: Rig, call: string, act: () => Promise<void>) {
    const arrived = await holdCalls(rig, call)
    await act()
    await arrived()
    await rig.bench.call(setPower, { action: 'off' })
    await clearFaults(rig)
    return async (after: () => Promise<void>) => {
      await rig.bench.call(setPower, { action: 'on' })
      await afterRetries(page, after)
    }
  }

  test('in a save keeps what was typed, and the next save stores it', async ({
    page,
    open,
    rig,
    expectFailures,
  }) => {
    expectFailures(...FAULT_ERRORS)
    await openDesk(page, rig, open)
    await formOf(page).name.fill('Gate')
    const powerOn = await cutPowerDuring(page, rig, 'sip.SetSIPAccount', () =>
      saveButton(page).click(),
    )
    await expect(page.getByText('Your changes may not have been saved')).toBeVisible()
    await expect(formOf(page).name).toHaveValue('Gate')
    await powerOn(async () => {
      await expect(page.getByText(/^(?:Not up to date|No answer)$/)).toBeHidden({ timeout: 2_000 })
    })
    expect(await namesOf(rig)).toContain('Desk')
    await expect(formOf(page).name).toHaveValue('Gate')
    await saveButton(page).click()
    await expect(rowOf(page, 'Gate')).toBeVisible()
    expect(await namesOf(rig)).toContain('Gate')
    expect(await dtmfNames(rig)).toContain('Gate')
  })

  test('while an account is created leaves no half of it once it is created again', async ({
    page,
    open,
    rig,
    expectFailures,
  }) => {
    expectFailures(...FAULT_ERRORS)
    await open('/sip/accounts/add')
    await fillAccount(page, 'Desk')
    const powerOn = await cutPowerDuring(page, rig, 'sip.SetSIPAccount', () =>
      formOf(page).create.click(),
    )
    await expect(formOf(page).create).not.toHaveAttribute('aria-busy', 'true')
    await expect(formOf(page).name).toHaveValue('Desk')
    await powerOn(async () => {
      await expect(page.getByText(/^(?:Not up to date|No answer)$/)).toBeHidden({ timeout: 2_000 })
    })
    expect(await namesOf(rig)).not.toContain('Desk')
    await formOf(page).create.click()
    await expect(rowOf(page, 'Desk')).toHaveCount(1)
    expect((await namesOf(rig)).filter((name) => name === 'Desk')).toHaveLength(1)
    expect((await dtmfNames(rig)).filter((name) => name === 'Desk')).toHaveLength(1)
  })
})
