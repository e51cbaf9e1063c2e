import type { BrowserContext, Page } from '@playwright/test'

const SETTING = /^(root\.Properties\.System\.Language)=.*$/m

/**
 * Makes a page believe that the device is set to another language (its English name). The parameter
 * can't be written, as on hardware: the set-up of a device decides it.
 */
export async function speak(target: BrowserContext | Page, language: string): Promise<void> {
  await target.route('**/axis-cgi/param.cgi*', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(SETTING, `$1=${language}`)
    await route.fulfill({ response, body })
  })
}
