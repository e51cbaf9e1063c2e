import { gzipSync } from 'node:zlib'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { tabOf } from './firmware.ts'
import { restartButton } from './overlay.ts'

test('actions and upgrade have a tab with an address each (MAINT-01)', async ({ page, open }) => {
  await open('/maintenance')
  const tabs = page.getByRole('navigation', { name: 'Maintenance' }).getByRole('link')
  await expect(tabs).toHaveText(['Maintenance actions', 'Firmware upgrade'])
  await expect(tabs.first()).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: 'Restart' })).toBeVisible()
  await expectAccessible(page)
  await tabs.last().click()
  await expect(page).toHaveURL(/#\/maintenance\/firmware$/)
  await expect(tabs.last()).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: 'Upgrade', exact: true })).toBeVisible()
  await expectAccessible(page)
})

/** The start of a firmware image (POSIX ustar, gzipped): enough to read its version. */
function startOfImage(version: string) {
  const manifest = JSON.stringify({ format: 1, version })
  const header = Buffer.alloc(512)
  header.write('manifest.json', 0)
  header.write(manifest.length.toString(8).padStart(11, '0'), 124)
  const buffer = gzipSync(Buffer.concat([header, Buffer.from(manifest)]))
  return { name: `${version}.img`, mimeType: 'application/octet-stream', buffer }
}

test('says that a firmware file is older, and asks before it is sent', async ({
  page,
  open,
  expectFailures,
}) => {
  expectFailures(/firmwareupgrade|400/)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('firmwareupgrade')) sent += 1
  })
  await open('/maintenance/firmware')
  const tab = tabOf(page)
  await tab.file.setInputFiles(startOfImage('1.2.3'))
  await expect(tab.form).toContainText(/Firmware 1\.2\.3 is older than [\d.]+, which is in use\./)
  await tab.upgrade.click()
  const question = page.getByRole('alertdialog', { name: 'Install older firmware?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  expect(sent).toBe(0)
  await tab.upgrade.click()
  await question.getByRole('button', { name: 'Install 1.2.3' }).click()
  await expect(tab.form.getByRole('alert')).toContainText('The upgrade failed.')
  expect(sent).toBeGreaterThan(0)
  await tab.file.setInputFiles(startOfImage('99.1'))
  await expect(tab.form).not.toContainText('older')
})

test.describe('operators', () => {
  test.use({ person: 'operator' })

  test('an operator can’t restart the device', async ({ page, open }) => {
    await open('/maintenance')
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await expect(page.getByText('You do not have access to this page.')).toBeVisible()
    await expect(restartButton(page)).toHaveCount(0)
  })
})
