/** The console's page for events, which frames five pages of the device. */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { inFrame } from '../pages/parts.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { pendingTimers } from '../rig/page-clock.ts'
import { FRAMED, standIn } from './frames.ts'

const TABS = ['Action rules', 'Recipients', 'Schedules', 'Recurrences', 'Manual trigger']

const frameOf = (page: Page) => page.locator('main iframe')
const tabsOf = (page: Page) => page.getByRole('navigation', { name: 'Events' }).getByRole('link')
const ownWindow = (page: Page) => page.getByRole('link', { name: 'Open in its own window' })

test.describe('on a door station', () => {
  test.use({ reuse: 'device' })

  test('has a tab for each page of the device, which it frames (EVENTS-01, EVENTS-02, EVENTS-03)', async ({
    page,
    open,
  }) => {
    await open('/events')
    const tabs = tabsOf(page)
    await expect(tabs).toHaveText(TABS)
    for (const [at, src] of FRAMED.entries()) {
      await tabs.nth(at).click()
      const frame = frameOf(page)
      await expect(frame).toHaveAttribute('src', src)
      await expect(frame).toHaveAttribute('title', TABS[at] ?? '')
      await expect(frame).toHaveAttribute('data-shown', 'true')
      // The console around it has the heading and the account menu.
      await expect(inFrame(page).getByRole('heading', { level: 1 })).toHaveCount(0)
      await expect(inFrame(page).getByRole('banner')).toHaveCount(0)
    }
    await expect(page).toHaveURL(/#\/events\/manual-triggers$/)
    await expectAccessible(page)
  })

  test('a frame that is refused or gets no response is reported, with a link to open it in a window (EXPECT-34, EXPECT-35)', async ({
    page,
    open,
    expectFailures,
  }) => {
    expectFailures(/503/, /ERR_/)
    const [, , src = ''] = FRAMED
    await page.route('**/operator/schedules.shtml?*', (route) =>
      route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>503</h1>' }),
    )
    await open('/events/schedules')
    await expect(page.getByRole('alert')).toContainText('The device refused to load this page.')
    await expect(ownWindow(page)).toHaveAttribute('href', src)
    await page.unroute('**/operator/schedules.shtml?*')

    await page.route('**/operator/schedules.shtml?*', (route) => route.abort('connectionrefused'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('This page could not be loaded.')).toBeVisible()
    await expect(ownWindow(page)).toHaveAttribute('href', src)
    await page.unroute('**/operator/schedules.shtml?*')

    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(frameOf(page)).toHaveAttribute('data-shown', 'true')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('a frame that shows another page of the device says so (EXPECT-35)', async ({
    page,
    open,
  }) => {
    await standIn(page)
    await open('/events/schedules')
    await expect(frameOf(page)).toHaveAttribute('data-shown', 'true')
    await frameOf(page).evaluate((frame: HTMLIFrameElement) =>
      frame.contentWindow?.location.assign('/operator/recipients.shtml?aca=yes'),
    )
    await expect(page.getByRole('alert')).toContainText('This page could not be loaded.')
    await expect(frameOf(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(frameOf(page)).toHaveAttribute('src', FRAMED[2] ?? '')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.unrouteAll()
  })

  test('a tab is not affected by the frame of another that failed (EXPECT-34)', async ({
    page,
    open,
    expectFailures,
  }) => {
    expectFailures(/503/)
    await standIn(page)
    await page.route('**/operator/recipients.shtml?*', (route) =>
      route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>503</h1>' }),
    )
    await open('/events/recipients')
    await expect(page.getByRole('alert')).toContainText('The device refused to load this page.')
    await tabsOf(page).first().click()
    await expect(frameOf(page)).toHaveAttribute('data-shown', 'true')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.unrouteAll()
  })
})

test('a frame that is redirected to the sign-in page is reported (EXPECT-35)', async ({
  page,
  open,
  context,
  expectFailures,
}) => {
  expectFailures(/401|WebSocket/)
  await page.route('**/operator/schedules.shtml?*', async (route) => {
    await context.clearCookies()
    const { origin } = new URL(route.request().url())
    await route.fulfill({
      status: 303,
      headers: { location: `${origin}/sign-in?next=%2Foperator%2Fschedules.shtml` },
    })
  })
  await open('/events/schedules')
  await expect(
    page.getByText('The session has ended. Sign in again, then try again.'),
  ).toBeVisible()
  await expect(ownWindow(page)).toHaveAttribute('href', FRAMED[2] ?? '')
})

test.describe('by the clock of the page', () => {
  test.use({ clock: true })

  const stopClock = async (page: Page) =>
    page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))

  const heightOf = (page: Page) =>
    frameOf(page).evaluate((frame: HTMLIFrameElement) => frame.clientHeight)

  test('a frame appears when it has loaded and 300 ms have passed (EVENTS-04)', async ({
    page,
    open,
  }) => {
    let load = () => {}
    const held = new Promise<void>((resolve) => {
      load = resolve
    })
    await standIn(page, held)
    await open('/events')
    const frame = frameOf(page)
    await expect(frame).toHaveAttribute('src', FRAMED[0] ?? '')
    await stopClock(page)

    await test.step('not before it has loaded, however long that takes', async () => {
      await page.clock.runFor(5_000)
      await expect(frame).toBeHidden()
      expect(await pendingTimers(page, 300)).toBe(0)
    })

    load()
    await expect(inFrame(page).getByText('Content')).toBeAttached()
    await expect.poll(() => pendingTimers(page, 300)).toBe(1)
    await page.clock.runFor(299)
    await expect(frame).toBeHidden()
    await page.clock.runFor(1)
    await expect(frame).toBeVisible()
  })

  test('the size of a frame is measured again every 500 ms (EVENTS-05)', async ({ page, open }) => {
    await standIn(page)
    await open('/events')
    await expect(frameOf(page)).toBeVisible()
    await stopClock(page)
    await expect.poll(() => heightOf(page)).toBe(700)

    /** Loads another page in the frame, whose growth nothing but a measurement notices. */
    const show = async (high: number) => {
      const loaded = page.waitForEvent('framenavigated')
      await frameOf(page).evaluate((frame: HTMLIFrameElement, pixels) => {
        const next = new URL(frame.contentWindow?.location.href ?? '')
        next.searchParams.set('high', String(pixels))
        frame.contentWindow?.location.replace(next)
      }, high)
      await loaded
      await expect
        .poll(() =>
          inFrame(page)
            .locator('body')
            .evaluate((body) => body.clientHeight),
        )
        .toBe(high)
    }

    await test.step('until then the frame stays as it is', async () => {
      await show(900)
      expect(await heightOf(page)).toBe(700)
    })
    // The moment of the next measurement, to 10 ms.
    await expect(async () => {
      await page.clock.runFor(10)
      expect(await heightOf(page)).toBe(900)
    }).toPass({ intervals: [0] })

    for (const high of [1_100, 800]) {
      const before = await heightOf(page)
      await show(high)
      await page.clock.runFor(480)
      expect(await heightOf(page)).toBe(before)
      await page.clock.runFor(20)
      await expect.poll(() => heightOf(page)).toBe(high)
    }
  })
})
