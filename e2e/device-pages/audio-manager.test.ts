/** The page on which an administrator groups speakers into a site and monitors them. */
import { getBench, setFaults, setPower, setWorld } from '@lintel/contract/bench'
import { getAudioSite, removeAudioSite, saveAudioSite } from '@lintel/contract/calls/audio'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { needs } from '../rig/firmware.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { speak } from '../rig/language.ts'
import type { Rig } from '../rig/rig.ts'
import { PEERS } from './peers.ts'

test.use({ product: 'C1410' })
// A page of our own design, which needs calls of our own.
needs(saveAudioSite)

const members = (page: Page) =>
  page.getByRole('list', { name: 'Members of the site' }).getByRole('listitem')
const name = (page: Page) => page.getByLabel('Name of the site')
const make = (page: Page) => page.getByRole('button', { name: 'Create the site' })
const siteOf = async (rig: Rig) => (await rig.root.call(getAudioSite, {})).site

test('explains sites and creates one by name, which stays typed when that fails (OPEN-11)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  await rig.root.call(removeAudioSite, {})
  await rig.bench.call(setFaults, {
    faults: [{ call: 'audioSite.save', fault: 'status', value: 500 }],
  })
  await page.goto('/audio-manager/')
  await expect(page.getByText(/In an audio site the speakers/)).toBeVisible()
  await expectAccessible(page)
  await name(page).fill(' ')
  await make(page).click()
  await expect(page.getByText('Give the site a name.')).toBeVisible()
  await expect(name(page)).toBeFocused()
  await name(page).fill('North wing & <b>hall</b>')
  await make(page).click()
  await expect(page.getByText('The audio site was not created.')).toBeVisible()
  await expect(name(page)).toHaveValue('North wing & <b>hall</b>')
  await rig.bench.call(setFaults, { faults: [] })
  await make(page).click()
  await expect(page.getByRole('heading', { name: 'North wing & <b>hall</b>' })).toBeVisible()
  expect(await siteOf(rig)).toMatchObject({ name: 'North wing & <b>hall</b>', leader: true })
})

test('lists the members with role, address and status, follows changes, and reports a device without power until it is back', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/ERR_/)
  await page.goto('/audio-manager/')
  await expect(members(page)).toHaveCount(1)
  await expect(page.getByText('Add other speakers in the audio system settings.')).toBeVisible()
  await page.getByRole('link', { name: 'Audio system settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audio system settings' })).toBeVisible()
  await page.goBack()
  await expect(members(page)).toHaveCount(1)
  await rig.bench.call(setWorld, { peers: PEERS })
  await expect(members(page)).toHaveCount(3)
  await expect(members(page).nth(0)).toContainText('C1410 · Leader')
  await expect(members(page).nth(1)).toContainText(/Foyer.*Follower.*192\.168\.0\.91.*Online/)
  await expect(members(page).nth(2)).toContainText(/Loading bay.*192\.168\.0\.92.*Offline/)
  await expect(page.getByRole('link', { name: 'Open Foyer' })).toHaveAttribute(
    'href',
    'http://192.168.0.91/',
  )
  await expectAccessible(page)

  await expect(page.getByRole('heading', { name: 'AXIS C1410 site' })).toBeVisible()
  await rig.root.call(saveAudioSite, { name: 'Renamed' })
  await expect(page.getByRole('heading', { name: 'Renamed' })).toBeVisible()

  await rig.bench.call(setPower, { action: 'off' })
  const gone = page.getByText(/The device doesn't answer/)
  await expect(gone).toBeVisible({ timeout: 10_000 })
  await rig.bench.call(setPower, { action: 'on' })
  await expect(gone).toHaveCount(0, { timeout: 15_000 })
})

test('the speaker itself can be identified, and the link back to the console carries its origin (SHELL-20)', async ({
  page,
  rig,
}) => {
  await rig.root.call(saveAudioSite, {
    groups: [{ name: 'Music', users: ['anna'], access: ['all'] }],
  })
  await page.goto('/audio-manager/')
  const identify = page.getByRole('button', { name: /^Identify / })
  await expect(identify).toHaveCount(1)
  await identify.click()
  await expect.poll(async () => (await rig.bench.call(getBench, {})).identifying).toBe(true)
  await expect(identify).toHaveAttribute('aria-busy', 'true')
  await expect(identify).not.toHaveAttribute('aria-busy', { timeout: 8_000 })
  expect((await rig.bench.call(getBench, {})).identifying).toBe(false)

  await page.getByRole('link', { name: 'Back to the device' }).click()
  await expect(page).toHaveURL(/\/webapp\/hw\/\?from=edge#\/$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})

test('deleting the site asks first and names what is lost; a follower links to its leader', async ({
  page,
  rig,
  expectFailures,
}) => {
  await page.goto('/audio-manager/')
  await page.getByRole('button', { name: 'End the site' }).click()
  const confirmation = page.getByRole('alertdialog')
  await expect(confirmation).toContainText('AXIS C1410 site')
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expectFailures(/500/)
  await rig.bench.call(setFaults, {
    faults: [{ call: 'audioSite.remove', fault: 'status', value: 500 }],
  })
  await confirmation.getByRole('button', { name: 'End the site' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await rig.bench.call(setFaults, { faults: [] })
  await confirmation.getByRole('button', { name: 'End the site' }).click()
  await expect(make(page)).toBeVisible()
  await expect(rig.root.call(getAudioSite, {})).rejects.toMatchObject({ kind: 'absent' })

  await rig.bench.call(setWorld, {
    peers: PEERS.map((peer, at) => ({ ...peer, leader: at === 0 })),
  })
  await expect(page.getByText('This device follows Foyer.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open its audio manager' })).toHaveAttribute(
    'href',
    'http://192.168.0.91/audio-manager/',
  )
  await expect(make(page)).toHaveCount(0)
})

test('shows a site at once when the response to its creation was lost', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/failed/i)
  await rig.root.call(removeAudioSite, {})
  await rig.bench.call(setFaults, { faults: [{ call: 'audioSite.save', fault: 'cut' }] })
  await page.clock.install()
  await page.goto('/audio-manager/')
  await name(page).fill('North wing')
  // The clock stands still, so no read is due to polling.
  await page.clock.pauseAt(Date.now() + 1000)
  await make(page).click()
  await expect(page.getByRole('heading', { name: 'North wing' })).toBeVisible()
})

test('is available in German and fits into narrow windows', async ({ page, rig }) => {
  await speak(rig, 'German')
  await rig.bench.call(setWorld, { peers: PEERS })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/audio-manager/')
  await expect(page.getByRole('heading', { name: 'Mitglieder der Anlage' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test.describe('operators', () => {
  test.use({ person: 'operator' })

  test('people other than administrators see a notice, and no call is made', async ({ page }) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto('/audio-manager/')
    await expect(page.getByText(/is for administrators of this device/)).toBeVisible()
    expect(requests.filter((path) => /audio(relay|Site|-site)/.test(path))).toEqual([])
    await page.getByRole('link', { name: 'Local player' }).click()
    await expect(page).toHaveURL(/\/local-player\/$/)
  })
})
