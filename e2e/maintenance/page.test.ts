import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'

test('it is accessible', async ({ page, open }) => {
  await open('/maintenance')
  await expect(page.getByRole('button', { name: 'Restart' })).toBeVisible()
  await expectAccessible(page)
})
