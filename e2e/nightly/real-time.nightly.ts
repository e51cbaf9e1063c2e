/** The waits of the specifications, in real time. */
import { systemReady } from '@lintel/contract/calls/system'
import { expect, test } from '../fixture.ts'
import { ACCOUNTS, PASSWORD } from '../rig/accounts.ts'
import { pressRestart } from '../maintenance/overlay.ts'
import { signIn } from '../rig/sign-in.ts'

test.setTimeout(180_000)

test('the page waits 30 s for a restart, then opens again by itself (SHELL-110, SHELL-115)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/failed|WebSocket|503/i)
  const before = await rig.anonymous.call(systemReady, {})
  await open('/maintenance')
  const pressed = performance.now()
  await pressRestart(page)
  await expect(page.getByRole('heading', { name: 'The device is restarting' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible({
    timeout: 60_000,
  })
  const seconds = (performance.now() - pressed) / 1000
  expect(seconds).toBeGreaterThan(29)
  expect(seconds).toBeLessThan(45)
  expect((await rig.anonymous.call(systemReady, {})).bootid).not.toBe(before.bootid)
})

test('the live picture keeps moving for two minutes', async ({ page, open }) => {
  await open('/')
  const canvas = page.getByRole('img', { name: 'Live video from the camera' })
  const picture = () =>
    canvas.evaluate((element) => (element instanceof HTMLCanvasElement ? element.toDataURL() : ''))
  for (let turn = 0; turn < 12; turn += 1) {
    const seen = await picture()
    await page.waitForTimeout(10_000)
    expect(await picture()).not.toBe(seen)
  }
})

test.describe('signed out', () => {
  test.use({ person: 'nobody' })

  test('the wait after too many wrong passwords ends by itself', async ({
    page,
    expectFailures,
  }) => {
    expectFailures(/401|429/)
    const { user } = ACCOUNTS.viewer
    await page.goto('/sign-in')
    const alert = page.getByRole('alert')
    const data = { user, password: 'wrong' }
    const guesses = Array.from({ length: 8 }, () => page.request.post('/sign-in', { data }))
    await Promise.race(guesses)
    await signIn(page, user, 'wrong')
    await expect(alert).toContainText('Too many wrong attempts')
    await Promise.all(guesses)
    const seconds = Number(/\d+/.exec((await alert.textContent()) ?? '')?.[0])
    await page.waitForTimeout((seconds + 1) * 1000)
    await signIn(page, user, PASSWORD)
    await expect(page).toHaveURL((url) => url.pathname === '/webapp/hw/')
  })
})
