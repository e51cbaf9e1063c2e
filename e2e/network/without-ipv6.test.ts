import { expect, test } from '../fixture.ts'
import { formOf } from './form.ts'

test.use({ product: 'A8105-E' })

test('without IPv6 there is neither a tab for it nor an address in the dialog (NET-02, FIX-12)', async ({
  page,
  open,
}) => {
  await open('/network')
  const tabs = page.getByRole('navigation', { name: 'Network' })
  await expect(tabs.getByRole('link')).toHaveText(['IPv4', 'Discoverability'])
  await formOf(page).information.click()
  await expect(formOf(page).dialog.getByRole('term')).toHaveCount(6)
  await page.keyboard.press('Escape')
  await open('/network/ipv6')
  await expect(page.getByText("This device doesn't have this page.")).toBeVisible()
})
