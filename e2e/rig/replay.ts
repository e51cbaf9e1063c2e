/** The console in front of a recorded device. */
import type { Page } from '@playwright/test'
import type { Recording } from '../../gateway/src/record/recording.ts'
import { openReplay } from '../../gateway/src/record/replay.ts'
import { startGateway } from './gateway.ts'

/** The account that recorded devices accept. */
const ACCOUNT = { user: 'installer', password: 'Installed-2026' }

export interface ReplayedConsole {
  /** Where the console is, without a path. */
  site: string
  stop(): Promise<void>
}

/** Answers as a recorded device does, to a gateway that signs in by Digest. */
export async function startReplay(recording: Recording): Promise<ReplayedConsole> {
  const device = await openReplay(recording, { digest: ACCOUNT })
  const gateway = await startGateway('--device', device.http)
  return {
    site: gateway.http,
    async stop() {
      await gateway.stop()
      await device.close()
    },
  }
}

/** Signs in at the recorded device, and waits for the console. */
export async function openConsole(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/webapp/hw/`)
  await page.getByLabel('Username').fill(ACCOUNT.user)
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Maintenance' }).waitFor()
}
