import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { restartButton } from './overlay.ts'

test('actions and upgrade have a tab with an address each (MAINT-01)', async ({ page, open }) => {
  await open('/maintenance')
  const tabs = page.getByRole('navigation', { name: 'Maintenance' }).getByRole('link')
  await expect(tabs).toHaveText(['Maintenance actions', 'Firmware upgrade'])
  await expect(tabs.first()).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: 'Restart' })).toBeVisible()
  await expectAccessible(page)
  await tabs.last().click()
  await expect(page).toHaveURL(/#\/maintenance\/firmware$/)
  await expect(tabs.last()).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: 'Upgrade', exact: true })).toBeVisible()
  await expectAccessible(page)
})

test.describe('operators', () => {
  test.use({ person: 'operator' })

  test('an operator can’t restart the device', async ({ page, open }) => {
    await open('/maintenance')
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await expect(page.getByText('You do not have access to this page.')).toBeVisible()
    await expect(restartButton(page)).toHaveCount(0)
  })
})
