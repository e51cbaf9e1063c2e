/** Drags and drops files onto a page. */
import type { Locator } from '@playwright/test'
import { expect } from '@playwright/test'

export interface DroppedFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** The transfer of a drag of these files, in the page of a locator. */
const transferOf = (target: Locator, files: readonly DroppedFile[]) =>
  target.evaluateHandle(
    (_, contents) => {
      const transfer = new DataTransfer()
      for (const { name, type, base64 } of contents) {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type }))
      }
      return transfer
    },
    files.map(({ name, mimeType, buffer }) => ({
      name,
      type: mimeType,
      base64: buffer.toString('base64'),
    })),
  )

/** Drags files over a zone, expects its highlight, and drops them there. */
export async function dropOn(button: Locator, ...files: DroppedFile[]): Promise<void> {
  const zone = button.locator('..')
  // The zone takes files once its hint is there.
  await expect(zone.getByText(/^Or drop (a file|files) here$/)).toBeVisible()
  const element = await zone.elementHandle()
  const dataTransfer = await transferOf(button, files)
  await button.dispatchEvent('dragover', { dataTransfer })
  await expect(zone).toHaveAttribute('data-drag', 'over')
  await button.dispatchEvent('drop', { dataTransfer })
  // The button may have another label by now.
  expect(await element.getAttribute('data-drag')).toBeNull()
}

/** Whether the browser would open files that are dropped on an element. */
export async function opensDropped(target: Locator, ...files: DroppedFile[]): Promise<boolean> {
  const dataTransfer = await transferOf(target, files)
  return target.evaluate((element, transfer) => {
    const event = { bubbles: true, cancelable: true, dataTransfer: transfer }
    const kept = element.dispatchEvent(new DragEvent('dragover', event))
    return element.dispatchEvent(new DragEvent('drop', event)) || kept
  }, dataTransfer)
}
