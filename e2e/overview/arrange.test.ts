/** Arranging the tiles of the overview. */
import type { Page } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'
import { ACCOUNTS, PASSWORD } from '../rig/accounts.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { arrangingOf, expectLoaded, tileOf, titlesOf } from './board.ts'

test('tiles are moved by keyboard, and stay there after a reload', async ({ page, open }) => {
  await open('/')
  await expectLoaded(page)
  const before = await titlesOf(page)
  const { arrange, done, later, earlier } = arrangingOf(page)
  await arrange.click()
  await later('Doors').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Doors: now 4 of \d+\.$/)).toBeAttached()
  await expect(later('Doors')).toBeFocused()
  const [first = '', second = '', third = '', fourth = '', ...rest] = before
  const after = [first, second, fourth, third, ...rest]
  expect(await titlesOf(page)).toEqual(after)
  await expect(earlier(first)).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await done.click()
  await expect(later('Doors')).toHaveCount(0)
  await page.reload()
  await expectLoaded(page)
  expect(await titlesOf(page)).toEqual(after)
})

test('a tile is dragged to another place', async ({ page, open }) => {
  await page.setViewportSize({ width: 1360, height: 1400 })
  await open('/')
  await expectLoaded(page)
  const { arrange } = arrangingOf(page)
  await arrange.click()
  const grip = tileOf(page, 'Uptime').locator('[data-ready]')
  await expect(grip).toBeVisible()
  const target = await tileOf(page, 'Calls').boundingBox()
  if (!target) throw new Error('The tile is not on the page.')
  await grip.hover()
  await page.mouse.down()
  await expect(async () => {
    // Browsers also report a pointer at rest, but not in a test.
    await page.mouse.move(target.x + target.width - 8, target.y + 60)
    await page.mouse.move(target.x + 12, target.y + 40, { steps: 6 })
    await expect(tileOf(page, 'Calls')).toHaveAttribute('data-drop', 'top', { timeout: 100 })
  }).toPass()
  await page.mouse.up()
  await expect
    .poll(async () => (await titlesOf(page)).slice(0, 5))
    .toEqual(['This device', 'Next steps', 'Doors', 'Uptime', 'Calls'])
})

test('a hidden tile stays hidden after a reload, and can be shown again', async ({
  page,
  open,
}) => {
  await open('/')
  await expectLoaded(page)
  const before = await titlesOf(page)
  const { arrange, done, hide, show, reset } = arrangingOf(page)
  await arrange.click()
  await expect(reset).toHaveAttribute('aria-disabled', 'true')
  await hide('Calls').click()
  await expect(tileOf(page, 'Calls')).toHaveCount(0)
  await done.click()
  await page.reload()
  await expectLoaded(page)
  expect(await titlesOf(page)).toEqual(before.filter((title) => title !== 'Calls'))
  await arrange.click()
  await show('Calls').click()
  await expect.poll(() => titlesOf(page)).toEqual(before)
})

test('a reset restores the default order', async ({ page, open }) => {
  await open('/')
  await expectLoaded(page)
  const before = await titlesOf(page)
  const { arrange, hide, earlier, reset } = arrangingOf(page)
  await arrange.click()
  await hide('Storage').click()
  await earlier('Latest events').click()
  await reset.click()
  await expect.poll(() => titlesOf(page)).toEqual(before)
  await page.reload()
  await expectLoaded(page)
  expect(await titlesOf(page)).toEqual(before)
})

test('the content of tiles can’t be used while they are arranged', async ({ page, open }) => {
  await open('/')
  await expectLoaded(page)
  const { arrange, done } = arrangingOf(page)
  const door = page.getByRole('button', { name: 'Open for 5 s' })
  await arrange.click()
  await door.evaluate((button) => button.focus())
  await expect(door).not.toBeFocused()
  await done.click()
  await door.focus()
  await expect(door).toBeFocused()
})

test('two quick moves count, even while the tiles glide', async ({ page, open }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open('/')
  await expectLoaded(page)
  const [first = '', second = '', third = '', fourth = ''] = await titlesOf(page)
  const { arrange, later } = arrangingOf(page)
  await arrange.click()
  await later(second).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect
    .poll(async () => (await titlesOf(page)).slice(0, 4))
    .toEqual([first, third, fourth, second])
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

test('hiding and showing a tile keep the focus', async ({ page, open }) => {
  await open('/')
  await expectLoaded(page)
  const { arrange, hide, show } = arrangingOf(page)
  await arrange.click()
  await hide('Uptime').press('Enter')
  await expect(show('Uptime')).toBeFocused()
  await show('Uptime').press('Enter')
  await expect(hide('Uptime')).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('tiles are moved by touch', async ({ page, open }) => {
    await open('/')
    await expectLoaded(page)
    const [first = '', second = '', third = ''] = await titlesOf(page)
    const { arrange, done, later } = arrangingOf(page)
    await arrange.tap()
    await later(first).tap()
    await expect
      .poll(async () => (await titlesOf(page)).slice(0, 3))
      .toEqual([second, first, third])
    await done.tap()
    await expect(later(first)).toHaveCount(0)
  })

  test('a finger drags a tile, and the page only scrolls at its edge', async ({ page, open }) => {
    await open('/')
    await expectLoaded(page)
    const titles = await titlesOf(page)
    const { arrange } = arrangingOf(page)
    await arrange.tap()
    const grip = tileOf(page, 'Device time').locator('[data-ready]')
    await grip.evaluate((one) => one.scrollIntoView({ block: 'center' }))
    const { x = 0, y = 0, width = 0, height = 0 } = (await grip.boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    const scrolled = () => page.evaluate(() => window.scrollY)
    const before = await scrolled()
    const finger = await fingerOn(page)
    await finger.down(x + width / 2, y + height / 2)
    await expect(tileOf(page, 'Device time')).toHaveAttribute('data-dragged')
    const next = titles[titles.indexOf('Device time') + 1] ?? ''
    const target = await tileOf(page, next).boundingBox()
    await finger.move(x + 40, (target?.y ?? 0) + (target?.height ?? 0) - 12)
    await expect(tileOf(page, next)).toHaveAttribute('data-drop', 'bottom')
    expect(await scrolled()).toBe(before)
    await finger.move(x + 40, 20)
    await expect.poll(scrolled).toBe(0)
    const first = await tileOf(page, titles[0] ?? '').boundingBox()
    await finger.move(x + 40, (first?.y ?? 0) + 30)
    await expect(tileOf(page, titles[0] ?? '')).toHaveAttribute('data-drop', 'top')
    await finger.up()
    await expect
      .poll(async () => (await titlesOf(page)).slice(0, 2))
      .toEqual(['Device time', titles[0]])
  })
})

/** A finger on the screen, as the browser gets it from the hardware. */
async function fingerOn(page: Page) {
  const session = await page.context().newCDPSession(page)
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: { x: number; y: number }[],
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  return {
    down: (x: number, y: number) => touch('touchStart', [{ x, y }]),
    move: (x: number, y: number) => touch('touchMove', [{ x, y }]),
    up: () => touch('touchEnd', []),
  }
}

test.describe('two people', () => {
  test.use({ reuse: 'nothing' })

  /** Signs in while no page is open, which could call the device as somebody else. */
  async function signIn(page: Page, user: string): Promise<void> {
    await page.goto('about:blank')
    const answer = await page.context().request.post('/sign-in', {
      data: { user, password: PASSWORD },
      headers: { 'x-lintel-console': '1' },
    })
    expect(answer.ok()).toBe(true)
    await page.goto(at('/'))
    await expectLoaded(page)
  }

  test('each have their own arrangement in one browser', async ({ page, open }) => {
    await open('/')
    await expectLoaded(page)
    const { arrange, done, hide, later } = arrangingOf(page)
    await arrange.click()
    await later('This device').click()
    await hide('Uptime').click()
    await done.click()
    const arranged = await titlesOf(page)
    expect(arranged).not.toContain('Uptime')
    await signIn(page, ACCOUNTS.operator.user)
    expect((await titlesOf(page))[0]).toBe('This device')
    expect(await titlesOf(page)).toContain('Uptime')
    await signIn(page, ACCOUNTS.admin.user)
    expect(await titlesOf(page)).toEqual(arranged)
  })

  test('a second tab follows what the first one arranges', async ({ page, open, context }) => {
    await open('/')
    await expectLoaded(page)
    const other = await context.newPage()
    await other.goto(page.url())
    await expectLoaded(other)
    const { arrange, hide } = arrangingOf(page)
    await arrange.click()
    await hide('Uptime').click()
    await expect(tileOf(other, 'Uptime')).toHaveCount(0)
    await other.close()
  })
})
