/** The doors of a door controller on the bench: each opens with its own relay. */
import { advanceClock, getBench } from '@lintel/contract/bench'
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

test('each relay has a door with its name, which it unlocks', async ({ page, rig }) => {
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
  await expect(door(page, 'Yard').getByText('Unlocked', { exact: true })).toBeAttached()
  await expect(door(page, 'Front door').getByText('Unlocked', { exact: true })).toHaveCount(0)
  await expect(front(page).getByText('Unlocked door: Yard')).toBeVisible()
  const output = page.getByRole('status', { name: 'Port 4, Yard' })
  await expect(output).toHaveText('Unlocked, circuit open')
  await rig.root.call(setPort, { action: '3:/' })
  await expect(front(page).getByText('Unlocked doors: Front door, Yard')).toBeVisible()
  const { terminals } = await rig.bench.call(getBench, {})
  expect(terminals.filter(({ door: opens }) => opens).map(({ active }) => active)).toEqual([
    true,
    true,
  ])
  await expectAccessible(page)
  await rig.root.call(setPort, { action: '3:\\' })
  await expect(door(page, 'Front door').getByText('Unlocked', { exact: true })).toHaveCount(0)
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
  await expect(doors.first().getByText('Unlocked', { exact: true })).toHaveCount(0)
  await rig.root.call(setCredential, {
    Credential: [{ token: 'anna', IdData: [{ Name: 'Card', Value: '04A1B2C3' }] }],
  })
  await present()
  await expect(said).toContainText('Door 1: access is granted')
  await expect(front(page).locator('[data-accepted]')).toBeAttached()
  await expect(doors.first().getByText('Unlocked', { exact: true })).toBeAttached()
  await expect(doors.nth(1).getByText('Unlocked', { exact: true })).toHaveCount(0)
  const { terminals } = await rig.bench.call(getBench, {})
  expect(terminals.flatMap(({ port, active }) => (active ? [port] : []))).toEqual([3])
  const reader = page.getByRole('region', { name: 'Card reader' })
  await reader.getByText('Door 2').click()
  await reader.getByRole('combobox', { name: 'Card type' }).selectOption('UID/CSN')
  await reader.getByRole('textbox', { name: 'Serial number' }).fill('04:A1:B2:C3')
  await reader.getByRole('button', { name: 'Present card' }).click()
  await expect(doors.nth(1).getByText('Unlocked', { exact: true })).toBeAttached()
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
  await expect(said).toContainText('Door 2: the card needs its PIN.')
  const pin = reader.getByRole('textbox', { name: 'PIN' })
  const enter = reader.getByRole('button', { name: 'Enter PIN' })
  await pin.fill('12a')
  await enter.click()
  await expect(pin).toHaveAccessibleDescription('A PIN has 1 to 32 digits.')
  await pin.fill('2468')
  await enter.click()
  const doors = front(page).getByRole('figure')
  await expect(doors.nth(1).getByText('Unlocked', { exact: true })).toBeAttached()
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
  await expect(doors.first().getByText('Unlocked', { exact: true })).toBeAttached()
  await next('A stranger')
  await expect(said).toContainText('Door 2: access is denied')
  await expect(doors.nth(1).getByText('Unlocked', { exact: true })).toHaveCount(0)
  await next('opens door 2')
  await expect(doors.nth(1).getByText('Unlocked', { exact: true })).toBeAttached()
  await rig.bench.call(playStory, { action: 'stop' })
  await rig.bench.call(presentCard, { card: { type: 'UID/CSN', uid: '04DA5E11', contents: [] } })
  await expect(said).toContainText('Door 1: access is denied')
})

test('a door that is opened by hand is forced, or held open for too long, on bench and console', async ({
  page,
  context,
  rig,
}) => {
  await page.goto(rig.addresses.bench)
  const overview = await context.newPage()
  await overview.goto(`${rig.site}/#/`)
  const tile = overview.getByRole('region', { name: 'Doors' })
  const group = tile.getByRole('group', { name: 'Door 1' })
  await expect(group.getByText('Locked', { exact: true })).toBeVisible()
  const log = page.getByRole('log', { name: 'What happened' })
  await front(page).getByRole('button', { name: 'Open Door 1' }).click()
  await expect(door(page, 'Door 1').getByText('Forced open')).toBeVisible()
  await expect(log).toContainText('The device reports that Door 1 is forced open.')
  await expect(group.getByText('Forced open')).toBeVisible()
  await expect(group.locator('[data-stands="open"][data-alarm]')).toBeVisible()
  await expect(overview.getByRole('region', { name: 'Events' })).toContainText(
    'Door 1 is forced open',
  )
  await expect(door(page, 'Door 2').getByText('Forced open')).toHaveCount(0)
  await expectAccessible(page)
  await front(page).getByRole('button', { name: 'Close Door 1' }).click()
  await expect(door(page, 'Door 1').getByText('The door is closed.')).toBeAttached()
  await expect(group.getByText('Forced open')).toHaveCount(0)

  await rig.root.call(setPort, { action: '4:/' })
  // Unlocked, and closed as its monitor tells.
  const second = tile.getByRole('group', { name: 'Door 2' })
  await expect(second.locator('[data-stands="ajar"]:not([data-alarm])')).toBeVisible()
  await front(page).getByRole('button', { name: 'Open Door 2' }).click()
  await expect(door(page, 'Door 2').getByText('The door is open.')).toBeAttached()
  await rig.root.call(setPort, { action: '4:\\' })
  await rig.bench.call(advanceClock, { milliseconds: 30_000 })
  await expect(door(page, 'Door 2').getByText('Held open')).toBeVisible()
  await expect(log).not.toContainText('Door 2 is forced open')
  await expect(second.getByText('Held open')).toBeVisible()
})
