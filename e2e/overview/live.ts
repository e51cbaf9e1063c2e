import { readFileSync } from 'node:fs'
import { getBench } from '@lintel/contract/bench'
import type { Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import { afterRetries } from '../rig/page-clock.ts'
import type { Rig } from '../rig/rig.ts'

/** The elements of the live picture. */
export const pictureOf = (page: Page) => ({
  canvas: page.getByRole('img', { name: 'Live video from the camera' }),
  live: page.getByText('Live', { exact: true }),
  waiting: page.getByText('Connecting to the camera…'),
  still: page.getByText(/^No video since \d\d:\d\d:\d\d\. Reconnecting…$/),
  refused: page.getByText(/^The video stream can't be accessed\. Refresh the page\./),
})

/** The current frame as a data URL. */
const painted = (page: Page) =>
  pictureOf(page).canvas.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())

/** Waits until the picture changes. */
async function expectMoving(page: Page) {
  const before = await painted(page)
  await expect(async () => expect(await painted(page)).not.toBe(before)).toPass()
}

/** Waits until the picture is marked live and moves. */
export async function expectLive(page: Page, timeout = 5_000) {
  await expect(pictureOf(page).live).toBeVisible({ timeout })
  await expectMoving(page)
}

/** Waits until the picture is live again after a power cut, on a page with a clock. */
export async function expectLiveAgain(page: Page) {
  const { live } = pictureOf(page)
  if (!(await live.isVisible())) {
    await afterRetries(page, () => expect(live).toBeVisible({ timeout: 2_000 }))
  }
  await expectMoving(page)
}

/** The number of viewers that the device last reported to the bench. */
export async function viewers(rig: Rig): Promise<number> {
  const { happened } = await rig.bench.call(getBench, {})
  const last = happened.findLast(({ id }) => id === 'viewer.joined' || id === 'viewer.left')
  return Number(last?.values['count'] ?? 0)
}

/**
 * Freezes the device: its connections stay open but send nothing (Linux). Returns a function that
 * resumes it.
 */
export function freezeDevice({ addresses: { board } }: Rig): () => void {
  const pid = Number(readFileSync(`/proc/${board}/task/${board}/children`, 'utf8').trim())
  process.kill(pid, 'SIGSTOP')
  return () => void process.kill(pid, 'SIGCONT')
}
