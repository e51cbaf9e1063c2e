/** The disks as the device reports them, read without the console's code. */
import { insertSdCard } from '@lintel/contract/bench'
import type { SdCardKind } from '@lintel/contract/disks'
import type { Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import { ROOT, PASSWORD } from '../rig/accounts.ts'
import { digestFetch } from '../rig/digest.ts'
import type { Rig } from '../rig/rig.ts'

const DISKS = '/axis-cgi/disks'

/** The text of one of the disks' calls, as root. */
export async function askDisks(rig: Rig, call: string): Promise<string> {
  const answer = await digestFetch(ROOT, PASSWORD)(`${rig.addresses.http}${DISKS}/${call}`, {
    headers: { 'x-lintel-console': '1' },
  })
  expect(answer.status, call).toBe(200)
  return answer.text()
}

/** The attributes of a disk in the device's list. */
export async function diskIn(rig: Rig, diskid = 'SD_DISK'): Promise<Record<string, string>> {
  const list = await askDisks(rig, 'list.cgi?diskid=all')
  const element = new RegExp(`<disk [^>]*diskid="${diskid}"[^>]*>`).exec(list)?.[0] ?? ''
  return Object.fromEntries(
    Array.from(element.matchAll(/(\w+)="([^"]*)"/g), ([, name = '', value = '']) => [name, value]),
  )
}

/** Expects a disk to have these attributes, by and by. */
export const expectDisk = (rig: Rig, expected: Record<string, string>, diskid?: string) =>
  expect.poll(() => diskIn(rig, diskid), { timeout: 15_000 }).toMatchObject(expected)

/** Puts a card into the slot, and waits until the device has found it. */
export async function insert(rig: Rig, card: SdCardKind, status: string): Promise<void> {
  await rig.bench.call(insertSdCard, { card })
  await expectDisk(rig, { status })
}

/** The dialog that follows a job. */
export const progressOf = (page: Page, title: string) => page.getByRole('dialog', { name: title })

/** Expects a job to end well, and closes its dialog. */
export async function expectDone(page: Page, title: string, text: string): Promise<void> {
  await expect(progressOf(page, title)).toContainText(text, { timeout: 20_000 })
  await progressOf(page, title).getByRole('button', { name: 'Close' }).last().click()
  await expect(progressOf(page, title)).toHaveCount(0)
}
