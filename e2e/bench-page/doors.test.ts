/** The doors of a door controller on the bench: each opens with its own relay. */
import { getBench } from '@lintel/contract/bench'
import { presentCard } from '@lintel/contract/bench-reader'
import { playStory } from '@lintel/contract/bench-story'
import { removeCredential, setCredential } from '@lintel/contract/calls/access-control'
import { getAccessLog } from '@lintel/contract/calls/access-log'
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

test('the reader beside each door opens it for a card that the controller knows', async ({
  page,
  rig,
}) => {
  await page.goto(rig.addresses.bench)
  await expect(front(page).getByText('Card reader')).toHaveCount(2)
  const said = front(page).getByRole('status').last()
  const present = () =>
    rig.bench.call(presentCard, { card: { type: 'UID/CSN', uid: '04A1B2C3', contents: [] } })
  const doors = front(page).getByRole('figure')
  await present()
  await expect(said).toContainText('Door 1: access is denied')
  await expect(doors.first().getByText('The door is closed.')).toBeAttached()
  await rig.root.call(setCredential, {
    Credential: [{ token: 'anna', IdData: [{ Name: 'Card', Value: '04A1B2C3' }] }],
  })
  await present()
  await expect(said).toContainText('Door 1: access is granted')
  await expect(front(page).locator('[data-accepted]')).toBeAttached()
  await expect(doors.first().getByText('The door is open.')).toBeAttached()
  await expect(doors.nth(1).getByText('The door is closed.')).toBeAttached()
  const { terminals } = await rig.bench.call(getBench, {})
  expect(terminals.flatMap(({ port, active }) => (active ? [port] : []))).toEqual([3])
  const reader = page.getByRole('region', { name: 'Card reader' })
  await reader.getByText('Door 2').click()
  await reader.getByRole('combobox', { name: 'Card type' }).selectOption('UID/CSN')
  await reader.getByRole('textbox', { name: 'Serial number' }).fill('04:A1:B2:C3')
  await reader.getByRole('button', { name: 'Present card' }).click()
  await expect(doors.nth(1).getByText('The door is open.')).toBeAttached()
  await expect(reader.getByRole('status', { name: 'Light of the reader' })).toHaveText('Green')
  await expectAccessible(page)
  await rig.root.call(removeCredential, { Token: ['anna'] })
})

test('a PIN is typed at the reader of a door, after the card that needs it', async ({
  page,
  rig,
}) => {
  await page.goto(rig.addresses.bench)
  const IdData = [
    { Name: 'Card' as const, Value: '04A1B2C3' },
    { Name: 'PIN' as const, Value: '2468' },
  ]
  await rig.root.call(setCredential, {
    Credential: [{ token: 'mia', Description: 'Mia', IdData }],
  })
  const reader = page.getByRole('region', { name: 'Card reader' })
  const said = front(page).getByRole('status').last()
  await reader.getByText('Door 2').click()
  await reader.getByRole('combobox', { name: 'Card type' }).selectOption('UID/CSN')
  await reader.getByRole('textbox', { name: 'Serial number' }).fill('04:A1:B2:C3')
  await reader.getByRole('button', { name: 'Present card' }).click()
  await expect(said).toContainText('Door 2: access is denied (the PIN is missing)')
  const pin = reader.getByRole('textbox', { name: 'PIN' })
  const enter = reader.getByRole('button', { name: 'Enter PIN' })
  await pin.fill('12a')
  await enter.click()
  await expect(pin).toHaveAccessibleDescription('A PIN has 1 to 32 digits.')
  await pin.fill('2468')
  await enter.click()
  const doors = front(page).getByRole('figure')
  await expect(doors.nth(1).getByText('The door is open.')).toBeAttached()
  const { items } = await rig.root.call(getAccessLog, { sort: 'at', descending: true })
  expect(items[0]).toMatchObject({ name: 'Mia', door: 'Door 2', reason: 'Granted' })
  await expectAccessible(page)
})

test('in a day in service a known card opens its door, a stranger’s none, and nothing is left of it', async ({
  page,
  rig,
}) => {
  await page.goto(rig.addresses.bench)
  const day = page.getByRole('region', { name: 'A day in service' })
  const doors = front(page).getByRole('figure')
  const said = front(page).getByRole('status').last()
  const next = async (caption: string) => {
    await day.getByRole('button', { name: 'Next step' }).click()
    await expect(day.getByRole('status')).toContainText(caption)
  }
  await next("adds Anna's card")
  await next('Anna holds her card')
  await expect(said).toContainText('Door 1: access is granted')
  await expect(doors.first().getByText('The door is open.')).toBeAttached()
  await next('A stranger')
  await expect(said).toContainText('Door 2: access is denied')
  await expect(doors.nth(1).getByText('The door is closed.')).toBeAttached()
  await next('opens door 2')
  await expect(doors.nth(1).getByText('The door is open.')).toBeAttached()
  await rig.bench.call(playStory, { action: 'stop' })
  await rig.bench.call(presentCard, { card: { type: 'UID/CSN', uid: '04DA5E11', contents: [] } })
  await expect(said).toContainText('Door 1: access is denied')
})
