/** The camera's settings as a page of their own. */
import { setPower } from '@lintel/contract/bench'
import { listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import type { ParameterName } from '@lintel/contract/parameters/all'
import { previewVideo } from '@lintel/contract/calls/video'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'
import { FRAMES } from '../rig/states.ts'

const live = (page: Page) => page.getByText('Live', { exact: true })
const preview = (page: Page) => page.getByText('Preview, not saved', { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save' })
const saved = (page: Page) => page.getByText('The picture settings are saved.')

async function valueOf(rig: Rig, name: ParameterName): Promise<string | undefined> {
  return (await rig.root.call(listParameters, { group: name })).values.get(name)
}

/** Mean of all colour values of the picture, 0 to 255. */
const brightness = (page: Page) =>
  page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const context = canvas.getContext('2d')
    if (!context) return 0
    const { data } = context.getImageData(0, 40, canvas.width, canvas.height - 40)
    let sum = 0
    for (const value of data) sum += value
    return sum / data.length
  })

test('saves settings with a visible effect, writes only changed fields, and keeps what another administrator set', async ({
  page,
  rig,
}) => {
  await page.goto('/aca/index.html')
  await expect(live(page)).toBeVisible()
  const before = await brightness(page)
  await page.getByLabel('Resolution').selectOption('320x240')
  await page.getByLabel('Brightness').fill('95')
  await page.getByText('60 Hz').click()
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  await expect(save(page)).toHaveCount(0)
  expect(await valueOf(rig, 'root.Image.I0.Appearance.Resolution')).toBe('320x240')
  expect(await valueOf(rig, 'root.ImageSource.I0.Sensor.PowerLineFrequency')).toBe('60Hz')
  await expect(live(page)).toBeVisible()
  await expect(page.locator('canvas')).toHaveJSProperty('width', 320)
  await expect.poll(() => brightness(page)).toBeGreaterThan(before * 1.15)

  await page.getByLabel('Contrast').fill('30')
  await rig.root.call(updateParameters, { 'root.ImageSource.I0.Sensor.ColorLevel': '10' })
  const posted = page.waitForRequest((request) => request.url().includes('action=update'))
  await save(page).click()
  expect((await posted).url()).not.toContain('ColorLevel')
  await expect(saved(page)).toBeVisible()
  await expect(save(page)).toHaveCount(0)
  expect(await valueOf(rig, 'root.ImageSource.I0.Sensor.ColorLevel')).toBe('10')
  await expect(page.getByLabel('Colour')).toHaveValue('10')
})

test('a change shows in the picture before it is saved, and is gone when it is discarded', async ({
  page,
  rig,
}) => {
  needs(previewVideo)
  await page.goto('/aca/index.html')
  await expect(live(page)).toBeVisible()
  await expect(page.getByLabel('Resolution')).toHaveValue('640x360')
  const before = await brightness(page)
  await page.getByLabel('Brightness').fill('95')
  await expect(preview(page)).toBeVisible()
  await expect.poll(() => brightness(page)).toBeGreaterThan(before * 1.15)
  await page.getByLabel('Resolution').selectOption('320x240')
  await expect(page.locator('canvas')).toHaveJSProperty('width', 320)
  expect(await valueOf(rig, 'root.ImageSource.I0.Sensor.Brightness')).toBe('50')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(live(page)).toBeVisible()
  await expect(page.locator('canvas')).toHaveJSProperty('width', 640)
  await expect.poll(() => brightness(page)).toBeLessThan(before * 1.1)
})

for (const viewport of [
  { width: 390, height: 700 },
  { width: 1360, height: 560 },
]) {
  for (const address of ['/aca/index.html', '/webapp/hw/#/camera']) {
    test(`the picture stays in view beside the last setting of ${address} at ${viewport.width} px`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport)
      await page.goto(address)
      const place = address === '/aca/index.html' ? page : page.frameLocator('main iframe')
      const last = place.getByRole('radio', { name: '60 Hz' })
      await last.focus()
      await page.mouse.wheel(0, 5_000)
      await expect(last).toBeInViewport()
      const picture = place.getByRole('img')
      await expect(picture).toBeInViewport({ ratio: 0.99 })
      // Not under the page's own bar.
      const bar = (await page.getByRole('banner').boundingBox()) ?? { y: 0, height: 0 }
      await expect
        .poll(async () => (await picture.boundingBox())?.y ?? 0)
        .toBeGreaterThanOrEqual(bar.y + bar.height)
    })
  }
}

test('is accessible, refuses an invalid number, and discarding restores the old values', async ({
  page,
}) => {
  await page.goto('/aca/index.html')
  await expect(live(page)).toBeVisible()
  await expectAccessible(page)
  const fps = page.getByLabel('Frames per second')
  await fps.fill('31')
  await fps.blur()
  await expect(page.getByText('Type a whole number from 0 to 30.')).toBeVisible()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await save(page).click()
  await expect(fps).toBeFocused()
  expect(requests.filter((url) => url.includes('action=update'))).toEqual([])
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(fps).toHaveValue(FRAMES)
  await expect(save(page)).toHaveCount(0)
})

test('the picture recovers after a power cut, and typed input is kept', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/ERR_/)
  await page.goto('/aca/index.html')
  await expect(live(page)).toBeVisible()
  await page.getByLabel('Contrast').fill('30')
  await rig.bench.call(setPower, { action: 'cycle' })
  const playing = live(page).or(preview(page))
  await expect(playing).toHaveCount(0)
  await expect(playing).toBeVisible({ timeout: 20_000 })
  await expect(page.getByLabel('Contrast')).toHaveValue('30')
})

test('returns to the page after signing in', async ({ page, context }) => {
  await context.clearCookies()
  await page.goto('/aca/index.html#settings')
  await expect(page).toHaveURL(/\/sign-in\?next=%2Faca%2Findex\.html#settings$/)
})

test.describe('operators', () => {
  test.use({ person: 'operator' })

  test('an operator sets the picture and can read the sensor settings', async ({ page, rig }) => {
    await page.goto('/aca/index.html')
    await expect(page.getByText('Only administrators can change these settings.')).toBeVisible()
    await expect(page.getByLabel('Brightness')).toHaveCount(0)
    await page.getByLabel('Mirror the picture').check()
    await save(page).click()
    await expect(saved(page)).toBeVisible()
    expect(await valueOf(rig, 'root.Image.I0.Appearance.MirrorEnabled')).toBe('yes')
  })
})
