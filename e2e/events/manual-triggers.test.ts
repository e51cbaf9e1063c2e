/** The page of the manual trigger and the virtual inputs. */
import { advanceClock, setFaults } from '@lintel/contract/bench'
import { getActionLog } from '@lintel/contract/calls/action-rules'
import { getVirtualInputs, switchManualTrigger } from '@lintel/contract/calls/virtual-inputs'
import { RULE_TOPICS } from '@lintel/contract/events'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { addRule, callInputs, makeRules } from '../pages/manual-triggers.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'

needs(getVirtualInputs)

const PAGE = '/operator/manual_triggers.shtml'

/** The numbers of the active inputs, and `trigger`. */
async function active(rig: Rig): Promise<(number | 'trigger')[]> {
  const { manualTrigger, inputs } = await rig.root.call(getVirtualInputs, {})
  const ports = inputs.filter((input) => input.active).map(({ port }) => port)
  return manualTrigger ? ['trigger', ...ports] : ports
}

const trigger = (page: Page) => page.getByRole('region', { name: 'Manual trigger' })
const state = (part: Locator) => part.getByText(/^(?:Active|Inactive)$/)
const inputs = (page: Page) => page.getByRole('region', { name: 'Virtual inputs' })
const rowOf = (page: Page, name: string) =>
  inputs(page)
    .locator('[data-row]')
    .filter({ has: page.getByText(name, { exact: true }) })

test('the trigger is activated and deactivated, and starts its rule', async ({ page, rig }) => {
  await addRule(rig, {
    name: 'Hang up',
    start: { topic: RULE_TOPICS.manualTrigger, items: [{ name: 'state', value: 'true' }] },
  })
  await page.goto(PAGE)
  const card = trigger(page)
  await expect(card).toContainText('Starts: Hang up')
  await expect(state(card)).toHaveText('Inactive')
  await expectAccessible(page)

  await card.getByRole('button', { name: 'Activate', exact: true }).click()
  await expect(state(card)).toHaveText('Active')
  expect(await active(rig)).toEqual(['trigger'])
  await expect
    .poll(async () => (await rig.root.call(getActionLog, {})).items.map(({ rule }) => rule))
    .toEqual(['Hang up'])

  const deactivate = card.getByRole('button', { name: 'Deactivate' })
  await expect(deactivate).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(state(card)).toHaveText('Inactive')
  expect(await active(rig)).toEqual([])
})

test('it deactivates itself after the seconds that were chosen', async ({ page, rig }) => {
  await page.goto(PAGE)
  const card = trigger(page)
  await card.getByLabel('For how long').selectOption('60 seconds')
  await card.getByRole('button', { name: 'Activate for this time' }).click()
  await expect(state(card)).toHaveText('Active')
  expect(await active(rig)).toEqual(['trigger'])
  await rig.bench.call(advanceClock, { milliseconds: 60_000 })
  expect(await active(rig)).toEqual([])
  await expect(state(card)).toHaveText('Inactive')
})

test('inputs that rules use come first, the others are folded away', async ({ page, rig }) => {
  await makeRules(rig)
  await page.goto(PAGE)
  await expect(rowOf(page, 'Virtual input 2')).toContainText('Starts: Alarm')
  await expect(state(rowOf(page, 'Virtual input 2'))).toHaveText('Active')
  await expect(rowOf(page, 'Virtual input 7')).toContainText('Condition of: Open the gate')
  await expect(rowOf(page, 'Virtual input 1')).toBeHidden()
  await rowOf(page, 'Virtual input 2').getByRole('button', { name: 'Deactivate' }).click()
  await expect.poll(() => active(rig)).toEqual([])

  await page.getByText('Virtual inputs that no action rule uses').click()
  const row = rowOf(page, 'Virtual input 32')
  await row.getByRole('button', { name: 'Activate' }).click()
  await expect(state(row)).toHaveText('Active')
  expect(await active(rig)).toEqual([32])
  await expectAccessible(page)
})

test('what other systems switch is shown', async ({ page, rig }) => {
  await makeRules(rig)
  await page.goto(PAGE)
  await expect(state(rowOf(page, 'Virtual input 7'))).toHaveText('Inactive')
  expect(await callInputs(rig, 'activate.cgi?port=7')).toContain('<StateChanged>true<')
  await rig.root.call(switchManualTrigger, { action: '6:/' })
  await expect(state(rowOf(page, 'Virtual input 7'))).toHaveText('Active')
  await expect(state(trigger(page))).toHaveText('Active')
})

test('without rules it says what to do, and where', async ({ page }) => {
  await page.goto(`${PAGE}?aca=yes`)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  await expect(trigger(page)).toContainText('No action rule uses the manual trigger.')
  await expect(inputs(page)).toContainText('No action rule uses a virtual input.')
  await expect(trigger(page).getByRole('link', { name: 'Action rules' })).toHaveAttribute(
    'href',
    '/webapp/hw/#/events',
  )
})

test('a press that the device refuses is reported, and the state stays true', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/500|503/)
  await page.goto(PAGE)
  await rig.bench.call(setFaults, {
    faults: [{ call: 'manualTrigger.action', fault: 'status', value: 503 }],
  })
  const card = trigger(page)
  await card.getByRole('button', { name: 'Activate', exact: true }).click()
  await expect(card.getByRole('alert')).toContainText("That didn't work.")
  await expect(state(card)).toHaveText('Inactive')
  await rig.bench.call(setFaults, { faults: [] })
  await card.getByRole('button', { name: 'Activate', exact: true }).click()
  await expect(card.getByRole('alert')).toHaveCount(0)
  await expect(state(card)).toHaveText('Active')
  expect(await active(rig)).toEqual(['trigger'])
})
