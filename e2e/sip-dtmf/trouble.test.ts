/** The DTMF page when the device refuses, loses power in a save, or has a second administrator. */
import { setPower } from '@lintel/contract/bench'
import { addDtmfTrigger, getDtmfTriggers } from '@lintel/contract/calls/dtmf-triggers'
import {
  DTMF_PAGE,
  getDtmfConfigurations,
  setDtmfConfiguration,
} from '@lintel/contract/calls/sip-dtmf'
import type { DtmfConfiguration } from '@lintel/contract/calls/sip-dtmf'
import { applyFaults, clearFaults, FAULT_ERRORS, holdCalls } from '../fault-scenarios/faults.ts'
import { expect, test } from '../fixture.ts'
import { notSaved, saveButton } from '../pages/parts.ts'
import { needs, needsVersions } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'

async function gateOf(rig: Rig): Promise<DtmfConfiguration> {
  const { DTMFConfiguration } = await rig.root.call(getDtmfConfigurations, {})
  const gate = DTMFConfiguration.find(({ Name }) => Name === 'Gate')
  if (!gate) throw new Error('There is no configuration.')
  return gate
}

test.describe('a configuration', () => {
  test.beforeEach(async ({ page, rig }) => {
    const DTMFConfiguration = { Name: 'Gate', RFC2833: true, RFC2976: true }
    await rig.root.call(setDtmfConfiguration, { DTMFConfiguration })
    await page.goto(DTMF_PAGE)
    await page.getByRole('button', { name: 'Edit Gate' }).click()
    await page.getByRole('switch', { name: 'SIP messages (RFC 2976)' }).uncheck()
  })

  test('that can’t be saved is reported, stays as it was set, and is saved later (EXPECT-12)', async ({
    page,
    rig,
    expectFailures,
  }) => {
    expectFailures(...FAULT_ERRORS)
    for (const fault of ['status', 'diskFull', 'drop'] as const) {
      await applyFaults(rig, {
        call: 'sip.SetDTMFConfiguration',
        fault,
        ...(fault === 'status' && { value: 500 }),
      })
      await saveButton(page).click()
      await expect(saveButton(page)).not.toHaveAttribute('aria-busy', 'true')
      await expect(notSaved(page)).toBeVisible()
      await expect(page.getByRole('switch', { name: 'SIP messages (RFC 2976)' })).not.toBeChecked()
      expect((await gateOf(rig)).RFC2976).toBe(true)
    }
    await clearFaults(rig)
    await saveButton(page).click()
    await expect(page.getByText('Gate is saved.')).toBeVisible()
    expect((await gateOf(rig)).RFC2976).toBe(false)
  })

  test('is not saved over somebody else’s change (EXPECT-21)', async ({ page, rig }) => {
    needsVersions()
    const held = await holdCalls(rig, 'sip.GetDTMFConfiguration')
    await saveButton(page).click()
    await held()
    await rig.root.call(setDtmfConfiguration, {
      DTMFConfiguration: { ...(await gateOf(rig)), RFC2833: false },
    })
    await clearFaults(rig)
    await expect(page.getByRole('alert')).toContainText('Somebody else has changed this')
    expect(await gateOf(rig)).toMatchObject({ RFC2833: false, RFC2976: true })
  })

  test('whose save a power cut interrupts is kept on the form, and saved afterwards', async ({
    page,
    rig,
    expectFailures,
  }) => {
    expectFailures(...FAULT_ERRORS)
    const arrived = await holdCalls(rig, 'sip.SetDTMFConfiguration')
    await saveButton(page).click()
    await arrived()
    await rig.bench.call(setPower, { action: 'off' })
    await clearFaults(rig)
    await expect(notSaved(page)).toBeVisible()
    await expect(page.getByRole('switch', { name: 'SIP messages (RFC 2976)' })).not.toBeChecked()
    await rig.bench.call(setPower, { action: 'on' })
    expect((await gateOf(rig)).RFC2976).toBe(true)
    await saveButton(page).click()
    await expect(page.getByText('Gate is saved.')).toBeVisible()
    expect((await gateOf(rig)).RFC2976).toBe(false)
  })
})

test('a trigger that can’t be deleted is reported and stays', async ({
  page,
  rig,
  expectFailures,
}) => {
  needs(getDtmfTriggers)
  expectFailures(...FAULT_ERRORS)
  await rig.root.call(addDtmfTrigger, {
    name: 'Front door',
    code: '12#',
    account: '',
    port: 3,
    pulse: 1000,
  })
  await page.goto(DTMF_PAGE)
  await page.getByRole('button', { name: 'Edit Front door' }).click()
  await applyFaults(rig, { call: 'dtmfTriggers.remove', fault: 'status', value: 500 })
  await page.getByRole('button', { name: 'Delete trigger' }).click()
  await page
    .getByRole('alertdialog', { name: 'Delete trigger' })
    .getByRole('button', { name: 'Delete trigger' })
    .click()
  await expect(page.getByRole('alert').filter({ hasText: "That didn't work." })).toBeVisible()
  expect((await rig.root.call(getDtmfTriggers, {})).total).toBe(1)
})
