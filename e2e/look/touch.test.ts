/** Whether a finger hits what a phone shows. WCAG 2.5.5. */
import { expect, test } from '../fixture.ts'
import { speak } from '../rig/language.ts'

test.use({ viewport: { width: 390, height: 720 }, hasTouch: true, isMobile: true, reuse: 'device' })

const ROUTES = [
  '/users',
  '/users/add',
  '/phonebook',
  '/ioPorts',
  '/network',
  '/sip/accounts/add',
  '/audioclips',
]

for (const route of ROUTES) {
  test(`controls of ${route} are at least 44 pixels high`, async ({ page, open }) => {
    await open(route)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[data-loading]')).toHaveCount(0)
    const small = await page.evaluate(() => {
      const controls = ':is(button, select, textarea, nav a, td a, input:not([role="switch"]))'
      const everywhere = `:is(header, main, footer) ${controls}, body header a`
      return [...document.querySelectorAll<HTMLElement>(everywhere)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => !element.closest('dialog, [popover]'))
        .map((element) => {
          // A box is as large as its label.
          const box = element.matches('[type="checkbox"], [type="radio"]')
          const target = box ? (element.closest('label') ?? element) : element
          return {
            name: element.outerHTML.slice(0, 120),
            height: target.getBoundingClientRect().height,
          }
        })
        .filter(({ height }) => height > 0 && height < 44)
    })
    expect(small).toEqual([])
  })
}

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
