/** The pictures that a device stores when somebody rings. */
import { pressKey } from '@lintel/contract/bench'
import { getPictures } from '@lintel/contract/calls/pictures'
import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'
import { expectDisk } from './disks.ts'

/** The rows of the list. */
export const rowsOf = (page: Page): Locator => page.locator('main tbody').getByRole('row')

/** The pictures in the device's list. */
export const picturesIn = async (rig: Rig) => (await rig.root.call(getPictures, {})).items

/** Presses the call button, and waits until the device has stored the picture. */
export async function pressCallButton(rig: Rig): Promise<void> {
  await expectDisk(rig, { status: 'OK' })
  const before = await picturesIn(rig)
  await rig.bench.call(pressKey, { key: 'callButton' })
  await expect.poll(async () => (await picturesIn(rig)).length).toBe(before.length + 1)
}

/** Presses the call button again and again. */
export async function storePictures(rig: Rig, count: number): Promise<void> {
  for (let stored = 0; stored < count; stored += 1) await pressCallButton(rig)
}
