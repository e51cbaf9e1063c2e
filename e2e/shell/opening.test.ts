/** What the console shows before its scripts have arrived. */
import { at, expect, test } from '../fixture.ts'

test.use({ reuse: 'nothing' })

test('while its scripts are on the way, the page shows the logo, without breaking its policy', async ({
  page,
}) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/app-.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(at('/'), { waitUntil: 'commit' })
  const logo = page.getByRole('img', { name: 'Lintel' })
  await expect(logo).toBeVisible()
  await expect
    .poll(() => logo.evaluate((one) => getComputedStyle(one.parentElement ?? one).opacity))
    .toBe('1')
  const middle = await logo.boundingBox()
  expect((middle?.x ?? 0) + 13).toBeCloseTo((page.viewportSize()?.width ?? 0) / 2, 0)
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(logo).toHaveCount(0)
})
