/** A day in service, played on the bench's page. */
import { getBench, setWorld } from '@lintel/contract/bench'
import { playStory } from '@lintel/contract/bench-story'
import { getCallLog } from '@lintel/contract/calls/call-log'
import { getDateTimeInfo } from '@lintel/contract/calls/time'
import { setSipConfiguration } from '@lintel/contract/calls/sip'
import { getSipAccounts, setSipAccount } from '@lintel/contract/calls/sip-accounts'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'

test.use({ person: 'admin' })

const card = (page: Page) => page.getByRole('region', { name: 'A day in service' })
const front = (page: Page) => page.getByRole('region', { name: 'Face plate' })
const log = (page: Page) => page.getByRole('log', { name: 'What happened' })
const story = async (rig: Rig) => (await rig.bench.call(getBench, {})).story

async function takeCalls(rig: Rig): Promise<void> {
  const SIPConfiguration = { SIPEnabled: true, AllowIncomingCalls: true }
  await rig.root.call(setSipConfiguration, { SIPConfiguration })
  const { SIPAccount: accounts } = await rig.root.call(getSipAccounts, {})
  for (const account of accounts) {
    await rig.root.call(setSipAccount, { SIPAccount: { ...account, AutoAnswerEnabled: false } })
  }
}

test.beforeEach(async ({ page, rig }) => {
  await rig.bench.call(setWorld, { temperature: 15 })
  await page.goto(rig.addresses.bench)
  await expect(card(page).getByRole('button', { name: 'Play a day' })).toBeEnabled()
})

test.afterEach(({ rig }) => rig.bench.call(playStory, { action: 'stop' }))

test('a day is played step by step, and the page shows what each step does to the device', async ({
  page,
  rig,
}) => {
  needs(getCallLog)
  await takeCalls(rig)
  const next = async (said: string) => {
    await card(page).getByRole('button', { name: 'Next step' }).click()
    await expect(card(page).getByRole('status')).toContainText(said)
  }
  await next('It gets light.')
  await next('A visitor presses the call button.')
  await expect(page.getByRole('region', { name: 'Display' })).toContainText('08:00')
  const { localDateTime } = await rig.root.call(getDateTimeInfo, {})
  expect(localDateTime.slice(11, 16)).toBe('08:00')
  await next('card in front of the reader')
  await expect(front(page).getByRole('status').last()).toContainText('A card is read')
  await next('wrong PIN')
  await expect(log(page)).toContainText('A PIN of 4 keys is entered.')
  await next('opened and closed')
  await next('somebody at the door answers')
  const ring = page.getByRole('button', { name: 'Ring' })
  await expect(ring).toHaveAttribute('data-call', 'active')
  await expectAccessible(page)
  await next('hangs up')
  await expect(ring).not.toHaveAttribute('data-call')
  await next('nobody is at the door')
  await expect(ring).toHaveAttribute('data-call', 'ringing')
  await expect(front(page).getByRole('status').last()).toHaveText('A call is coming in.')
  await next('the call is missed')
  await next('heats the housing')
  await expect(log(page)).toContainText('The device is warm at')
  await next('cools down')
  await next('It gets dark.')
  await expect(page.getByRole('slider', { name: 'Ambient light' })).toHaveAttribute(
    'aria-valuetext',
    '1\u00A0lx',
  )
  await next('The day is over.')
  const { items } = await rig.root.call(getCallLog, { sort: 'started' })
  expect(items.slice(-2).map(({ outcome }) => outcome)).toEqual(['answered', 'unanswered'])
  const { world, happened } = await rig.bench.call(getBench, {})
  expect(world).toMatchObject({ temperature: 15, lux: null })
  expect(happened.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['card.accepted', 'keypad.entered', 'contactClosed', 'contactOpen']),
  )
})

test('a day is played, paused, resumed and ended, by the keyboard too', async ({ page, rig }) => {
  await card(page).getByRole('button', { name: 'Play a day' }).focus()
  await page.keyboard.press('Enter')
  await expect(card(page).getByRole('button', { name: 'Pause' })).toBeFocused()
  await expect(card(page).getByRole('status')).toContainText('It gets light.')
  await page.keyboard.press('Enter')
  await expect(card(page).getByRole('button', { name: 'Resume' })).toBeVisible()
  expect((await story(rig)).state).toBe('paused')
  await card(page).getByText('4×').click()
  await expect.poll(async () => (await story(rig)).speed).toBe(4)
  await card(page).getByRole('button', { name: 'End the day' }).click()
  await expect(card(page).getByRole('button', { name: 'Play a day' })).toBeVisible()
  expect(await story(rig)).toMatchObject({ state: 'idle', done: 0 })
})

test('what the day needs is said beforehand, and links to the setting in the console', async ({
  page,
  rig,
}) => {
  await expect(card(page)).toContainText('Some steps of the day need what is not set up yet')
  const incoming = card(page).getByRole('link', { name: 'Allow incoming calls' })
  const [opened] = await Promise.all([page.waitForEvent('popup'), incoming.click()])
  await expect(opened).toHaveURL(/\/webapp\/hw\/#\/sip\/settings/)
  await expect(opened.locator('[name="allowIncoming"]')).toBeVisible()
  await opened.close()
  await expectAccessible(page)
  await takeCalls(rig)
  await expect(incoming).toHaveCount(0)
  await expect(card(page).getByRole('link', { name: 'Enable SIP' })).toHaveCount(0)
})
