import { expect, test } from '../fixture.ts'

test('signing out ends the session on the device and leads to the sign-in page', async ({
  page,
  open,
  expectFailures,
}) => {
  expectFailures(/401|WebSocket/)
  await open('/')
  await page.getByRole('button', { name: 'Account anna' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await page.goto('/webapp/hw/?again')
  await expect(page).toHaveURL(/\/sign-in/)
})
