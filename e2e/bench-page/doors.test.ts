/** The doors of a door controller on the bench: each opens with its own relay. */
import { getBench } from '@lintel/contract/bench'
import { presentCard } from '@lintel/contract/bench-reader'
import { setPort } from '@lintel/contract/calls/io-ports'
import { updateParameters } from '@lintel/contract/calls/parameters'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'

test.use({ product: 'A1601', person: 'admin' })

const front = (page: Page) => page.getByRole('region', { name: 'Face plate' })
const door = (page: Page, name: string) => front(page).getByRole('figure', { name })

test('each relay has a door with its name, which opens with it', async ({ page, rig }) => {
  await page.goto(rig.addresses.bench)
  await expect(page.getByText('Running')).toBeVisible()
  await expect(front(page).getByRole('figure')).toHaveCount(2)
  await rig.root.call(updateParameters, {
    'root.IOPort.I2.Output.Name': 'Front door',
    'root.IOPort.I3.Output.Name': 'Yard',
    // A lock that a current keeps shut.
    'root.IOPort.I3.Output.Active': 'open',
  })
  await expect(door(page, 'Yard').getByText('The door is closed.')).toBeAttached()
  await rig.root.call(setPort, { action: '4:/' })
  await expect(door(page, 'Yard').getByText('The door is open.')).toBeAttached()
  await expect(door(page, 'Front door').getByText('The door is closed.')).toBeAttached()
  await expect(front(page).getByText('Open door: Yard')).toBeVisible()
  const output = page.getByRole('status', { name: 'Port 4, Yard' })
  await expect(output).toHaveText('Active, circuit open')
  await rig.root.call(setPort, { action: '3:/' })
  await expect(front(page).getByText('Open doors: Front door, Yard')).toBeVisible()
  const { terminals } = await rig.bench.call(getBench, {})
  expect(terminals.filter(({ door: opens }) => opens).map(({ active }) => active)).toEqual([
    true,
    true,
  ])
  await expectAccessible(page)
  await rig.root.call(setPort, { action: '3:\\' })
  await expect(door(page, 'Front door').getByText('The door is closed.')).toBeAttached()
})

test('a card is held in front of the reader beside the doors', async ({ page, rig }) => {
  await page.goto(rig.addresses.bench)
  await expect(front(page).getByText('Card reader')).toBeAttached()
  await rig.bench.call(presentCard, { card: { type: 'UID/CSN', uid: '04A1B2C3', contents: [] } })
  await expect(front(page).locator('[data-accepted]')).toBeAttached()
  await expect(front(page).getByRole('status').last()).toContainText('A card is read')
})
