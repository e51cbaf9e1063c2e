/** The bench's page in German, in a narrow window, and in rare states. */
import { setPower, setWorld } from '@lintel/contract/bench'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { openLaboratory } from './laboratory.ts'

test.use({ person: 'nobody' })

test.describe('in a German browser', () => {
  test.use({ locale: 'de-CH', viewport: { width: 320, height: 640 } })

  test('is in German and fits into every window', async ({ page, rig }) => {
    await page.goto(rig.addresses.bench)
    await expect(page.getByRole('heading', { level: 1, name: 'Werkbank' })).toBeVisible()
    await expect(page).toHaveTitle(/^Werkbank – /)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    const log = page.getByRole('log', { name: 'Was geschehen ist' })
    await page.getByRole('button', { name: 'Taste 5' }).click()
    await expect(log.getByRole('listitem').last()).toContainText('Taste 5 wurde gedrückt.')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await expectAccessible(page)
  })
})

test('is accessible without power, when hot, with a fault and with an error', async ({
  page,
  rig,
}) => {
  await rig.bench.call(setWorld, { temperature: 80, cable: false })
  await page.goto(rig.addresses.bench)
  await openLaboratory(page)
  await page.getByLabel('Call', { exact: true }).fill('*')
  await page.getByLabel('Milliseconds').fill('100')
  await page.getByRole('button', { name: 'Add fault' }).click()
  await expect(page.getByText('Answers after 100 ms')).toBeVisible()
  await page.getByRole('button', { name: 'Add fault' }).click()
  await expect(page.getByLabel('Call', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await rig.bench.call(setPower, { action: 'off' })
  await expect(page.getByRole('button', { name: 'Switch on' })).toBeVisible()
  await expectAccessible(page)
})
