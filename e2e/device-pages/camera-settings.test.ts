/** The camera's settings as a page of their own. */
import { setPower } from '@lintel/contract/bench'
import { listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import type { ParameterName } from '@lintel/contract/parameters/all'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import type { Rig } from '../rig/rig.ts'
import { FRAMES } from '../rig/states.ts'

const live = (page: Page) => page.getByText('Live', { exact: true })
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
  await expect(live(page)).toHaveCount(0)
  await expect(live(page)).toBeVisible({ timeout: 20_000 })
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
