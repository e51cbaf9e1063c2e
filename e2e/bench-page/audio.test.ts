/**
 * The audio controls of the bench: what plays, identification by light and sound, and devices on
 * the network.
 */
import {
  getBench,
  restoreSnapshot,
  saveSnapshot,
  setPower,
  setSpeaker,
} from '@lintel/contract/bench'
import {
  getAudioPeers,
  getSpeakerTestReport,
  playClip,
  stopClip,
} from '@lintel/contract/calls/audio'
import { playStory } from '@lintel/contract/bench-story'
import { findDevice, stopFinding } from '@lintel/contract/calls/identify'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { ACCOUNTS } from '../rig/accounts.ts'
import { openCard } from './laboratory.ts'

test.use({ product: 'C1410' })

const log = (page: Page) => page.getByRole('log', { name: 'What happened' }).getByRole('listitem')
const loudspeaker = (page: Page) => page.getByRole('region', { name: 'Loudspeaker' })
const front = (page: Page) => page.getByRole('region', { name: 'Face plate' })
const SHOWS = 'The device is identifying itself.'

test.beforeEach(async ({ page, rig }) => {
  await page.goto(rig.addresses.bench)
  await expect(page.getByText('Running')).toBeVisible()
})

test('a device that is being identified shows it, and stops after its time (DEVICE-117, OVERVIEW-08)', async ({
  page,
  rig,
}) => {
  await rig.root.call(findDevice, { duration: 60 })
  await expect(front(page).getByRole('status')).toHaveText(SHOWS)
  await expect(
    log(page).filter({ hasText: 'The device identifies itself for 60 seconds.' }),
  ).toHaveCount(1)
  const blinks = () =>
    front(page).evaluate((element) =>
      Array.from(element.querySelectorAll('*')).some((one) =>
        getComputedStyle(one).animationName.includes('find'),
      ),
    )
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await blinks()).toBe(true)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await blinks()).toBe(false)
  await expect(front(page).getByRole('status')).toHaveText(SHOWS)
  await expect(rig.root.call(findDevice, { duration: 1 })).rejects.toMatchObject({ code: 2201 })
  await page.getByRole('button', { name: '1 minute' }).click()
  await expect(front(page).getByRole('status')).toHaveText('')
  await expect(
    log(page).filter({ hasText: 'The device no longer identifies itself.' }),
  ).toHaveCount(1)
  expect((await rig.bench.call(getBench, {})).identifying).toBe(false)
})

test('identification can be stopped early, and ends with a power cut', async ({ page, rig }) => {
  await rig.root.call(findDevice, { duration: 3600 })
  await expect(front(page).getByRole('status')).toHaveText(SHOWS)
  await rig.root.call(stopFinding, {})
  await expect(front(page).getByRole('status')).toHaveText('')
  await rig.root.call(findDevice, { duration: 3600 })
  await expect(front(page).getByRole('status')).toHaveText(SHOWS)
  await page.getByRole('button', { name: 'Cut and restore' }).click()
  await expect(front(page).getByRole('status')).toHaveText('')
  await expect(page.getByText('Running')).toBeVisible()
  await expect(front(page).getByRole('status')).toHaveText('')
})

test('the bench names the clip that plays, listeners receive it, and it ends on time (DEVICE-120, DEVICE-121)', async ({
  page,
  rig,
}) => {
  const card = loudspeaker(page)
  await expect(card.getByRole('status')).toHaveText('Silence.')
  const sound = page.waitForResponse(/\/bench\/sound$/)
  await card.getByRole('button', { name: 'Listen' }).click()
  expect((await sound).headers()['content-type']).toBe('application/octet-stream')
  const meter = card.getByRole('meter', { name: 'Loudspeaker' })
  await expect(meter).toHaveAttribute('aria-valuetext', 'Silent')
  await rig.as(ACCOUNTS.viewer.user).call(playClip, { clip: '0', repeat: '-1' })
  await expect(card.getByRole('status')).toHaveText(
    'Ding dong 2 seconds, again and again, volume 100%',
  )
  await expect(meter).toHaveAttribute('aria-valuetext', /^−\d+\sdBFS$/)
  await rig.as(ACCOUNTS.viewer.user).call(stopClip, {})
  await expect(card.getByRole('status')).toHaveText('Silence.')
  await rig.as(ACCOUNTS.viewer.user).call(playClip, { clip: '1', repeat: '9' })
  await expect(card.getByRole('status')).toHaveText('Attention 1.5 seconds, 10 times, volume 100%')
  await page.getByRole('button', { name: '1 minute' }).click()
  await expect(card.getByRole('status')).toHaveText('Silence.')
  await expect(log(page).filter({ hasText: 'The clip Attention plays 10 times.' })).toHaveCount(1)
})

test('the loudspeaker is calibrated on the bench, and stays calibrated after a power cut (DEVICE-114)', async ({
  page,
  rig,
}) => {
  const toggle = loudspeaker(page).getByRole('switch', { name: /Calibrated/ })
  await expect(toggle).not.toBeChecked()
  await toggle.click()
  await expect(loudspeaker(page).getByText(/Calibrated since/)).toBeVisible()
  const report = await rig.root.call(getSpeakerTestReport, {})
  expect(report.SpeakerTestReport.SpeakerTestStatus).toBe('Calibrated')
  await rig.bench.call(setPower, { action: 'cycle' })
  await expect(toggle).toBeChecked()
  expect(await rig.root.call(getSpeakerTestReport, {})).toEqual(report)
  await rig.bench.call(setSpeaker, { calibrated: false })
  await expect(toggle).not.toBeChecked()
})

test('audio devices are added to the network, changed and removed (DEVICE-118)', async ({
  page,
  rig,
}) => {
  const card = page.getByRole('region', { name: 'Audio devices on the network' })
  const names = async () =>
    (await rig.root.call(getAudioPeers, {})).Peer.map(({ Configuration, ConnectionStatus }) => [
      Configuration.Name,
      ConnectionStatus,
    ])
  const [own] = await names()
  await openCard(page, 'Audio devices on the network')
  await card.getByRole('textbox', { name: 'Name' }).fill('Yard')
  await card.getByRole('textbox', { name: 'Product' }).fill('C1310-E')
  await card.getByRole('textbox', { name: 'IP address' }).fill('192.168.0.7')
  await card.getByRole('textbox', { name: 'MAC address' }).fill('ae:cc:8e')
  await card.getByRole('button', { name: 'Add audio device' }).click()
  await expect(card.getByText('Six pairs of hexadecimal digits')).toBeVisible()
  expect(await names()).toEqual([own])
  await card.getByRole('textbox', { name: 'MAC address' }).fill('ae:cc:8e:00:00:07')
  await card.getByRole('button', { name: 'Add audio device' }).click()
  await expect(card.getByRole('listitem')).toHaveText([/Yard C1310-E 192\.168\.0\.7 Online/])
  await expect.poll(names).toEqual([own, ['Yard', 'Online']])

  await card.getByRole('button', { name: 'Change Yard' }).click()
  await card.getByRole('combobox', { name: 'Status' }).selectOption('Offline')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByRole('listitem')).toHaveText([/Offline/])
  await expect.poll(names).toEqual([own, ['Yard', 'Offline']])
  await expectAccessible(page)

  await card.getByRole('button', { name: 'Remove Yard' }).click()
  await expect(card.getByText('No other audio devices.')).toBeVisible()
  await expect.poll(names).toEqual([own])
})

test('saved snapshots are listed by name, whoever saved them', async ({ page, rig }) => {
  await rig.bench.call(saveSnapshot, { name: 'by-a-script' })
  const offered = page.locator('datalist option')
  await expect(offered.filter({ hasText: 'by-a-script' })).toHaveCount(1)
  await page.reload()
  await expect(offered.filter({ hasText: 'by-a-script' })).toHaveCount(1)
  await rig.bench.call(restoreSnapshot, { name: 'by-a-script' })
})

test('in a day in service the speaker tests itself, plays announcements, and moves while it sounds', async ({
  page,
  rig,
}) => {
  const day = page.getByRole('region', { name: 'A day in service' })
  const front = page.getByRole('region', { name: 'Face plate' })
  const next = async (caption: string) => {
    await day.getByRole('button', { name: 'Next step' }).click()
    await expect(day.getByRole('status')).toContainText(caption)
  }
  await next('Sound check')
  await expect
    .poll(async () => (await rig.bench.call(getBench, {})).speaker?.status)
    .toBe('Calibrated')
  await next('The first announcement')
  await expect(loudspeaker(page).getByText('Attention')).toBeVisible()
  await expect(front.locator('[data-sounds]').first()).toBeAttached()
  await expect(front.getByRole('status').last()).toContainText('is playing.')
  await rig.bench.call(playStory, { action: 'stop' })
  await rig.bench.call(setSpeaker, { calibrated: false })
})
