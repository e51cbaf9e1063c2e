import { expect, test } from '../fixture.ts'

test('lists the accounts by name and address', async ({ page, open }) => {
  await open('/sip/accounts')
  const rows = page.getByRole('table', { name: 'SIP accounts' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(1)
})
