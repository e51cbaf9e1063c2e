/** The overlay while the device is away, with stored flags and simulated readiness. */
import type { Page } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { installClock, pendingTimers } from '../rig/page-clock.ts'
import {
  bootOf,
  expectOverlay,
  expectPage,
  flagIn,
  leaveFlag,
  needsBootId,
  openBlank,
  overlayOf,
  recordReadyRequests,
} from './overlay.ts'

type Answer = 'gone' | 'notReady' | 'error' | 'ready'

/** Answers the readiness requests; `ready` passes them to the device. */
async function answerReady(page: Page, nextAnswer: () => Answer) {
  await page.route('**/systemready.cgi', async (route) => {
    const answer = nextAnswer()
    if (answer === 'ready') await route.continue()
    else if (answer === 'gone') await route.abort('connectionrefused')
    else if (answer === 'error') await route.fulfill({ status: 503, body: '' })
    else
      await route.fulfill({ json: { apiVersion: '1.2', data: { systemready: 'no', bootid: '' } } })
  })
}

test.beforeEach(async ({ page, expectFailures }) => {
  expectFailures(/systemready|WebSocket|ERR_CONNECTION_REFUSED/)
  await installClock(page)
  await openBlank(page)
})

/** A console page that finds a flag, with its clock stopped. */
async function openWithFlag(page: Page, flag: { type?: string; bootId?: string }, age = 0) {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
  await leaveFlag(page, flag, age)
  await page.goto(at('/users'))
  await expect(overlayOf(page).dialog).toBeVisible()
}

test('sends the first readiness request 30 s after the restart, with a timeout of 20 s, and no other call; Escape does nothing (SHELL-110, SHELL-112)', async ({
  page,
}) => {
  const readyRequests = recordReadyRequests(page)
  await answerReady(page, () => 'gone')
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(axis-cgi|vapix)\//.test(pathname)) requests.push(pathname)
  })
  await openWithFlag(page, { type: 'restart' })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.clock.runFor(20_000)
  await expect(overlayOf(page).dialog).toBeVisible()
  expect(requests).toEqual([])
  await page.clock.runFor(10_000)
  await expect.poll(() => readyRequests).toEqual([20])
  expect(requests).toHaveLength(1)
})

test('sends it at once when the type is unknown (SHELL-111)', async ({ page }) => {
  const requests = recordReadyRequests(page)
  await answerReady(page, () => 'gone')
  await openWithFlag(page, {})
  await page.clock.runFor(10)
  await expect.poll(() => requests.length).toBe(1)
  await expectOverlay(page, 'Waiting for the device')
})

test('polls every 5 s, whatever failed, until the device is ready (SHELL-113, SHELL-114)', async ({
  page,
  rig,
}) => {
  let answer: Answer = 'gone'
  const requests = recordReadyRequests(page)
  await answerReady(page, () => answer)
  await openWithFlag(page, { type: 'restart', bootId: 'another' }, 60_000)
  await page.clock.runFor(10)
  let expected = 1
  for (answer of ['gone', 'error', 'notReady', 'gone'] as const) {
    await expect.poll(() => requests.length).toBe(expected)
    // Wait until the response has been handled before moving the clock.
    await expect.poll(() => pendingTimers(page, 5_000)).toBe(1)
    await page.clock.runFor(4_900)
    expect(requests).toHaveLength(expected)
    await page.clock.runFor(200)
    expected += 1
  }
  await expect.poll(() => requests.length).toBe(expected)
  await expectOverlay(page)
  answer = 'ready'
  await expect.poll(() => pendingTimers(page, 5_000)).toBe(1)
  await page.clock.runFor(5_100)
  await page.clock.resume()
  await expectPage(page, 'Overview')
  expect(await flagIn(page)).toBeNull()
  expect(await bootOf(rig)).not.toBe('another')
})

test('a response from the previous boot does not count as ready; after a minute the overlay reports it and can be closed (MAINT-09, OPEN-13)', async ({
  page,
  rig,
}) => {
  needsBootId()
  const requests = recordReadyRequests(page)
  await openWithFlag(page, { type: 'restart', bootId: await bootOf(rig) }, 31_000)
  await page.clock.runFor(10)
  await expect.poll(() => requests.length).toBe(1)
  // It will poll again.
  await expect.poll(() => pendingTimers(page, 5_000)).toBe(1)
  await expectOverlay(page)
  await expect(overlayOf(page).close).toBeHidden()
  expect(await flagIn(page)).not.toBeNull()

  await page.clock.fastForward(30_000)
  await expect(overlayOf(page).dialog).toContainText(
    'The device answers, but it has not restarted.',
  )
  await overlayOf(page).close.click()
  await page.clock.resume()
  await expectPage(page, 'Users')
  expect(await flagIn(page)).toBeNull()
})

test('an old flag is removed at once when the device is back (OPEN-13)', async ({ page }) => {
  await leaveFlag(page, { type: 'restart', bootId: 'another' }, 20 * 60_000)
  await page.goto(at('/users'))
  await expectPage(page, 'Overview')
  await expect(overlayOf(page).dialog).toHaveCount(0)
  expect(await flagIn(page)).toBeNull()
})

test('reports after 15 minutes that the device does not respond, and can be closed (OPEN-13)', async ({
  page,
}) => {
  let answer: Answer = 'gone'
  await answerReady(page, () => answer)
  await openWithFlag(page, { type: 'restart' }, 15 * 60_000 - 20_000)
  await expect(overlayOf(page).close).toBeHidden()
  await page.clock.runFor(10_000)
  await expect(overlayOf(page).close).toBeHidden()
  // The clock moves in steps, because each request must be answered before the next.
  await expect(async () => {
    await page.clock.runFor(5_000)
    await expect(overlayOf(page).close).toBeVisible({ timeout: 100 })
  }).toPass()
  await expect(overlayOf(page).dialog).toContainText("The device doesn't answer.")
  await page.clock.resume()
  await expectAccessible(page)
  answer = 'ready'
  await overlayOf(page).close.click()
  await expectPage(page, 'Users')
  expect(await flagIn(page)).toBeNull()
})

test('reports that the device has been upgraded, then opens the console (SHELL-116)', async ({
  page,
}) => {
  await page.evaluate(() => {
    const before = { bootId: 'another', version: '9.70.1', part: '', installed: '' }
    const change = { ...before, type: 'upgrade', at: Date.now(), answered: true }
    localStorage.setItem('lintel.firmware', JSON.stringify(change))
  })
  await openWithFlag(page, { type: 'upgrade', bootId: 'another' }, 31_000)
  await page.clock.runFor(10)
  await expectOverlay(page, 'The device has been upgraded')
  await page.clock.resume()
  await expectPage(page, 'Overview')
})
