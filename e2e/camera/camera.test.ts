/** The console's camera page, which frames the device's own page. */
import { setFaults, setPower } from '@lintel/contract/bench'
import { listParameters } from '@lintel/contract/calls/parameters'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'

const inside = (page: Page) => page.frameLocator('main iframe')
const live = (page: Page) => inside(page).getByText('Live', { exact: true })
const ownWindow = (page: Page) => page.getByRole('link', { name: 'Open in its own window' })

test.describe('from its start', () => {
  test.use({ reuse: 'nothing' })

  test('has no sidebar but a link back, and a frame as high as its content that saves to the device (CAMERA-01, PLAINCFG-03)', async ({
    page,
    open,
    rig,
  }) => {
    await page.addInitScript(() => {
      if (window.top !== window) return
      let loaded = Infinity
      const note = (event: Event) => {
        if (event.target instanceof HTMLIFrameElement) loaded = performance.now()
      }
      document.addEventListener('load', note, true)
      new MutationObserver((_, observer) => {
        if (!document.querySelector('iframe[data-shown]')) return
        observer.disconnect()
        document.documentElement.dataset['hidden'] = String(performance.now() - loaded)
      }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-shown'] })
    })
    await open('/camera')
    const frame = page.locator('main iframe')

    await test.step('the frame stays hidden for 300 ms after it has loaded', async () => {
      await expect(frame).toHaveAttribute('data-shown', 'true')
      const root = page.locator('html[data-hidden]')
      await expect(root).toHaveCount(1)
      // Timers may fire a little early.
      expect(Number(await root.getAttribute('data-hidden'))).toBeGreaterThanOrEqual(295)
    })

    await test.step('the frame is as high as its content', async () => {
      await expect(inside(page).getByRole('radio', { name: '60 Hz' })).toBeVisible()
      await expect(async () => {
        const { shown, content } = await frame.evaluate((element: HTMLIFrameElement) => ({
          shown: element.clientHeight,
          content: element.contentDocument?.body.offsetHeight ?? 0,
        }))
        expect(Math.abs(shown - content)).toBeLessThanOrEqual(2)
      }).toPass()
    })

    await expect(live(page)).toBeVisible()
    await expect(frame).toHaveAttribute('src', '/aca/index.html#settings')
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0)
    await expectAccessible(page)

    await test.step('a setting saved in the frame reaches the device', async () => {
      await inside(page).getByLabel('Brightness').fill('80')
      await inside(page).getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('The picture settings are saved.')).toBeVisible()
      const name = 'root.ImageSource.I0.Sensor.Brightness'
      const { values } = await rig.root.call(listParameters, { group: name })
      expect(values.get(name)).toBe('80')
    })

    await page.getByRole('link', { name: 'Back to overview' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  })
})

test('Ctrl S outside the frame saves what is unsaved in the frame', async ({ page, open, rig }) => {
  const name = 'root.ImageSource.I0.Sensor.Contrast'
  await open('/camera')
  await inside(page).getByLabel('Contrast').fill('71')
  const bar = inside(page).getByRole('region', { name: 'Unsaved changes' })
  await expect(bar).toBeVisible()

  const back = page.getByRole('link', { name: 'Back to overview' })
  await back.focus()
  await expect(back).toBeFocused()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('The picture settings are saved.')).toBeVisible()
  await expect(bar).toHaveCount(0)
  const { values } = await rig.root.call(listParameters, { group: name })
  expect(values.get(name)).toBe('71')
})

test('unsaved settings in the frame are asked about before a link or Back leaves them (EXPECT-01)', async ({
  page,
  open,
  rig,
}) => {
  const stored = async () => {
    const name = 'root.ImageSource.I0.Sensor.Brightness'
    return (await rig.root.call(listParameters, { group: name })).values.get(name)
  }
  const before = await stored()
  await open('/')
  await open('/camera')
  const brightness = inside(page).getByLabel('Brightness')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const stay = async () => {
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(page).toHaveURL(/#\/camera$/)
    await expect(brightness).toHaveValue('80')
  }
  await brightness.fill('80')
  await page.getByRole('link', { name: 'Back to overview' }).click()
  await stay()
  await page.goBack()
  await stay()
  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  expect(before).not.toBe('80')
  expect(await stored()).toBe(before)
  // Nothing is unsaved any more: one step back from the camera page, without a question.
  await open('/camera')
  await expect(brightness).toHaveValue(before ?? '')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})

test('a refused stream shows advice, and its link opens the maintenance page with an alert (CAMERA-02, CAMERA-03)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/503/)
  await rig.bench.call(setFaults, { faults: [{ call: 'video', fault: 'status', value: 503 }] })
  await open('/camera')
  await expect(
    inside(page).getByText(/Refresh the page\. .*factory defaults or upgrade its firmware\./),
  ).toBeVisible()
  await inside(page).getByRole('link', { name: 'Go to maintenance' }).click()
  await expect(page).toHaveURL(/\/webapp\/hw\/#\/maintenance$/)
  await expect(
    page.getByRole('alert').filter({ hasText: "The video stream can't be accessed." }),
  ).toBeVisible()
})

test('when the frame navigates to maintenance in the system tools, the console follows (PLAINCFG-04, PLAINCFG-05)', async ({
  page,
  open,
}) => {
  await open('/camera')
  await expect(live(page)).toBeVisible()
  await page
    .locator('main iframe')
    .evaluate((frame: HTMLIFrameElement) =>
      frame.contentWindow?.location.assign('/aca/index.html#/system/tools/maintenance'),
    )
  await expect(page.getByRole('heading', { level: 1, name: 'Maintenance' })).toBeVisible()
  await expect(page).toHaveURL(/\/webapp\/hw\/#\/maintenance$/)
  await expect(page.getByRole('alert')).toContainText("The video stream can't be accessed.")
})

test('a frame that is refused or gets no response is reported, with a link to open it in a window, and recovers with the device (EXPECT-34, EXPECT-35)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/503/, /ERR_|WebSocket/)
  // The fault switch for pages would also affect the console's own files.
  await page.route('**/aca/index.html', (route) =>
    route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>503</h1>' }),
  )
  await open('/camera')
  await expect(page.getByRole('alert')).toContainText('The device refused to load this page.')
  await expect(ownWindow(page)).toHaveAttribute('href', '/aca/index.html#settings')
  await page.unroute('**/aca/index.html')

  await page.route('**/aca/index.html', (route) => route.abort('connectionrefused'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('This page could not be loaded.')).toBeVisible()
  await expect(ownWindow(page)).toBeVisible()
  await page.unroute('**/aca/index.html')
  await rig.bench.call(setPower, { action: 'cycle' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(live(page)).toBeVisible({ timeout: 10_000 })
})

test('a frame that is redirected to the sign-in page is reported (EXPECT-35)', async ({
  page,
  open,
  context,
  expectFailures,
}) => {
  expectFailures(/401|WebSocket/)
  await page.route('**/aca/index.html', async (route) => {
    await context.clearCookies()
    const address = new URL(route.request().url())
    await route.fulfill({
      status: 303,
      headers: { location: `${address.origin}/sign-in?next=%2Faca%2Findex.html` },
    })
  })
  await open('/camera')
  await expect(
    page.getByText('The session has ended. Sign in again, then try again.'),
  ).toBeVisible()
  await expect(ownWindow(page)).toBeVisible()
})

test.describe('viewers', () => {
  test.use({ person: 'viewer' })

  test('a viewer sees the picture and no settings (OPEN-20)', async ({ page, open }) => {
    await open('/camera')
    await expect(live(page)).toBeVisible()
    await expect(inside(page).getByRole('slider')).toHaveCount(0)
    await expect(inside(page).getByRole('combobox')).toHaveCount(0)
  })
})
