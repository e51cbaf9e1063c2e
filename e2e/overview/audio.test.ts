/** The overview of an audio product. */
import { getBench, setFaults, setPower, setSpeaker, setWorld } from '@lintel/contract/bench'
import {
  getAudioPeers,
  getAudioSite,
  getPlaying,
  playClip,
  removeAudioSite,
} from '@lintel/contract/calls/audio'
import { updateParameters } from '@lintel/contract/calls/parameters'
import type { Page } from '@playwright/test'
import { PEERS } from '../device-pages/peers.ts'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import { speak } from '../rig/language.ts'
import type { Rig } from '../rig/rig.ts'
import { expectFilledGrid } from './board.ts'
import { afterRetries, installClock, skipWait } from '../rig/page-clock.ts'

test.use({ product: 'C1410' })

/** The panel's value of a term. */
const factOf = (page: Page, term: string) =>
  page
    .getByRole('region', { name: 'This device' })
    .locator('dl > div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .getByRole('definition')

const warning = (page: Page) => page.getByText('The speaker is not calibrated.')
const identify = (page: Page) => page.getByRole('button', { name: 'Identify speaker' })

/** The device URLs that a page requests. */
function recordPaths(page: Page) {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  return requests
}

const fail = (rig: Rig, call: string, value = 500) =>
  rig.bench.call(setFaults, { faults: [{ call, fault: 'status', value }] })

test('there is no picture, and the panel shows the speaker’s details (OVERVIEW-13)', async ({
  page,
  open,
  rig,
}) => {
  await rig.root.call(updateParameters, { 'root.Network.Bonjour.FriendlyName': 'Foyer speaker' })
  await open('/')
  await expect(factOf(page, 'Friendly name')).toHaveText('Foyer speaker')
  await expect(page.getByRole('img', { name: /video/i })).toHaveCount(0)
  await expectAccessible(page)
})

test('the speaker’s tile says what is playing, and stops it', async ({ page, open, rig }) => {
  needs(getPlaying)
  await open('/')
  const tile = page.getByRole('region', { name: 'Speaker', exact: true })
  await expect(tile).toContainText('Nothing is playing.')
  await rig.root.call(playClip, { location: '*attention*', repeat: '-1' })
  await expect(tile).toContainText(/Playing: Attention/)
  await tile.getByRole('button', { name: 'Stop playing' }).click()
  await expect(tile).toContainText('Nothing is playing.')
  expect((await rig.root.call(getPlaying, {})).sound).toBeNull()
})

for (const width of [1360, 1640, 1920]) {
  test(`the tiles of a speaker fill the grid, at ${width} px`, ({ page, open }) =>
    expectFilledGrid({ page, open }, { width, title: 'Uptime' }))
}

test('the role follows the devices on the network (OVERVIEW-14)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  needs(getAudioPeers)
  // Once there is no site, requesting it fails with 404.
  expectFailures(/audioSite/)
  await rig.bench.call(setWorld, { peers: PEERS })
  await open('/')
  await expect(factOf(page, 'Audio system')).toHaveText('Audio site')
  await expect(factOf(page, 'Role')).toHaveText('Leader')
  await expect(factOf(page, 'Followers')).toHaveText('Foyer, Loading bay')
  await rig.root.call(removeAudioSite, {})
  await expect(factOf(page, 'Role')).toHaveText('Standalone')
  await expect(factOf(page, 'Audio system')).toHaveText('Single speaker')
  await rig.bench.call(setWorld, {
    peers: PEERS.map((peer, at) => ({ ...peer, leader: at === 0 })),
  })
  await expect(factOf(page, 'Role')).toHaveText('Follower')
  await expect(page.getByText('This speaker follows Foyer.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open its audio manager' })).toHaveAttribute(
    'href',
    'http://192.168.0.91/audio-manager/',
  )
})

test('the speaker identifies itself, and its button stays busy for at least 4 s (OVERVIEW-08, OVERVIEW-19)', async ({
  page,
  open,
  rig,
}) => {
  await installClock(page)
  await open('/')
  const posted = page.waitForRequest((request) => request.url().endsWith('/findmydevice.cgi'))
  await identify(page).click()
  const body = (await posted).postDataJSON() as { method?: string }
  expect(body.method).toBe('find')
  await expect.poll(async () => (await rig.bench.call(getBench, {})).identifying).toBe(true)
  await expect(identify(page)).toHaveAttribute('aria-busy', 'true')
  await skipWait(page, 4_000)
  await expect(identify(page)).not.toHaveAttribute('aria-busy')
})

test('reports at once that a speaker is already being identified or refuses (OVERVIEW-19)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  await installClock(page)
  await open('/')
  await identify(page).click()
  await skipWait(page, 4_000)
  await expect(identify(page)).not.toHaveAttribute('aria-busy')
  // The device itself continues for another second.
  await identify(page).click()
  await expect(page.getByText('The speaker is already identifying itself.')).toBeVisible()
  expectFailures(/500/)
  await fail(rig, 'findmydevice')
  await identify(page).click()
  await expect(page.getByRole('alert').filter({ hasText: /went wrong|refused/ })).toBeVisible()
  await expect(identify(page)).not.toHaveAttribute('aria-busy')
})

test('warns until the speaker is calibrated (OVERVIEW-09)', async ({ page, open, rig }) => {
  await open('/')
  await expect(warning(page)).toBeVisible()
  await rig.bench.call(setSpeaker, { calibrated: true })
  await expect(warning(page)).toHaveCount(0)
})

test('links to the audio manager where there is a site (OVERVIEW-10)', async ({ page, open }) => {
  needs(getAudioPeers)
  await open('/')
  await page.getByRole('link', { name: 'Open the audio manager' }).click()
  await expect(page).toHaveURL(/\/audio-manager\/$/)
  await expect(page.getByRole('heading', { name: 'AXIS C1410 site' })).toBeVisible()
})

test('the upgrade asks first and then opens the audio manager (OVERVIEW-10, OVERVIEW-11)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  // At start the console checks whether the account belongs to a site; here there is none.
  expectFailures(/getSite.*404|404.*getSite/)
  await rig.root.call(removeAudioSite, {})
  await open('/')
  const upgrade = page.getByRole('button', { name: 'Upgrade to the audio manager' })
  await upgrade.click()
  const confirmation = page.getByRole('alertdialog')
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(confirmation).toHaveCount(0)
  await expect(upgrade).toBeFocused()
  expect(page.url()).toContain('/webapp/hw/')
  await upgrade.click()
  await confirmation.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/audio-manager\/$/)
  await expect(page.getByRole('button', { name: 'Create the site' })).toBeVisible()
  // Opening it upgraded nothing.
  await expect(rig.root.call(getAudioSite, {})).rejects.toMatchObject({ kind: 'absent' })
})

test('audio player and third-party licences are one press away (OVERVIEW-15, OVERVIEW-16)', async ({
  page,
  open,
}) => {
  await open('/')
  const licences = page.getByRole('link', { name: 'Third-party licences' })
  await expect(licences).toHaveAttribute('target', '_blank')
  const [other] = await Promise.all([page.waitForEvent('popup'), licences.click()])
  await expect(other.getByRole('heading', { name: 'Third-party licences' })).toBeVisible()
  await other.close()
  await page.getByRole('link', { name: 'Audio player' }).click()
  await expect(page).toHaveURL(/\/local-player\/$/)
})

for (const call of ['axast', 'audiorelay', 'audioSite.get'] as const) {
  test(`when ${call} fails, its part reports it and the rest stays (EXPECT-12)`, async ({
    page,
    open,
    rig,
    expectFailures,
  }) => {
    needs(getAudioPeers)
    expectFailures(/500/)
    await fail(rig, call)
    await open('/')
    await expect(factOf(page, 'Serial number')).toBeVisible()
    await expect(identify(page)).toBeVisible()
    if (call === 'audiorelay') {
      await expect(factOf(page, 'Role')).toHaveText('Could not be read')
    }
    await expect(page.getByText('This could not be loaded.')).toHaveCount(1)
    await rig.bench.call(setFaults, { faults: [] })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('This could not be loaded.')).toHaveCount(0)
    await expect(factOf(page, 'Role')).toHaveText('Leader')
  })
}

test('a speaker that can’t read its peers offers nothing that a follower may not do', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/500|404/)
  await rig.root.call(removeAudioSite, {})
  await rig.bench.call(setWorld, {
    peers: PEERS.map((peer, at) => ({ ...peer, leader: at === 0 })),
  })
  await fail(rig, 'audiorelay')
  await open('/')
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upgrade to the audio manager' })).toHaveCount(0)
  await rig.bench.call(setFaults, { faults: [] })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('This speaker follows Foyer.')).toBeVisible()
})

test('leaves out what the device lacks, without an error', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/404/)
  await rig.bench.call(setFaults, {
    faults: ['axast', 'audiorelay', 'audioSite'].map((call) => ({
      call,
      fault: 'status' as const,
      value: 404,
    })),
  })
  await open('/')
  await expect(factOf(page, 'Friendly name')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upgrade to the audio manager' })).toBeVisible()
  await expect(page.getByText('Role', { exact: true })).toHaveCount(0)
  await expect(warning(page)).toHaveCount(0)
  await expect(page.getByText('This could not be loaded.')).toHaveCount(0)
})

test('is read again by itself after a power cut', async ({ page, open, rig, expectFailures }) => {
  expectFailures(/ERR_|WebSocket/)
  await installClock(page)
  await open('/')
  await expect(warning(page)).toBeVisible()
  await rig.bench.call(setPower, { action: 'off' })
  await expect(page.getByText("The device doesn't answer.").first()).toBeVisible()
  await rig.bench.call(setPower, { action: 'on' })
  await rig.bench.call(setSpeaker, { calibrated: true })
  await afterRetries(page, async () => {
    await expect(warning(page)).toHaveCount(0, { timeout: 2_000 })
    await expect(page.getByText("The device doesn't answer.")).toHaveCount(0, { timeout: 2_000 })
  })
})

test('is available in German', async ({ page, open, rig }) => {
  await speak(rig, 'German')
  await open('/')
  await expect(page.getByRole('button', { name: 'Identifizieren', exact: true })).toBeVisible()
  await expect(page.getByText('Lizenzen Dritter')).toBeVisible()
})

test('reads peers, site and speaker test as an administrator (OVERVIEW-12)', async ({
  page,
  open,
}) => {
  needs(getAudioPeers)
  const requests = recordPaths(page)
  await open('/')
  await expect(page.getByRole('link', { name: 'Open the audio manager' })).toBeVisible()
  await expect(warning(page)).toBeVisible()
  expect(requests).toContain('/vapix/audiorelay')
  expect(requests).toContain('/vapix/axast')
})

for (const person of ['operator', 'viewer'] as const) {
  test.describe(person, () => {
    test.use({ person })

    test(`reads none of these as ${person} (OVERVIEW-12)`, async ({ page, open }) => {
      // The redirect is held up; the console shows meanwhile everything it will show.
      await page.route('**/local-player/', (route) => route.fulfill({ status: 204 }))
      const requests = recordPaths(page)
      await open('/')
      await expect(page.getByRole('link', { name: 'Open the local player' })).toBeVisible()
      expect(
        requests.filter((path) => /audiorelay|axast|audioSite|applications/.test(path)),
      ).toEqual([])
    })
  })
}
