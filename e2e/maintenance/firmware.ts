/** The firmware tab of the page, and what the device itself reports. */
import { firmwareStatus } from '@lintel/contract/calls/firmware'
import type { CDPSession, Page } from '@playwright/test'
import type { Rig } from '../rig/rig.ts'

export const tabOf = (page: Page) => ({
  file: page.locator('main input[type="file"]'),
  factoryDefault: page.getByRole('checkbox', { name: 'Start with factory values' }),
  upgrade: page.getByRole('button', { name: 'Upgrade', exact: true }),
  cancel: page.getByRole('button', { name: 'Cancel' }),
  progress: page.getByRole('progressbar', { name: 'Sending the file' }),
  form: page.getByRole('form', { name: 'Firmware upgrade' }),
})

/** Upgrades to the chosen file, and waits for the answer: a busy machine unpacks it in 10 s and more. */
export async function pressUpgrade(page: Page) {
  const sent = page.waitForRequest(/firmwareupgrade/)
  await tabOf(page).upgrade.click()
  await (await sent).response()
}

/** The firmware status that the device itself reports. */
export const firmwareOf = (rig: Rig) => rig.root.call(firmwareStatus, {})

/** Limits the page's uploads to this many bytes per second; -1 for no limit. */
export async function throttle(page: Page, bytes: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytes,
  })
  return session
}
