/** The SD card in the console, and what real programs then find on it. */
import { removeSdCard, setFaults } from '@lintel/contract/bench'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { getDiskJobs } from '@lintel/contract/calls/storage'
import { at, expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import { askDisks, diskIn, expectDisk, expectDone, insert, progressOf } from './disks.ts'

test('shows the mounted card with its size, free space and file system (STORAGE-11, STORAGE-12, STORAGE-51)', async ({
  page,
  open,
  rig,
}) => {
  await open('/storage')
  const card = page.getByRole('region', { name: 'SD card' })
  await expect(card).toContainText('Mounted')
  await expect(card).toContainText('ext4')
  await expect(card).toContainText('Not encrypted')
  const { totalsize = '', freesize = '' } = await diskIn(rig)
  const percent = ((100 * Number(freesize)) / Number(totalsize)).toFixed(1)
  await expect(card).toContainText(`${percent}%`)
  await expect(card).toContainText(/[\d.]+% of [\d.]+ MB free/)
  await expectAccessible(page)
})

test('a card is formatted with the chosen file system, and mounted again (STORAGE-19, STORAGE-30, STORAGE-44)', async ({
  page,
  open,
  rig,
}) => {
  await open('/storage')
  await page.locator('[data-field="format"]').click()
  const dialog = page.getByRole('dialog', { name: 'Format the card?' })
  await expect(dialog.getByLabel('File system')).toHaveValue('ext4')
  await dialog.getByLabel('File system').selectOption('vfat')
  await dialog.getByRole('button', { name: 'Format' }).click()
  const progress = progressOf(page, 'Format card')
  await expect(progress.getByRole('progressbar')).toBeVisible()
  await expect(progress.getByRole('button', { name: 'Close' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expectDone(page, 'Format card', 'The card is formatted.')
  await expectDisk(rig, { status: 'OK', filesystem: 'vfat' })
  await expect(page.getByRole('region', { name: 'SD card' })).toContainText('vfat')
  // Both need ext4.
  await expect(page.locator('[data-field="check"]')).toHaveCount(0)
  await expect(page.locator('[data-field="repair"]')).toHaveCount(0)
})

test('write protection is asked for, ends at once, and keeps the tools away (STORAGE-22, STORAGE-23, STORAGE-25)', async ({
  page,
  open,
  rig,
}) => {
  await open('/storage')
  const toggle = page.getByRole('switch', { name: 'Write protect' })
  await toggle.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Write protect' }).click()
  await expectDisk(rig, { locked: 'yes' })
  await expect(toggle).toBeChecked()
  for (const tool of ['check', 'repair', 'format', 'encrypt']) {
    await expect(page.locator(`[data-field="${tool}"]`), tool).toBeDisabled()
  }
  await expect(page.getByText('Switch write protection off to use the tools.')).toBeVisible()
  await toggle.click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expectDisk(rig, { locked: 'no' })
  await expect(page.locator('[data-field="format"]')).toBeEnabled()
})

test('a damaged card is found by the check and mended by the repair (STORAGE-27, STORAGE-28, STORAGE-29)', async ({
  page,
  open,
  rig,
}) => {
  // Other firmware does not tell later what the check has found.
  needs(getDiskJobs)
  await insert(rig, 'damaged', 'failed')
  await open('/storage')
  await expect(page.getByText("The card can't be used.")).toBeVisible()
  await page.locator('[data-field="check"]').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('The card could not be checked.')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The warning says the same once this is closed.
  const damaged = page.getByRole('alert').getByText('The file system of the card is damaged.')
  await expect(damaged).toHaveCount(1)
  await page.getByRole('button', { name: 'Close message' }).click()
  await expect(page.getByText("The card can't be used.")).toBeVisible()
  await expect(damaged).toHaveCount(1)
  await page.locator('[data-field="repair"]').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Repair' }).click()
  await expectDone(page, 'Repair card', 'The repair has finished.')
  await expectDisk(rig, { status: 'OK', filesystem: 'ext4' })
})

test('a card that is removed and put in shows by itself (STORAGE-46, STORAGE-47, STORAGE-49)', async ({
  page,
  open,
  rig,
}) => {
  await open('/storage')
  await expect(page.getByRole('region', { name: 'SD card' })).toBeVisible()
  await rig.bench.call(removeSdCard, {})
  await expect(page.getByText('There is no SD card in the device.')).toBeVisible()
  await insert(rig, 'foreign', 'no passphrase')
  await expect(page.getByText('Another device has encrypted this card.')).toBeVisible()
  await expect(page.getByText("This device doesn't know its passphrase.")).toBeVisible()
  await expect(page.locator('[data-field="format"]')).toBeEnabled()
  await insert(rig, 'illegal', 'failed')
  await expect(page.getByText("The device can't use the file system of this card.")).toBeVisible()
  await expect(page.getByText('To use the card here, format it.')).toBeVisible()
  await insert(rig, 'damaged', 'failed')
  await expect(page.getByText('Check it, and repair it if there are errors.')).toBeVisible()
  await expect(page.locator('[data-field="repair"]')).toBeEnabled()
  await insert(rig, 'full', 'OK')
  await expect(page.getByText(/^0\.\d% of [\d.]+ MB free$/)).toBeVisible()
  await insert(rig, 'vfat', 'OK')
  await page.getByRole('button', { name: 'Unmount' }).click()
  await expectDone(page, 'Unmount disk', 'The disk is unmounted.')
  await expectDisk(rig, { status: 'connected' })
  await expect(page.getByRole('button', { name: 'Mount', exact: true })).toBeVisible()
})

test('a job goes on over a reload of any page, and the storage page then tells its end (EXPECT-36, EXPECT-37)', async ({
  page,
  open,
  rig,
}) => {
  await open('/storage')
  const hold = (value: number) =>
    rig.bench.call(setFaults, {
      faults: value > 0 ? [{ call: 'disks.job', fault: 'slow', value }] : [],
    })
  await hold(60_000)
  await page.locator('[data-field="format"]').click()
  await page.getByLabel('File system').selectOption('vfat')
  await page.getByRole('dialog').getByRole('button', { name: 'Format' }).click()
  await expect(progressOf(page, 'Format card')).toContainText('Unmounting')
  await page.goto(at('/language'))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await hold(0)
  await expectDisk(rig, { status: 'OK', filesystem: 'vfat' })
  await page.goto(at('/storage'))
  await expectDone(page, 'Format card', 'The card is formatted.')
})

test('the age at which files are deleted keeps a value that is none of the choices (STORAGE-24, STORAGE-43, OPEN-91)', async ({
  page,
  open,
  rig,
}) => {
  await rig.root.call(updateParameters, { 'root.Storage.S0.CleanupMaxAge': '33' })
  await open('/storage')
  const days = page.getByLabel('Delete files after')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(days).toHaveValue('33')
  await expect(save).toHaveCount(0)
  await days.selectOption('Never')
  await days.selectOption('33 days')
  await expect(save).toHaveCount(0)
  await days.selectOption('Never')
  await save.click()
  await expectDisk(rig, { cleanupmaxage: '7000' })
})

test('a card that somebody protects meanwhile is not formatted, and the device’s words say so (STORAGE-25, STORAGE-73)', async ({
  page,
  open,
  rig,
}) => {
  await open('/storage')
  await page.locator('[data-field="format"]').click()
  await askDisks(rig, 'lock.cgi?action=lock&diskid=SD_DISK')
  await expect(page.locator('[data-field="locked"]')).toBeChecked()
  await page.getByRole('dialog').getByRole('button', { name: 'Format' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'The card could not be formatted. The device refused: The disk is write protected.',
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectDisk(rig, { status: 'connected', filesystem: 'ext4' })
})
