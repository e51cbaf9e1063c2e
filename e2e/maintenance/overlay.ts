import { getBench } from '@lintel/contract/bench'
import { systemReady } from '@lintel/contract/calls/system'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { PERSONA } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'

/** Where the console keeps that a restart is pending. */
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

/** The kept flag, or null. */
export async function flagIn(page: Page): Promise<{ type: string; at: number } | null> {
  const text = await page.evaluate((key) => localStorage.getItem(key), KEY)
  return text === null ? null : (JSON.parse(text) as { type: string; at: number })
}

/** Lets a page find a flag that stands in the storage, as one from `age` ms ago. */
export async function leaveFlag(page: Page, flag: { type?: string; bootId?: string }, age: number) {
  await page.evaluate(
    ([key, left, ms]) => {
      localStorage.setItem(key, JSON.stringify({ ...left, at: Date.now() - ms }))
    },
    [KEY, flag, age] as const,
  )
}

/** Which boot the device is in, as it says itself; older firmware does not. */
export const bootOf = async (rig: Rig) =>
  (await rig.stranger.call(systemReady, { timeout: 0 })).bootid

/** Skips a test that stands on the boot which the device tells. */
export const needsBootId = () => {
  test.skip(PERSONA === '9.80', 'firmware 9.80 does not tell its boot')
}

/** When the device last came up, as the board has seen it. */
export async function startOf(rig: Rig): Promise<number> {
  const { happened } = await rig.bench.call(getBench, {})
  return happened.findLast(({ id }) => id === 'running')?.at ?? 0
}

/** The device has come up anew since that start. */
export const expectRestarted = (rig: Rig, before: number) =>
  expect.poll(() => startOf(rig), { timeout: 20_000 }).not.toBe(before)

/** How many restarts the board has seen in this test. */
export async function restartsOn(rig: Rig): Promise<number> {
  const { happened } = await rig.bench.call(getBench, {})
  const put = happened.findLastIndex(({ id }) => id === 'snapshotRestored')
  return happened.slice(put + 1).filter(({ id }) => id === 'restart').length
}

/** The questions whether the device is ready that have a time-out of their own. */
export function recordReadyQuestions(page: Page) {
  const asked: number[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/systemready.cgi')) return
    const { params } = request.postDataJSON() as { params: { timeout: number } }
    if (params.timeout > 0) asked.push(params.timeout)
  })
  return asked
}

export async function expectOverlay(page: Page, title = RESTARTING) {
  await expect(overlayOf(page).title).toHaveText(title)
}
