import { listParameters } from '@lintel/contract/calls/parameters'
import type { Client } from '@lintel/contract/client'
import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import { skipWait } from '../rig/page-clock.ts'

/** The fields of the HTTPS tab. */
export const formOf = (page: Page) => ({
  certificate: page.getByRole('combobox', { name: 'Certificate' }),
  policy: (policy: 'Http' | 'Https' | 'HttpAndHttps') =>
    page.locator(`input[name="policy"][value="${policy}"]`),
  cipher: (name: string) => page.getByRole('switch', { name, exact: true }),
  ciphers: page.getByRole('group', { name: 'Ciphers' }),
  save: page.getByRole('button', { name: 'Save', exact: true }),
})

/** Skips the eight seconds that a save waits, and expects what appears then. */
export async function skipSaveWait(page: Page, seen: Locator): Promise<void> {
  await skipWait(page, 8_000)
  await expect(seen).toBeVisible()
}

/**
 * Skips waits until the page has moved to this address; not after, because what it then reports
 * would be over.
 */
export async function followTo(page: Page, url: string): Promise<void> {
  await expect(async () => {
    if (page.url() !== url) await page.clock.fastForward(8_000)
    await expect(page).toHaveURL(url, { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
}

/** The web server settings, read directly from the device. */
export async function security(root: Client): Promise<{
  certificate: string | undefined
  policy: string | undefined
  ciphers: string[]
}> {
  const group = 'root.HTTPS,root.System.BoaGroupPolicy'
  const { values } = await root.call(listParameters, { group })
  return {
    certificate: values.get('root.HTTPS.Certificate'),
    policy: values.get('root.System.BoaGroupPolicy.admin'),
    ciphers: values.get('root.HTTPS.Ciphers')?.split(':') ?? [],
  }
}

/** The device's page inside the console's. */
export const certificatesIn = (page: Page) => page.frameLocator('main iframe')

/** Chooses a file with a button of the page. */
export const chooseFile = async (
  page: Page,
  button: Locator,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> => {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()])
  await chooser.setFiles(file)
}
