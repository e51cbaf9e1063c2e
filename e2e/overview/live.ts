import { readFileSync } from 'node:fs'
import { getBench } from '@lintel/contract/bench'
import type { Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'

/** What the live picture is made of on the page. */
export const pictureOf = (page: Page) => ({
  canvas: page.getByRole('img', { name: 'Live video from the camera' }),
  live: page.getByText('Live', { exact: true }),
  waiting: page.getByText('Waiting for the first picture.'),
  still: page.getByText(/^No picture since \d\d:\d\d:\d\d\. The connection is being made again\.$/),
  refused: page.getByText(/^The video stream can't be accessed\. Refresh the page\./),
})

/** What is painted now. */
const painted = (page: Page) =>
  pictureOf(page).canvas.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())

/** The picture on the page is another one soon. */
async function expectMoving(page: Page) {
  const before = await painted(page)
  await expect(async () => expect(await painted(page)).not.toBe(before)).toPass()
}

/** The page says that it is live, and it is. */
export async function expectLive(page: Page, timeout = 5_000) {
  await expect(pictureOf(page).live).toBeVisible({ timeout })
  await expectMoving(page)
}

/** How many watch, as the device told the bench last. */
export async function viewers(rig: Rig): Promise<number> {
  const { happened } = await rig.bench.call(getBench, {})
  const last = happened.findLast(({ id }) => id === 'viewer.joined' || id === 'viewer.left')
  return Number(last?.values['count'] ?? 0)
}

/** Freezes the device: its connections stay open and nothing comes (Linux). Gives the way back. */
export function freezeDevice({ addresses: { board } }: Rig): () => void {
  const pid = Number(readFileSync(`/proc/${board}/task/${board}/children`, 'utf8').trim())
  process.kill(pid, 'SIGSTOP')
  return () => void process.kill(pid, 'SIGCONT')
}
