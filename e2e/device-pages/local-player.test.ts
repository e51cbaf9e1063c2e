/** The page for people who only play sound on an audio device. */
import { getBench, setFaults, setPower } from '@lintel/contract/bench'
import { getPlaying, playClip } from '@lintel/contract/calls/audio'
import type { Page } from '@playwright/test'
import { clearFaults, holdCalls } from '../fault-scenarios/faults.ts'
import { expect, test } from '../fixture.ts'
import { needs } from '../rig/firmware.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { ACCOUNTS, PASSWORD } from '../rig/accounts.ts'
import { tabTo } from '../rig/keyboard.ts'
import { speak } from '../rig/language.ts'
import type { Rig } from '../rig/rig.ts'
import { signIn } from '../rig/sign-in.ts'

test.use({ product: 'C1410', person: 'viewer' })
// A page of our own design, which needs calls of our own.
needs(getPlaying)

const play = (page: Page, name: string) => page.getByRole('button', { name: `Play ${name}` })
const stop = (page: Page) => page.getByRole('button', { name: 'Stop' })
const nowPlaying = (page: Page) => page.getByRole('region', { name: 'Playing now' })
const sound = async (rig: Rig) => (await rig.bench.call(getBench, {})).sound

test('a viewer plays a clip, sees it playing, and stops it (OPEN-10)', async ({ page, rig }) => {
  await page.goto('/local-player/')
  const { serial } = await rig.bench.call(getBench, {})
  await expect(page).toHaveTitle(`AXIS C1410 ${serial.slice(-6)} · Local player`)
  await expect(nowPlaying(page).getByText('Nothing. Choose a clip below.')).toBeVisible()
  await expect(stop(page)).toBeDisabled()
  await play(page, 'Ding dong').click()
  await expect(nowPlaying(page).getByText('Ding dong')).toBeVisible()
  expect(await sound(rig)).toMatchObject({ name: 'Ding dong', volume: 100, plays: 1 })
  // It ends by itself, and the page follows.
  await expect(nowPlaying(page).getByText('Nothing. Choose a clip below.')).toBeVisible({
    timeout: 10_000,
  })
  await rig.root.call(playClip, { clip: '2', repeat: '-1' })
  await expect(nowPlaying(page).getByText('Alarm')).toBeVisible()
  await expect(nowPlaying(page).getByText('Repeats until it is stopped')).toBeVisible()
  await stop(page).click()
  await expect(nowPlaying(page).getByText('Nothing. Choose a clip below.')).toBeVisible()
  expect(await sound(rig)).toBeNull()
})

test('reads what plays right after each action', async ({ page }) => {
  await page.clock.install()
  await page.goto('/local-player/')
  await expect(stop(page)).toBeDisabled()
  // The clock stands still, so no read is due to polling.
  await page.clock.pauseAt(Date.now() + 1000)
  await play(page, 'Alarm').click()
  await expect(nowPlaying(page).getByText('Alarm')).toBeVisible()
  await stop(page).click()
  await expect(nowPlaying(page).getByText('Nothing. Choose a clip below.')).toBeVisible()
})

test('the volume applies at once and to the next clip', async ({ page, rig }) => {
  await rig.root.call(playClip, { clip: '2', repeat: '-1', volume: '40' })
  await page.goto('/local-player/')
  const volume = page.getByRole('slider', { name: 'Volume' })
  await expect(volume).toHaveValue('40')
  await volume.fill('70')
  await expect.poll(async () => (await sound(rig))?.volume).toBe(70)
  // A new volume doesn't restart the clip.
  expect((await sound(rig))?.plays).toBe(-1)
  await play(page, 'Attention').click()
  await expect.poll(async () => await sound(rig)).toMatchObject({ name: 'Attention', volume: 70 })
})

test('works with the keyboard alone, is accessible, and has buttons large enough for fingers in a small window', async ({
  page,
  rig,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/local-player/')
  for (const button of [play(page, 'Alarm'), stop(page)]) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await tabTo(page, play(page, 'Alarm'))
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await sound(rig))?.name).toBe('Alarm')
  await expectAccessible(page)
})

test('reports a clip that fails, and stays in sync when a response is truncated or slow', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/500|failed/i, /ERR_/)
  const playing = () => expect(nowPlaying(page).getByText('Alarm')).toBeVisible()
  const silent = () =>
    expect(nowPlaying(page).getByText('Nothing. Choose a clip below.')).toBeVisible()
  await page.goto('/local-player/')
  await expect(play(page, 'Alarm')).toBeVisible()
  for (const fault of ['status', 'drop'] as const) {
    await rig.bench.call(setFaults, { faults: [{ call: 'playclip', fault, value: 500 }] })
    await play(page, 'Alarm').click()
    await expect(page.getByRole('alert')).toBeVisible()
    await silent()
    expect(await sound(rig)).toBeNull()
    await page.getByRole('button', { name: 'Close message' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await rig.bench.call(setFaults, { faults: [] })
    await play(page, 'Alarm').click()
    await playing()
    await stop(page).click()
    await silent()
  }

  await rig.bench.call(setFaults, { faults: [{ call: 'playclip', fault: 'cut' }] })
  await play(page, 'Alarm').click()
  await expect.poll(async () => (await sound(rig))?.name).toBe('Alarm')
  await playing()
  await clearFaults(rig)
  await stop(page).click()
  await silent()

  await holdCalls(rig, 'playclip')
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await play(page, 'Alarm').click()
  await expect(play(page, 'Alarm')).toHaveAttribute('aria-busy', 'true')
  // A second press sends no second call.
  await play(page, 'Alarm').dispatchEvent('click')
  await clearFaults(rig)
  await playing()
  expect(requests.filter((path) => path.endsWith('/playclip.cgi'))).toHaveLength(1)
})

test('a failed list of clips can be retried, and a device without power is reported until it is back', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/, /ERR_/)
  await page.route('**/param.cgi?*MediaClip*', (route) => route.fulfill({ status: 500 }))
  await page.goto('/local-player/')
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
  await expect(nowPlaying(page)).toBeVisible()
  await page.unroute('**/param.cgi?*MediaClip*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(play(page, 'Alarm')).toBeVisible()
  expect((await rig.root.call(getPlaying, {})).sound).toBeNull()

  await rig.root.call(playClip, { clip: '2', repeat: '-1' })
  await expect(nowPlaying(page).getByText('Alarm')).toBeVisible()
  await rig.bench.call(setPower, { action: 'off' })
  const gone = page.getByText("The device doesn't answer.").first()
  await expect(gone).toBeVisible({ timeout: 10_000 })
  await expect(nowPlaying(page).getByText('Unknown')).toBeVisible()
  await expect(nowPlaying(page).getByText('Alarm')).toHaveCount(0)
  await play(page, 'Alarm').click()
  const failed = page.getByText(/Check its power/)
  await expect(failed).toBeVisible()
  await rig.bench.call(setPower, { action: 'on' })
  await expect(gone).toHaveCount(0, { timeout: 15_000 })
  await expect(failed).toHaveCount(0)
  await play(page, 'Alarm').click()
  await expect.poll(async () => (await sound(rig))?.name).toBe('Alarm')
})

test('signing out and an expired session lead to the sign-in page, and signing in back to the player', async ({
  page,
  context,
  expectFailures,
}) => {
  expectFailures(/401/)
  await page.goto('/local-player/')
  await page.getByRole('button', { name: `Account ${ACCOUNTS.viewer.user}` }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in\?next=%2Flocal-player%2F$/)
  await signIn(page, ACCOUNTS.viewer.user, PASSWORD)
  await expect(page).toHaveURL(/\/local-player\/$/)
  await expect(play(page, 'Alarm')).toBeVisible()
  await context.clearCookies()
  await expect(page).toHaveURL(/\/sign-in\?next=%2Flocal-player%2F$/, { timeout: 10_000 })
})

test('the theme can be chosen here too, and the page is available in German', async ({
  page,
  rig,
}) => {
  await speak(rig, 'German')
  await page.goto('/local-player/')
  await expect(page.getByRole('heading', { name: 'Audioclips' })).toBeVisible()
  await page.getByRole('button', { name: `Konto ${ACCOUNTS.viewer.user}` }).click()
  await page.getByText('Dunkel', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
