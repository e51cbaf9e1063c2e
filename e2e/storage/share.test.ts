/** The network share in the console, against a real file server. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setPower } from '@lintel/contract/bench'
import { getDiskJobs } from '@lintel/contract/calls/storage'
import type { Page } from '@playwright/test'
import {
  HAS_SAMBA,
  openSamba,
  SHARE_PASSWORD,
  SHARE_USER,
} from '../../device/src/engines/storage/testing/samba.ts'
import type { Samba } from '../../device/src/engines/storage/testing/samba.ts'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import { askDisks, expectDisk, expectDone, progressOf } from './disks.ts'

test.use({ product: 'C1410' })
test.skip(!HAS_SAMBA, 'needs Samba, and root for its port')

let samba: Samba
test.beforeAll(async () => {
  samba = await openSamba()
})
test.afterAll(() => samba.close())

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const add = (page: Page) => page.getByRole('button', { name: 'Add network share' })

async function fill(page: Page, share = 'rec', password = SHARE_PASSWORD): Promise<void> {
  await field(page, 'Server address').fill(samba.address)
  await field(page, 'Share').fill(share)
  await field(page, 'Username').fill(SHARE_USER)
  await field(page, 'Password').fill(password)
}

const mounted = { status: 'OK', filesystem: 'cifs' }

test('a device without a slot opens the network share, whose form follows the rules (STORAGE-04, STORAGE-57, STORAGE-60)', async ({
  page,
  open,
}) => {
  await open('/storage')
  await expect(page.getByRole('link', { name: 'Onboard storage' })).toHaveCount(0)
  await add(page).click()
  for (const label of ['Server address', 'Share', 'Username', 'Password']) {
    await expect(field(page, label), label).toHaveAccessibleDescription(/Fill this in/)
  }
  await field(page, 'Server address').fill('not a host')
  await add(page).click()
  await expect(field(page, 'Server address')).toHaveAccessibleDescription(/neither an IP address/)
  await field(page, 'Username').fill('guard')
  const login = page.getByRole('switch', { name: 'Sign in to the server' })
  await login.uncheck()
  await expect(field(page, 'Username')).toHaveCount(0)
  await login.check()
  await expect(field(page, 'Username')).toHaveValue('')
  await expect(page.getByLabel('SMB version').getByRole('option')).toHaveText([
    'Automatic',
    '1.0',
    '2.0',
  ])
  await expectAccessible(page)
})

test('a share that fails is taken back, and the server’s reason is told (STORAGE-62, STORAGE-76)', async ({
  page,
  open,
  rig,
}) => {
  await open('/storage')
  await fill(page, 'rec', 'wrong password')
  await add(page).click()
  await expect(page.getByRole('alert')).toContainText(/password/i, { timeout: 20_000 })
  await expect(field(page, 'Share')).toHaveValue('rec')
  expect(await askDisks(rig, 'networkshare/list.cgi?schemaversion=1&shareid=all')).toContain(
    'NumberOfShares="0"',
  )
  await field(page, 'Password').fill(SHARE_PASSWORD)
  await field(page, 'Share').fill('nowhere')
  await add(page).click()
  await expect(page.getByRole('alert')).toContainText(/share/i, { timeout: 20_000 })
  await expect(field(page, 'Share')).toHaveValue('nowhere')
})

test('a share is added, checked, erased and removed (STORAGE-61, STORAGE-63, STORAGE-64)', async ({
  page,
  open,
  rig,
}) => {
  test.setTimeout(90_000)
  await open('/storage')
  await fill(page)
  await page.getByLabel('SMB version').selectOption('2.0')
  await add(page).click()
  const share = page.getByRole('region', { name: 'Network share', exact: true })
  await expect(share).toContainText('Mounted', { timeout: 20_000 })
  await expect(share).toContainText(samba.address)
  await expect(share).toContainText('90.0%')
  await expectDisk(rig, mounted, 'NetworkShare')
  // Audio products keep files for good.
  await expect(page.getByLabel('Delete files after')).toHaveCount(0)

  await page.locator('[data-field="shareCheck"]').click()
  const check = page.getByRole('dialog', { name: 'Check connection' })
  await expect(check).toContainText('The device can write to the share and read from it.', {
    timeout: 20_000,
  })
  await check.getByRole('button', { name: 'Close' }).last().click()

  writeFileSync(join(samba.files, 'old.txt'), 'old')
  await page.locator('[data-field="erase"]').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase' }).click()
  await expectDone(page, 'Erase data', 'Everything on the share is deleted.')
  expect(readdirSync(samba.files)).toEqual([])

  await page.locator('[data-field="removeShare"]').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expectDone(page, 'Remove share', 'The share is removed.')
  await expect(field(page, 'Server address')).toBeVisible()
  await expectDisk(rig, { status: 'disconnected' }, 'NetworkShare')
  expect(existsSync(samba.files)).toBe(true)
})

test('a server that goes away fails the check, and what a slow one holds up shows its true end (STORAGE-66, STORAGE-68, EXPECT-37)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  test.setTimeout(90_000)
  // Other firmware does not tell of the jobs of others.
  needs(getDiskJobs)
  await open('/storage')
  await fill(page)
  await add(page).click()
  await expectDisk(rig, mounted, 'NetworkShare')
  await samba.kill()
  await page.locator('[data-field="shareCheck"]').click()
  const check = page.getByRole('dialog', { name: 'Check connection' })
  await expect(check.getByRole('alert')).toContainText("The connection doesn't work.", {
    timeout: 20_000,
  })
  await check.getByRole('button', { name: 'Close' }).last().click()
  await samba.start()
  await page.locator('[data-field="shareCheck"]').click()
  await expect(check).toContainText('The device can write to the share', { timeout: 20_000 })
  await check.getByRole('button', { name: 'Close' }).last().click()
  await expectDisk(rig, mounted, 'NetworkShare')

  // A job of somebody else is followed to its end.
  samba.freeze()
  await askDisks(rig, 'format.cgi?diskid=NetworkShare&filesystem=cifs')
  const running = page.getByText('A job is running on this disk')
  const erase = page.locator('[data-field="erase"]')
  await expect(running).toBeVisible()
  await expect(erase).toBeDisabled()
  samba.thaw()
  await expect(running).toHaveCount(0)
  await expect(erase).toBeEnabled()

  // An own one that a power cut ends has failed.
  samba.freeze()
  await erase.click()
  const started = page.waitForResponse(/format\.cgi/)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase' }).click()
  await started
  await expect(progressOf(page, 'Erase data')).toBeVisible()
  expectFailures(/ERR_/)
  await rig.bench.call(setPower, { action: 'cycle' })
  await expect(page.getByText('The share could not be erased.')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('The device lost its power before the job')).toBeVisible()
  await expect(progressOf(page, 'Erase data')).toHaveCount(0)
  samba.thaw()
})
