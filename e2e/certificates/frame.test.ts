/** How the console and the page that it frames work together. */
import { setPower } from '@lintel/contract/bench'
import { listCertificates } from '@lintel/contract/calls/certificates'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { needs } from '../rig/firmware.ts'
import { certificatesIn } from '../network-security/form.ts'

needs(listCertificates)

const ROUTE = '/certificates'

const partsOf = (page: Page) => {
  const frame = certificatesIn(page)
  return {
    create: frame.getByRole('button', { name: 'Create certificate' }),
    form: frame.getByRole('form', { name: 'Create certificate' }),
    name: frame.getByRole('textbox', { name: 'Name', exact: true }),
    cancel: frame.getByRole('button', { name: 'Cancel' }),
    question: page.getByRole('alertdialog', { name: 'Leave without saving?' }),
  }
}

test('unsaved changes in a frame are asked about before a link or Back leaves them (EXPECT-01)', async ({
  page,
  open,
}) => {
  await open(ROUTE)
  const { create, form, name, cancel, question } = partsOf(page)
  await create.click()
  await expect(page).toHaveURL(/#\/certificates\?view=create$/)
  await name.fill('gate')
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(name).toHaveValue('gate')
  await page.goBack()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(/view=create$/)
  await expect(name).toHaveValue('gate')
  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(form).toHaveCount(0)
  await expect(create).toBeVisible()
  // Once nothing is unsaved any more, nothing is asked.
  await create.click()
  await name.fill('gate')
  await cancel.click()
  await expect(form).toHaveCount(0)
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await expect(question).toHaveCount(0)
})

test('Back closes a form in the frame, and Forward, a reload and a link open it (EXPECT-01)', async ({
  page,
  open,
}) => {
  await open('/users')
  await page.getByRole('link', { name: 'Certificates' }).click()
  const { create, form, cancel } = partsOf(page)
  await create.click()
  await expect(form).toBeVisible()
  await page.goBack()
  await expect(form).toHaveCount(0)
  await expect(create).toBeVisible()
  await page.goForward()
  await expect(form).toBeVisible()
  await page.reload()
  await expect(form).toBeVisible()
  await page.getByRole('link', { name: 'Certificates' }).click()
  await expect(form).toHaveCount(0)
  await page.goBack()
  await expect(form).toBeVisible()
  await cancel.click()
  await expect(form).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
})

test('a message of the framed page appears in the console', async ({ page, open }) => {
  await open(ROUTE)
  const { create, form, name } = partsOf(page)
  await create.click()
  await name.fill('gate')
  await form.getByRole('button', { name: 'Create certificate' }).click()
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages.getByRole('status')).toContainText('gate')
  await expect(certificatesIn(page).getByRole('region', { name: 'Messages' })).toHaveCount(0)
  await expect(page).toHaveURL(/view=details%2Fgate$/)
  // The form is not a step to go back to once it has done its work.
  await page.goBack()
  await expect(create).toBeVisible()
  await expect(form).toHaveCount(0)
})

test.describe('while the device is gone', () => {
  test.use({ reuse: 'nothing' })

  test('a form that could not be loaded appears by itself when it is back (EXPECT-17)', async ({
    page,
    open,
    rig,
    expectFailures,
  }) => {
    expectFailures(/failed|WebSocket|ERR_|\.cgi|\/lintel\/|\/vapix\//i)
    await page.clock.install()
    await page.route('**/views-*.js', (route) => route.abort('connectionreset'))
    await open(ROUTE)
    const { create, form } = partsOf(page)
    await create.click()
    const failure = certificatesIn(page)
      .getByRole('alert')
      .filter({ hasText: 'could not be loaded' })
    await expect(failure).toContainText('Try again')
    await rig.bench.call(setPower, { action: 'off' })
    await expect(async () => {
      await page.clock.fastForward(5_000)
      await expect(failure).toContainText('as soon as the device answers', { timeout: 2_000 })
    }).toPass()
    await page.unrouteAll()
    await rig.bench.call(setPower, { action: 'on' })
    await expect(async () => {
      await page.clock.fastForward(5_000)
      await expect(form).toBeVisible({ timeout: 2_000 })
    }).toPass()
  })
})

for (const width of [1360, 360]) {
  test(`cards in the frame line up with the page around it at ${width} px, and keep their shadows (EXPECT-33)`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(ROUTE)
    await expect(partsOf(page).create).toBeVisible()
    const frame = page.locator('main iframe')
    const { left, right, room, wide } = await frame.evaluate((element: HTMLIFrameElement) => {
      const outer = element.getBoundingClientRect()
      const card = element.contentDocument?.querySelector('section')?.getBoundingClientRect()
      const main = element.parentElement as HTMLElement
      const style = getComputedStyle(main)
      const place = main.getBoundingClientRect()
      return {
        left: outer.left + (card?.left ?? 0) - place.left - Number.parseFloat(style.paddingLeft),
        right:
          place.right - Number.parseFloat(style.paddingRight) - outer.left - (card?.right ?? 0),
        room: card?.left ?? 0,
        wide: document.documentElement.scrollWidth - innerWidth,
      }
    })
    expect([left, right]).toEqual([0, 0])
    expect(room).toBeGreaterThanOrEqual(8)
    expect(wide).toBeLessThanOrEqual(0)
  })
}
