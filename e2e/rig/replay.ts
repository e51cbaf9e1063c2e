/** The console in front of a recorded device. */
import type { Page } from '@playwright/test'
import type { Recording } from '../../gateway/src/record/recording.ts'
import { openReplay } from '../../gateway/src/record/replay.ts'
import { startGateway } from './gateway.ts'
import { signIn } from './sign-in.ts'

/** The account that recorded devices accept. */
const ACCOUNT = { user: 'installer', password: 'Installed-2026' }

/** A server that answers as a recorded device does, and accepts one account by Digest. */
export async function openReplayedDevice(recording: Recording, port = 0) {
  return { account: ACCOUNT, ...(await openReplay(recording, { digest: ACCOUNT, port })) }
}

export interface ReplayedConsole {
  /** Where the console is, without a path. */
  site: string
  stop(): Promise<void>
}

/** The console behind a gateway in front of a recorded device. */
export async function startReplay(recording: Recording): Promise<ReplayedConsole> {
  const device = await openReplayedDevice(recording)
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
  await signIn(page, ACCOUNT.user, ACCOUNT.password)
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Maintenance' }).waitFor()
}
