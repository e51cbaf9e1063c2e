/** What a phone shows, used by a finger. The tests of window sizes measure the targets of every page. */
import { expect, test } from '../fixture.ts'
import { speak } from '../rig/language.ts'

test.use({ viewport: { width: 390, height: 720 }, hasTouch: true, isMobile: true, reuse: 'device' })

test('a port is as high as its buttons, and reading its state moves nothing', async ({
  page,
  open,
}) => {
  await open('/ioPorts')
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Read/ }) })
  const places = () =>
    rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON() as unknown))
  const read = page.getByRole('button', { name: 'Read Input 1' })
  const input = rows.filter({ has: read })
  expect((await input.boundingBox())?.height).toBeLessThan(80)
  const before = await places()
  await read.tap()
  await expect(input.getByRole('status')).toHaveText(/\w/)
  expect(await places()).toEqual(before)
})

test('the lines of a menu are 44 pixels apart, and its button clear of the one beside it', async ({
  page,
  open,
}) => {
  await open('/audioclips')
  const clip = page.getByRole('row').filter({ hasText: 'Alarm' })
  const more = clip.getByRole('button', { name: 'More actions for Alarm' })
  const play = await clip.getByRole('button', { name: 'Play Alarm' }).boundingBox()
  const opener = await more.boundingBox()
  expect(opener?.x).toBeGreaterThanOrEqual((play?.x ?? 0) + (play?.width ?? 0))
  await more.tap()
  const link = await page.getByRole('button', { name: 'Link to Alarm' }).boundingBox()
  const download = await page.getByRole('link', { name: 'Download Alarm' }).boundingBox()
  const rename = await page.getByRole('button', { name: 'Rename Alarm' }).boundingBox()
  expect((download?.y ?? 0) - (link?.y ?? 0)).toBeGreaterThanOrEqual(44)
  expect((rename?.y ?? 0) - (download?.y ?? 0)).toBeGreaterThanOrEqual(44)
})

test('the sources of a clip fit a narrow dialog in German', async ({ page, open, rig }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open('/audioclips')
  await speak(rig, 'German')
  await page.getByRole('button', { name: 'Clip hinzufügen' }).tap()
  const dialog = await page.getByRole('dialog').boundingBox()
  const last = await page.getByRole('radio', { name: 'Aufnahme' }).boundingBox()
  const right = (dialog?.x ?? 0) + (dialog?.width ?? 0) - 24
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(right)
})
