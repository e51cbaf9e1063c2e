import type { Page } from '@playwright/test'

/** Fills in the sign-in page and sends it, whatever follows. */
export async function signIn(page: Page, user: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(user)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
