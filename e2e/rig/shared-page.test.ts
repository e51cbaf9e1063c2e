/** What a test leaves in its browser context must not reach the next test. */
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'

test.use({ reuse: 'nothing' })

const left: { context?: BrowserContext; page?: Page } = {}

/** What the browser keeps for the page's origin. */
const kept = (page: Page) =>
  page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    caches: await globalThis.caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    window: name,
    entries: history.length,
  }))

test('a test leaves cookies, stored data, a route and an exposed function', async ({
  page,
  context,
  open,
}) => {
  await open('/users')
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await context.route('**/favicon.ico', (route) => route.fulfill({ body: 'routed' }))
  await page.exposeFunction('exposed', () => {})
  await page.evaluate(async () => {
    localStorage.setItem('left', '1')
    sessionStorage.setItem('left', '1')
    window.name = 'left'
    await globalThis.caches.open('left')
    await new Promise((resolve) => {
      indexedDB.open('left').onsuccess = resolve
    })
  })
  await context.addCookies([{ name: 'left', value: '1', url: 'http://127.0.0.9' }])
  const { local, session, caches, databases } = await kept(page)
  expect([local.includes('left'), session.includes('left')]).toEqual([true, true])
  expect([...caches, ...databases]).toEqual(['left', 'left'])
  Object.assign(left, { context, page })
})

test('the next one has the same context without any of it, and loads all files from the device', async ({
  page,
  context,
  open,
}) => {
  test.skip(left.context === undefined, 'The test before it did not run.')
  expect(context).toBe(left.context)
  expect(page).not.toBe(left.page)
  expect(context.pages()).toEqual([page])
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('left')
  const answer = await page.goto('/favicon.ico')
  expect(await answer?.text()).not.toBe('routed')
  const nothing = { local: [], session: [], caches: [], databases: [], window: '', entries: 2 }
  expect(await kept(page)).toEqual(nothing)
  expect(await page.evaluate(() => 'exposed' in globalThis)).toBe(false)
  await open('/users')
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  const sizes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter((entry) => entry.name.includes('/webapp/'))
      .map(({ transferSize }) => transferSize),
  )
  expect(sizes.length).toBeGreaterThan(5)
  expect(Math.min(...sizes)).toBeGreaterThan(0)
})
