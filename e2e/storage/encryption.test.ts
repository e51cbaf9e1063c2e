/** The encryption of the SD card in the console, and what an independent program finds on it. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setPower } from '@lintel/contract/bench'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import type { Rig } from '../rig/rig.ts'
import { askDisks, diskIn, expectDisk, expectDone, insert } from './disks.ts'

const PASSPHRASE = 'open sesame & më'
const passphrase = (page: Page) => page.getByLabel('Passphrase', { exact: true })
const repeat = (page: Page) => page.getByLabel('Repeat passphrase')
const encrypt = (page: Page) => page.getByRole('button', { name: 'Encrypt', exact: true })

/** The image of the card that was changed last. */
function imageOf(rig: Rig): string {
  const folder = join(rig.dataFolder, 'cards')
  const images = readdirSync(folder).map((name) => join(folder, name))
  return (
    images.find((image) => readFileSync(image).subarray(0, 4).toString('latin1') === 'LUKS') ?? ''
  )
}

/** Whether cryptsetup opens the card with this passphrase. */
function opens(image: string, typed: string): boolean {
  const args = ['open', '--test-passphrase', '--key-file', '-', image]
  try {
    execFileSync('cryptsetup', args, {
      input: typed,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { PATH: '/usr/sbin:/sbin:/usr/bin:/bin' },
    })
    return true
  } catch {
    return false
  }
}

test('the form needs a passphrase twice, and goes back without one (STORAGE-05, STORAGE-20, STORAGE-37)', async ({
  page,
  open,
}) => {
  await open('/storage/encrypt')
  await expect(page.getByLabel('File system')).toHaveValue('ext4')
  await encrypt(page).click()
  await expect(passphrase(page)).toHaveAccessibleDescription(/Fill this in/)
  await passphrase(page).fill(PASSPHRASE)
  await repeat(page).fill('something else')
  await encrypt(page).click()
  await expect(repeat(page)).toHaveAccessibleDescription(/The two passphrases don't match/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/#\/storage$/)
})

test('a card is encrypted, opens with its passphrase alone, gets another, and is decrypted (STORAGE-21, STORAGE-33, STORAGE-36)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  test.setTimeout(90_000)
  await open('/storage/encrypt')
  await passphrase(page).fill(PASSPHRASE)
  await repeat(page).fill(PASSPHRASE)
  await encrypt(page).click()
  await expectDone(page, 'Encrypt card', 'The card is encrypted.')
  await expect(page).toHaveURL(/#\/storage$/)
  await expectDisk(rig, { status: 'OK', diskencrypted: 'true', filesystem: 'ext4' })
  expect(opens(imageOf(rig), PASSPHRASE)).toBe(true)
  expect(opens(imageOf(rig), 'open sesame')).toBe(false)

  await page.locator('[data-field="passphrase"]').click()
  const dialog = page.getByRole('dialog', { name: 'Change passphrase' })
  const old = dialog.getByLabel('Old passphrase', { exact: true })
  const change = dialog.getByRole('button', { name: 'Change passphrase' })
  await old.fill('wrong')
  await dialog.getByLabel('New passphrase', { exact: true }).fill('another one')
  await dialog.getByLabel('Repeat passphrase').fill('another one')
  await change.click()
  await expect(old).toHaveAccessibleDescription(/This is not the old passphrase/)
  await old.fill(PASSPHRASE)
  await change.click()
  await expect(dialog).toHaveCount(0)
  expect(opens(imageOf(rig), PASSPHRASE)).toBe(false)
  expect(opens(imageOf(rig), 'another one')).toBe(true)

  // The device knows it after a power cut.
  expectFailures(/ERR_|WebSocket/)
  await rig.bench.call(setPower, { action: 'cycle' })
  await expectDisk(rig, { status: 'OK', diskencrypted: 'true' })
  const card = page.getByRole('region', { name: 'SD card' })
  await expect(card).toContainText('Encrypted')

  // Cards with another passphrase, and with none.
  const mount = 'mount.cgi?action=mount&diskid=SD_DISK'
  await insert(rig, 'foreign', 'wrong passphrase')
  await expect(page.getByText('Another device has encrypted this card.')).toBeVisible()
  expect(await askDisks(rig, mount)).toContain('The card is encrypted with another passphrase.')
  await insert(rig, 'ext4', 'not encrypted')
  await expect(page.getByText('Format it to encrypt it.')).toBeVisible()
  expect(await askDisks(rig, mount)).toContain('The card is not encrypted. Format it first.')
  await page.locator('[data-field="format"]').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Format' }).click()
  await expectDone(page, 'Format card', 'The card is formatted.')
  await expect(card).toContainText('Encrypted')

  await page.locator('[data-field="decrypt"]').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decrypt' }).click()
  await expectDone(page, 'Decrypt card', 'The card is no longer encrypted.')
  await expectDisk(rig, { status: 'OK', diskencrypted: 'false' })
  expect((await diskIn(rig))['encryptionenabled']).toBe('false')
})
