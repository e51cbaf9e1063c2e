/**
 * Compares chosen states with reference screenshots, in the font that the tests install. After an
 * intended change: `npx playwright test --config e2e look --update-snapshots`, and check every
 * changed picture.
 */
import { seedDevice, setWorld } from '@lintel/contract/bench'
import { getCallLog } from '@lintel/contract/calls/call-log'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { needs } from '../rig/firmware.ts'
import { speak } from '../rig/language.ts'
import { fillLog, pastCalls } from '../sip-calls/past-calls.ts'
import { fill, formOf, rowOf } from '../users/form.ts'
import { signIn } from '../rig/sign-in.ts'

// The pages' CSP would refuse the style that fixes the font.
test.use({ bypassCSP: true, viewport: { width: 1024, height: 720 } })

test.skip(process.platform !== 'linux', 'The pictures were taken with fonts of Linux.')

/** Whether the browser has the font of the references. */
const hasFont = (page: Page) =>
  page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')
    if (!pen) return false
    const width = (family: string) => {
      pen.font = `40px ${family}`
      return pen.measureText('Lintel mmm iii').width
    }
    return width("'Liberation Sans', monospace") !== width('monospace')
  })

/** Compares the page without the parts that differ on every run. */
async function expectLook(page: Page, name: string) {
  test.skip(!(await hasFont(page)), 'The font Liberation Sans is not installed.')
  await page.evaluate(async () => {
    const style = document.createElement('style')
    style.textContent = `* { font-family: 'Liberation Sans', sans-serif !important }`
    document.head.append(style)
    // The sidebar scrolls to the open page when its size changes, which takes effect in the next frame.
    for (let frame = 0; frame < 3; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    document.querySelector('#menu')?.scrollTo(0, 0)
  })
  await expect(page).toHaveScreenshot(`${name}.png`, {
    mask: [
      page.getByRole('banner').locator('time'),
      page.getByRole('banner').locator('time ~ *'),
      page.getByRole('navigation').locator('small'),
      page.getByRole('timer'),
      page.locator('canvas'),
      page.getByRole('definition'),
      page.getByRole('region', { name: 'Device time' }),
      page.getByRole('region', { name: 'Uptime' }),
      // Times and ports that differ from run to run.
      page.locator('[data-loss] [data-notice] > div'),
      page.locator('[data-notice] a[href^="https:"]'),
    ],
    maskColor: '#888888',
  })
}

test('overview', async ({ page, open }) => {
  await open('/')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(page.getByText('Locked', { exact: true })).toBeVisible()
  await expectLook(page, 'overview')
})

test('users, light', async ({ page, open }) => {
  await open('/users')
  await expect(rowOf(page, 'lobby')).toBeVisible()
  await expectLook(page, 'users')
})

test('users, dark', async ({ page, open }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open('/users')
  await expect(rowOf(page, 'lobby')).toBeVisible()
  await expectLook(page, 'users-dark')
})

test('users, narrow', async ({ page, open }) => {
  await page.setViewportSize({ width: 375, height: 720 })
  await open('/users')
  await expect(rowOf(page, 'lobby')).toBeVisible()
  await expectLook(page, 'users-narrow')
})

test('users, German', async ({ page, open, rig }) => {
  await speak(rig, 'German')
  await open('/users')
  await expect(rowOf(page, 'lobby')).toBeVisible()
  await expectLook(page, 'users-german')
})

test('new user with errors', async ({ page, open }) => {
  await open('/users/add')
  await fill(page, { name: 'no good', password: 'abc', repeat: 'x' })
  await formOf(page).save.click()
  await expect(formOf(page).name).toHaveAttribute('aria-invalid', 'true')
  await expectLook(page, 'new-user-errors')
})

test('deleting asks', async ({ page, open }) => {
  await open('/users/edit/guard1')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectLook(page, 'delete-user')
})

test('maintenance', async ({ page, open }) => {
  await open('/maintenance')
  await expect(page.getByRole('button', { name: 'Restart' })).toBeVisible()
  await expectLook(page, 'maintenance')
})

test.describe('call log', () => {
  needs(getCallLog)

  // The chart shows the days before this one.
  test.beforeEach(async ({ page: _page, rig }) => {
    await rig.bench.call(seedDevice, { time: '2026-11-20T13:00:00.000Z' })
    await fillLog(rig, await pastCalls(rig, 80, 25))
  })

  test('light', async ({ page, open }) => {
    await open('/sip/calls')
    await expect(page.locator('main figure')).toBeVisible()
    await expectLook(page, 'calls')
  })

  test('narrow and dark', async ({ page, open }) => {
    await page.setViewportSize({ width: 390, height: 720 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await open('/sip/calls')
    await expect(page.locator('main figure')).toBeVisible()
    await expectLook(page, 'calls-narrow-dark')
  })
})

test('device gone', async ({ page, open, rig, expectFailures }) => {
  expectFailures(/failed|WebSocket/i)
  await open('/maintenance')
  await expect(page.getByRole('button', { name: 'Restart' })).toBeVisible()
  await rig.bench.call(setWorld, { cable: false })
  await expect(page.getByText("The device doesn't answer.")).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('No answer')).toBeVisible({ timeout: 10_000 })
  await expectLook(page, 'device-gone')
})

test.describe('signed out', () => {
  test.use({ person: 'nobody' })

  test('sign-in', async ({ page }) => {
    await page.goto('/sign-in')
    await expectLook(page, 'sign-in')
  })

  test('sign-in refused, dark', async ({ page, expectFailures }) => {
    expectFailures(/401/)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/sign-in')
    await signIn(page, 'guard1', 'wrong')
    await expect(page.getByRole('alert')).toBeVisible()
    await expectLook(page, 'sign-in-refused-dark')
  })
})

test.describe('a new device', () => {
  test.use({ person: 'nobody', state: 'new' })

  test('wizard', async ({ page }) => {
    await page.goto('/webapp/hw/')
    await expect(page.getByLabel('Repeat password', { exact: true })).toBeVisible()
    await expectLook(page, 'wizard')
  })
})
