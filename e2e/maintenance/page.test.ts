import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'

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
