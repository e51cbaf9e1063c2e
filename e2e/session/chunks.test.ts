/** Chunks of the console that fail to load. */
import { setPower } from '@lintel/contract/bench'
import type { Page } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'
import { notThroughGateway } from '../rig/gateway.ts'
import { typeAddress } from '../rig/address.ts'

test.use({ reuse: 'nothing' })

const retry = (page: Page) => page.getByRole('button', { name: 'Try again' })

/** The page's message about a chunk that failed, with the URL of its file. */
const failureOf = (page: Page, chunk: string) =>
  page.getByRole('alert').filter({ hasText: `Loading chunk ${chunk} failed.` })

test.beforeEach(({ expectFailures }) => {
  expectFailures(/failed/i)
})

test('a page that fails to load is reported with its file, and opens when retried (SHELL-26)', async ({
  page,
  open,
}) => {
  await open('/')
  await page.route('**/maintenance-page-*.js', (route) => route.abort('connectionreset'))
  await page.getByRole('link', { name: 'Maintenance' }).click()
  await expect(failureOf(page, 'pages.maintenance')).toContainText(
    /error: \S*\/assets\/maintenance-page-\S+\.js/,
  )
  await expect(page.getByRole('link', { name: 'Overview' })).toBeVisible()
  await page.unrouteAll()
  await retry(page).click()
  await expect(page).toHaveURL(/#\/maintenance$/)
  await expect(page.getByRole('button', { name: 'Restart' })).toBeVisible()
})

test('a page that failed because the device was gone opens by itself when it is back (EXPECT-17)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  notThroughGateway('the gateway serves the console, whatever the device does')
  expectFailures(/WebSocket|ERR_|systemready/i)
  await page.clock.install()
  await open('/')
  const link = page.getByRole('link', { name: 'Maintenance' })
  await expect(link).toBeVisible()
  await rig.bench.call(setPower, { action: 'off' })
  await link.click()
  const failure = failureOf(page, 'pages.maintenance')
  await expect(failure).toContainText('This could not be loaded.')
  await expect(failure).toContainText('It is loaded again as soon as the device answers.')
  await rig.bench.call(setPower, { action: 'on' })
  await expect(async () => {
    await page.clock.fastForward(5_000)
    await expect(page.getByRole('button', { name: 'Restart' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page).toHaveURL(/#\/maintenance$/)
})

test('the console works without the bar at the bottom, until that loads (EXPECT-12)', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const failed = page.waitForEvent('requestfailed')
  await page.route('**/foot-*.js', (route) => route.abort('connectionreset'))
  await open('/maintenance')
  await failed
  await expect(page.getByRole('button', { name: 'Restart' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

test('another page opens after one that failed (EXPECT-12)', async ({ page, open }) => {
  await page.route('**/maintenance-page-*.js', (route) => route.abort('connectionreset'))
  await open('/maintenance')
  await expect(failureOf(page, 'pages.maintenance')).toBeVisible()
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await expect(failureOf(page, 'pages.maintenance')).toHaveCount(0)
})

test('a page whose file breaks off once opens all the same', async ({ page, open }) => {
  await open('/')
  let requests = 0
  await page.route('**/maintenance-page-*.js', (route) => {
    requests += 1
    return requests === 1 ? route.abort('connectionreset') : route.continue()
  })
  await page.getByRole('link', { name: 'Maintenance' }).click()
  await expect(page.getByRole('button', { name: 'Restart' })).toBeVisible()
  expect(requests).toBe(2)
  await page.unrouteAll()
})

test('a stylesheet that fails to load is reported in the same way (SHELL-27)', async ({
  page,
  open,
}) => {
  await open('/')
  await page.route('**/maintenance-page-*.css', (route) => route.abort('connectionreset'))
  await typeAddress(page, '/maintenance')
  const failure = failureOf(page, 'pages.maintenance')
  await expect(failure).toContainText(/css: \S*\/assets\/\S+\.css/)
  await page.unrouteAll()
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Restart' })).toBeVisible()
})

test('a chunk that never loads times out after 120 s (SHELL-26)', async ({ page, open }) => {
  await page.clock.install()
  await open('/')
  const request = page.waitForRequest('**/maintenance-page-*.js')
  await page.route('**/maintenance-page-*.js', () => {})
  await page.getByRole('link', { name: 'Maintenance' }).click()
  await request
  await page.clock.fastForward(110_000)
  await expect(failureOf(page, 'pages.maintenance')).toHaveCount(0)
  await page.clock.fastForward(10_000)
  await expect(failureOf(page, 'pages.maintenance')).toContainText('timeout:')
  await page.unrouteAll()
})

test('messages that fail to load at start are reported before any page opens (SHELL-26)', async ({
  page,
}) => {
  await page.route('**/catalogues-*.js', (route) => route.abort('connectionreset'))
  await page.goto(at('/'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'The console could not be opened.',
  )
  await expect(page.getByRole('alert')).toContainText('Loading chunk messages-en failed.')
})
