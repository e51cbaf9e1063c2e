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
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(at('/'), { waitUntil: 'commit' })
  const logo = page.getByRole('img', { name: 'Lintel' })
  await expect(logo).toBeVisible()
  await expect
    .poll(() => logo.evaluate((one) => getComputedStyle(one.parentElement ?? one).opacity))
    .toBe('1')
  // It goes on as long as it takes, and never fades out: the page would be blank.
  const faintest = await logo.evaluate((one) => {
    const waiting = (one.parentElement ?? one).getAnimations().at(-1)
    waiting?.pause()
    const opacities = Array.from({ length: 25 }, (_, at) => {
      if (waiting) waiting.currentTime = 1_600 + at * 100
      return Number(getComputedStyle(one.parentElement ?? one).opacity)
    })
    waiting?.play()
    return Math.min(...opacities)
  })
  expect(faintest).toBeGreaterThan(0.3)
  expect(faintest).toBeLessThan(1)
  const middle = await logo.boundingBox()
  expect((middle?.x ?? 0) + 13).toBeCloseTo((page.viewportSize()?.width ?? 0) / 2, 0)
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(logo).toHaveCount(0)
})

test('until it is known which tiles there are, their place is not blank', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // What the next steps read, which stand first.
  await page.route(/\/vapix\/|\/lintel\/time/, async (route) => {
    await held
    await route.continue()
  })
  // In a narrow window, where they stand below the picture.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(at('/'))
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Arrange' })).toBeVisible()
  const coming = page.getByRole('main').locator('[data-shape="steps"]')
  await expect(coming).toHaveCount(1)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(0)
  release()
  await expect(page.getByRole('heading', { level: 2, name: 'Doors' })).toBeVisible()
  await expect(coming).toHaveCount(0)
})
