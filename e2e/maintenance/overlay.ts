import { getBench } from '@lintel/contract/bench'
import { systemReady } from '@lintel/contract/calls/system'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { PERSONA } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'

/** The storage key that marks a pending restart. */
const KEY = 'lintel.restart'

export const overlayOf = (page: Page) => {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    title: dialog.getByRole('heading', { level: 1 }),
    elapsed: dialog.getByRole('timer'),
    close: dialog.getByRole('button', { name: 'Close' }),
  }
}

export const restartButton = (page: Page) => page.getByRole('button', { name: 'Restart' })

const RESTARTING = 'The device is restarting'

/** The stored flag, or null. */
export async function flagIn(page: Page): Promise<{ type: string; at: number } | null> {
  const text = await page.evaluate((key) => localStorage.getItem(key), KEY)
  return text === null ? null : (JSON.parse(text) as { type: string; at: number })
}

/** Stores a flag before the page opens, as set `age` ms ago. */
export async function leaveFlag(page: Page, flag: { type?: string; bootId?: string }, age: number) {
  await page.evaluate(
    ([key, left, ms]) => {
      localStorage.setItem(key, JSON.stringify({ ...left, at: Date.now() - ms }))
    },
    [KEY, flag, age] as const,
  )
}

/** The boot id that the device reports; older firmware doesn't. */
export const bootOf = async (rig: Rig) =>
  (await rig.anonymous.call(systemReady, { timeout: 0 })).bootid

/** Skips a test that needs the device to report its boot id. */
export const needsBootId = () => {
  test.skip(PERSONA === '9.80', 'firmware 9.80 does not tell its boot')
}

/** When the device last booted, according to the board. */
export async function startOf(rig: Rig): Promise<number> {
  const { happened } = await rig.bench.call(getBench, {})
  return happened.findLast(({ id }) => id === 'running')?.at ?? 0
}

/** Waits until the device has booted again since that boot. */
export const expectRestarted = (rig: Rig, before: number) =>
  expect.poll(() => startOf(rig), { timeout: 40_000 }).not.toBe(before)

/** How many restarts the board has seen in this test. */
export async function restartsOn(rig: Rig): Promise<number> {
  const { happened } = await rig.bench.call(getBench, {})
  const put = happened.findLastIndex(({ id }) => id === 'snapshotRestored')
  return happened.slice(put + 1).filter(({ id }) => id === 'restart').length
}

/** Records the readiness requests that have their own timeout. */
export function recordReadyRequests(page: Page) {
  const requests: number[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/systemready.cgi')) return
    const { params } = request.postDataJSON() as { params: { timeout: number } }
    if (params.timeout > 0) requests.push(params.timeout)
  })
  return requests
}

export async function expectOverlay(page: Page, title = RESTARTING) {
  await expect(overlayOf(page).title).toHaveText(title)
}
