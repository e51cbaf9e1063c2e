/** What is set on the page is what a monitor at the HDMI output shows, on the page of the bench. */
import { getBench } from '@lintel/contract/bench'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'

test('the monitor shows the live picture and the display, turned and mirrored (HDMI-01, HDMI-02, HDMI-03)', async ({
  page,
  open,
  rig,
}) => {
  await open('/hdmi')
  await expect(page.getByLabel('Video source').getByRole('option')).toHaveText([
    'Camera',
    'All views',
  ])
  await page.getByLabel('Video source').selectOption('All views')
  await page.getByLabel('Rotation').selectOption('180°')
  await page.getByLabel('Mirroring').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The HDMI output is saved.')).toBeVisible()
  const { hdmi } = await rig.bench.call(getBench, {})
  expect(hdmi).toEqual({ source: 'all', degrees: 180, mirrored: true })

  await page.goto(rig.addresses.bench)
  const monitor = page.getByRole('region', { name: 'HDMI output' })
  // The camera rests while nobody sees the monitor.
  await monitor.scrollIntoViewIfNeeded()
  const picture = monitor.getByAltText('Picture of the camera')
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth))
    .toBe(640)
  await expect(monitor.locator('[data-degrees]')).toHaveCSS('rotate', '180deg')
  await expect(monitor.getByText('Welcome')).toBeVisible()
})
