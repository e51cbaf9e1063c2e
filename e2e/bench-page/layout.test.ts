/** The layout of the bench's page, and that nothing moves without need. */
import { getBench, pressKey, setMicrophone, setPower, setWorld } from '@lintel/contract/bench'
import { presentCard } from '@lintel/contract/bench-reader'
import { setTimeZone } from '@lintel/contract/calls/time'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'

test.use({ person: 'admin' })

const front = (page: Page) => page.getByRole('region', { name: 'Face plate' })
const log = (page: Page) => page.getByRole('region', { name: 'What happened' })

/** Name, place and size of each region, all read at the same time. */
const placesOf = (page: Page) =>
  page.getByRole('region').evaluateAll((regions) =>
    regions.map((region) => {
      const { x, y, width, height } = region.getBoundingClientRect()
      const name = region.getAttribute('aria-label') ?? region.querySelector('h2')?.textContent
      return { name, x, y, width, height }
    }),
  )

async function placeOf(part: Locator) {
  const place = await part.boundingBox()
  if (!place) throw new Error('It is not on the page.')
  return place
}

test.beforeEach(async ({ page, rig }) => {
  await page.goto(rig.addresses.bench)
  await expect(page.getByText('Running')).toBeVisible()
})

for (const width of [1360, 1920, 2560]) {
  test(`at ${width} px the log is beside the device, and the cards are in two columns`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const [device, happened] = [await placeOf(front(page)), await placeOf(log(page))]
    expect(happened.x).toBeGreaterThan(device.x + device.width)
    expect(Math.abs(happened.y - device.y)).toBeLessThan(2)
    const cards = ['Power', 'Card reader'].map((name) => page.getByRole('region', { name }))
    const [power, reader] = await Promise.all(cards.map(placeOf))
    expect(power?.y).toBe(reader?.y)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2_100)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
}

for (const width of [1000, 1360, 1920]) {
  test(`at ${width} px the device and the log stay in view while the cards scroll`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.getByRole('button', { name: 'Network', exact: true }).click()
    const network = page.getByRole('region', { name: 'Network' })
    await network.getByRole('button', { name: 'Apply' }).scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
    for (const part of [front(page), log(page)]) await expect(part).toBeInViewport({ ratio: 0.99 })
    // Nor does it lie on what the keyboard reaches.
    await page.getByRole('button', { name: 'Power', exact: true }).focus()
    const [power, happened] = [
      await placeOf(page.getByRole('button', { name: 'Power', exact: true })),
      await placeOf(log(page)),
    ]
    if (width < 1800) expect(power.y).toBeGreaterThan(happened.y + happened.height)
  })
}

test('the columns are balanced when cards are closed, and the closed card stays', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1360, height: 900 })
  const ends = async () => {
    const places = await page
      .locator('#controls')
      .getByRole('region')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect()))
    const columns = Array.from(new Set(places.map(({ x }) => x)))
    return columns.map((column) =>
      Math.max(...places.filter(({ x }) => x === column).map(({ bottom }) => bottom)),
    )
  }
  const uneven = async () => {
    const [one = 0, other = 0] = await ends()
    return Math.abs(one - other)
  }
  const reader = page.getByRole('region', { name: 'Card reader' })
  const before = await placeOf(reader)
  for (const name of ['Card reader', 'Clock', 'Inputs and outputs']) {
    await page.getByRole('button', { name, exact: true }).click()
    expect(await ends()).toHaveLength(2)
  }
  // The click on a low card may have scrolled the page.
  await page.evaluate(() => window.scrollTo(0, 0))
  const after = await placeOf(reader)
  expect([after.x, after.y]).toEqual([before.x, before.y])
  // The last card, the monitor, is the highest that can be too much.
  expect(await uneven()).toBeLessThan(360)
})

test('what somebody types makes a card longer, and moves no card to the other column', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1360, height: 900 })
  await page.getByLabel('Serial number of the card').fill('xyz')
  const columns = async () => (await placesOf(page)).map(({ name, x }) => [name, x])
  const before = await columns()
  await page.getByLabel('Card type').selectOption('MIFARE Classic')
  await page.getByRole('button', { name: 'Present card' }).click()
  await expect(page.getByText('Enter 4, 7 or 10 bytes as hexadecimal digits.')).toBeVisible()
  expect(await columns()).toEqual(before)
})

test('sliders and meters of all cards are below one another', async ({ page }) => {
  for (const width of [390, 1360]) {
    await page.setViewportSize({ width, height: 900 })
    // The page may still close cards for its new width.
    await expect(async () => {
      for (const name of ['Surroundings', 'Handling', 'Loudspeaker']) {
        const card = page.getByRole('button', { name, exact: true })
        if ((await card.getAttribute('aria-expanded')) === 'false') await card.click()
        await expect(card).toHaveAttribute('aria-expanded', 'true', { timeout: 2_000 })
      }
      await expect(page.locator('#controls meter:visible')).toHaveCount(2, { timeout: 2_000 })
      await expect(page.locator('#controls input[type=range]:visible')).toHaveCount(3, {
        timeout: 2_000,
      })
    }).toPass()
    const tracks = page.locator('#controls').locator('input[type=range], meter')
    await expect(tracks).toHaveCount(5)
    // A card that has just been opened has no size yet.
    await expect
      .poll(async () => {
        const inCard = await tracks.evaluateAll((all) =>
          all.map((track) => {
            const { left, width: long } = track.getBoundingClientRect()
            const card = track.closest('section')?.getBoundingClientRect().left ?? 0
            return `${Math.round(left - card)} ${Math.round(long)}`
          }),
        )
        return new Set(inCard).size
      })
      .toBe(1)
  }
})

for (const height of [700, 768, 850, 900, 1080]) {
  test(`in a window ${height} px high the device and the newest entry are in view`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1360, height })
    for (const part of [front(page), log(page)]) {
      const { y, height: tall } = await placeOf(part)
      expect(y + tall).toBeLessThanOrEqual(height)
    }
  })
}

test('at 390 px the log is under the device', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const [device, happened] = [await placeOf(front(page)), await placeOf(log(page))]
  expect(happened.y).toBeGreaterThan(device.y + device.height)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('cutting the power moves nothing, and says why controls are disabled', async ({
  page,
  rig,
}) => {
  await expect(page.getByRole('region', { name: 'HDMI output' })).toBeVisible()
  // The peak of a sound that has ended stays for seconds, and goes with the power.
  await rig.bench.call(setMicrophone, { microphone: { kind: 'tone', hertz: 440, level: 0.5 } })
  const sound = page.getByRole('region', { name: 'Loudspeaker' })
  await expect(sound.getByText(/^Peak/i)).toBeVisible()
  const before = await placesOf(page)
  await page.getByRole('button', { name: 'Cut the power' }).click()
  await expect(page.getByRole('button', { name: 'Switch on' })).toBeVisible()
  await expect(front(page).getByText('The device has no power.')).toBeVisible()
  await expect(page.getByText('The device has no power.')).toHaveCount(1)
  expect(await placesOf(page)).toEqual(before)
  await expect(page.getByRole('button', { name: 'Key 5' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Present card' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Switch on' })).toBeFocused()
  await expectAccessible(page)
  await rig.bench.call(setPower, { action: 'on' })
  await expect(page.getByRole('button', { name: 'Key 5' })).toBeEnabled()
})

test('what others do at the device is shown: keys, a card, darkness', async ({ page, rig }) => {
  await rig.bench.call(pressKey, { key: '4' })
  await rig.bench.call(pressKey, { key: '2' })
  const display = page.getByRole('region', { name: 'Display' })
  await expect(display.getByText('2 keys entered')).toBeAttached()
  await expect(display).not.toContainText('42')
  await rig.bench.call(presentCard, { card: { type: 'UID/CSN', uid: '04A1B2C3', contents: [] } })
  await expect(front(page).getByRole('status').last()).toContainText('A card is read')
  await rig.bench.call(setWorld, { lux: 0.1 })
  await expect(page.getByRole('slider', { name: 'Ambient light' })).toHaveValue('1')
  await page.getByRole('switch', { name: 'Light follows the time of day' }).click()
  await expect.poll(async () => (await rig.bench.call(getBench, {})).world.lux).toBeNull()
})

test('with reduced motion nothing moves, and words say what happens', async ({ page, rig }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await rig.bench.call(presentCard, { card: { type: 'UID/CSN', uid: '04A1B2C3', contents: [] } })
  await expect(front(page).getByRole('status').last()).toContainText('A card is read')
  const moving = await front(page).evaluate((part) => part.getAnimations({ subtree: true }).length)
  expect(moving).toBe(0)
})

test('the time is that of the device’s zone, which is named', async ({ page, rig }) => {
  await rig.root.call(setTimeZone, { timeZone: 'Asia/Kolkata' })
  await expect(page.getByText('Device time, Asia/Kolkata (UTC+5:30)').first()).toBeVisible()
  await rig.bench.call(pressKey, { key: '7' })
  const entry = page.getByRole('listitem').filter({ hasText: 'Key 7 is pressed.' }).last()
  const { shown, at } = await entry
    .locator('time')
    .evaluate((time: HTMLTimeElement) => ({ shown: time.textContent, at: time.dateTime }))
  const local = new Date(Date.parse(at) + 5.5 * 3_600_000)
  expect(shown).toBe(local.toISOString().slice(11, 23))
})

test('on a low screen the log has room for nine lines', async ({ page }) => {
  await page.setViewportSize({ width: 1360, height: 850 })
  for (const key of '123456789') await page.getByRole('button', { name: `Key ${key}` }).click()
  const lines = log(page).getByRole('listitem')
  await expect(lines.last()).toContainText('Key 9')
  // Two of them are those of PINs.
  await expect(lines.filter({ hasText: 'Key 3 ' })).toBeInViewport({ ratio: 1 })
})

test('the name of a field of a card has one line', async ({ page }) => {
  await page.setViewportSize({ width: 1360, height: 850 })
  const label = page.getByText('Serial number of the card', { exact: true })
  expect((await placeOf(label)).height).toBeLessThan(30)
})
