/** What lines up in a window of 1,920 pixels, where a page has more room than it needs. */
import type { Locator } from '@playwright/test'
import { expect, test } from '../fixture.ts'

test.use({ viewport: { width: 1920, height: 800 }, reuse: 'device' })

/** Where an element starts and ends across the page, and its middle, in pixels. */
async function placeOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not shown.')
  return { start: box.x, end: box.x + box.width, middle: box.x + box.width / 2 }
}

test('the bar that saves is under the middle of the page', async ({ page, open }) => {
  await open('/ioPorts/edit/I2')
  const port = page.getByRole('region', { name: 'Port', exact: true })
  await port.getByLabel('Name').fill('Gate')
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await expect(bar).toBeVisible()
  expect((await placeOf(bar)).middle).toBeCloseTo((await placeOf(page.getByRole('main'))).middle, 0)
  await bar.getByRole('button', { name: 'Discard' }).click()
})

test('the cards of a form are side by side', async ({ page, open }) => {
  await open('/network/discoverability')
  const names = await placeOf(page.getByRole('region', { name: 'Names', exact: true }))
  const protocols = await placeOf(page.getByRole('region', { name: 'Discovery protocols' }))
  expect(protocols.start - names.end).toBeCloseTo(16, 0)
})

test('so are those of a page with a form among them', async ({ page, open }) => {
  await open('/storage')
  const protection = await placeOf(page.getByRole('region', { name: 'Protection' }))
  const retention = await placeOf(page.getByRole('region', { name: 'Retention' }))
  expect(retention.start - protection.end).toBeCloseTo(16, 0)
})

test('every page begins in the same place', async ({ page, open }) => {
  const starts: number[] = []
  for (const [route, title] of [
    ['/', 'Overview'],
    ['/events', 'Events'],
    ['/network', 'Network'],
  ] as const) {
    await open(route)
    const heading = page.getByRole('heading', { level: 1, name: title })
    await expect(heading).toBeVisible()
    starts.push((await placeOf(heading)).start)
  }
  expect(new Set(starts).size).toBe(1)
})

test('what is below the picture of the overview is as high as in a narrower window', async ({
  page,
  open,
}) => {
  await open('/')
  const link = page.getByRole('main').getByRole('link', { name: 'Camera', exact: true })
  for (const width of [1360, 1920, 2560]) {
    await page.setViewportSize({ width, height: 800 })
    const [box, card] = [await link.boundingBox(), await link.locator('..').boundingBox()]
    expect(box?.height).toBe(40)
    expect((card?.y ?? 0) + (card?.height ?? 0) - (box?.y ?? 0)).toBeLessThan(43)
  }
})

test('what a card says and what it asks for start in the same place', async ({ page, open }) => {
  await open('/network-snmp')
  await page.getByRole('radio', { name: 'SNMP v3' }).check()
  const user = page.getByRole('region', { name: 'User' })
  const said = await placeOf(user.getByRole('definition').first())
  const asked = await placeOf(user.getByLabel('Password', { exact: true }))
  expect(said.start).toBeCloseTo(asked.start, 0)
  await page.getByRole('button', { name: 'Discard' }).click()
})

test("the camera's settings are next to the picture", async ({ page, open }) => {
  await open('/camera')
  const frame = page.frameLocator('main iframe')
  await expect(frame.getByText('Live', { exact: true })).toBeVisible()
  const picture = await placeOf(frame.getByRole('img'))
  const settings = await placeOf(frame.getByRole('region', { name: 'Picture', exact: true }))
  expect(settings.start - picture.end).toBeLessThanOrEqual(20)
})

test('tabs keep their places when one of them is chosen', async ({ page, open }) => {
  await open('/network')
  const tabs = page.getByRole('main').locator('nav').getByRole('link')
  await expect(tabs.first()).toHaveAttribute('aria-current', 'page')
  const startsOf = () =>
    tabs.evaluateAll((all) => all.map((tab) => Math.round(tab.getBoundingClientRect().x)))
  const before = await startsOf()
  await tabs.last().click()
  await expect(tabs.last()).toHaveAttribute('aria-current', 'page')
  expect(await startsOf()).toEqual(before)
})

test('the entry of a page that opens is below the name of the device in the menu', async ({
  page,
  open,
}) => {
  await open('/users')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('link', { name: 'Users' })).toBeInViewport()
  await page.evaluate(() => {
    location.hash = '/phonebook'
  })
  const entry = menu.getByRole('link', { name: 'Phonebook' })
  await expect(entry).toHaveAttribute('aria-current', 'page')
  const name = menu.getByRole('link').first()
  await expect
    .poll(async () => {
      const [top, bottom] = [await entry.boundingBox(), await name.boundingBox()]
      return (top?.y ?? 0) - ((bottom?.y ?? 0) + (bottom?.height ?? 0))
    })
    .toBeGreaterThanOrEqual(0)
})
