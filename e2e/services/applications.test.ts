/** An application from its package to its deletion, and what is refused. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { controlApplication } from '@lintel/contract/calls/applications'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { expect, test } from '../fixture.ts'
import { notThroughGateway, THROUGH_GATEWAY } from '../rig/gateway.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { skipWait } from '../rig/page-clock.ts'
import { bell, listed } from './applications.ts'

const eap = (buffer: Buffer) => ({ name: 'bell.eap', mimeType: 'application/octet-stream', buffer })

test.describe(() => {
  test.use({ clock: true })

  test('an administrator installs, starts, stops and deletes an application (APPS-01, APPS-04, APPS-10)', async ({
    page,
    open,
    rig,
  }) => {
    await rig.root.call(controlApplication, { package: 'bell', action: 'remove' })
    await open('/services')
    await expect(
      page.getByText('No application is installed. Install the first one from its package.'),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Install application' }).click()
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await expect(page.getByText('Select a file.')).toBeVisible()
    await expectAccessible(page)
    await page.locator('input[type="file"]').setInputFiles(eap(Buffer.from('no package')))
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await expect(page.getByText('It has to be an .eap file.')).toBeVisible()
    await page.locator('input[type="file"]').setInputFiles(eap(bell()))
    // It was about the file before.
    await expect(page.getByText('It has to be an .eap file.')).toHaveCount(0)
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await expect(page.getByText('The application is installed.')).toBeVisible()
    await page.getByRole('button', { name: 'Start Bell' }).click()
    await expect(page.getByText('Bell is running.')).toBeVisible()
    expect(await listed(rig)).toContain('Status="Running"')
    await page.getByRole('link', { name: 'Edit Bell' }).click()
    await expect(page.getByRole('link', { name: 'System log' })).toHaveAttribute(
      'href',
      '/axis-cgi/admin/systemlog.cgi?appname=bell',
    )
    await expect(page.getByRole('link', { name: 'Open its page' })).toHaveAttribute(
      'href',
      '/local/bell/index.html',
    )
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(page.getByText('Bell is stopped.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete application' }).click()
    await page.locator('dialog[open]').getByRole('button', { name: 'Delete application' }).click()
    await expect(page.getByRole('button', { name: 'Deleting Bell…' })).toBeVisible()
    await expect.poll(() => listed(rig)).not.toContain('<application')
    await skipWait(page, 5_000)
    await expect(
      page.getByText('No application is installed. Install the first one from its package.'),
    ).toBeVisible()
  })
})

test('without the licence kit there is the key file, and a notice (APPS-11, APPS-12, APPS-13)', async ({
  page,
  open,
  rig,
}) => {
  await open('/services/license/bell')
  await expect(page.getByRole('radio', { name: 'Automatic' })).toBeDisabled()
  if (THROUGH_GATEWAY) {
    const link = page.getByRole('link', { name: 'Open at the device' })
    const there = `${rig.addresses.http}/webapp/hw/#/services/license/bell`
    await expect(link).toHaveAttribute('href', there)
  } else {
    await page.getByRole('button', { name: 'Load online service' }).click()
    await expect(page.getByText('There is no internet connection')).toBeVisible()
  }
  await expect(page.getByRole('radio', { name: 'Automatic' })).toBeDisabled()
  await expectAccessible(page)
  await page.locator('input[type="file"]').setInputFiles(eap(Buffer.from('no key')))
  await page.getByRole('button', { name: 'Activate licence' }).click()
  await expect(page.getByText('The licence key file is not valid.')).toBeVisible()
})

test('the vendor’s kit is loaded when somebody asks for it, and its key goes to the device (DEVICE-139, OPEN-104)', async ({
  page,
  open,
  rig,
}) => {
  notThroughGateway('the gateway leads to the device’s own page')
  let asked = 0
  const vendor = createServer((_request, response) => {
    asked += 1
    response.setHeader('content-type', 'text/javascript')
    response.end('globalThis.registerLicenseKey = async (...given) => `no key, ${given}`')
  }).listen(0, '127.0.0.1')
  await once(vendor, 'listening')
  try {
    const { port } = vendor.address() as AddressInfo
    const kit = `http://127.0.0.1:${port}/kit.js`
    await rig.root.call(updateParameters, { 'root.System.LicenseKit': kit })
    await open('/services/license/bell')
    await expect(page.getByRole('button', { name: 'Load online service' })).toBeVisible()
    expect(asked).toBe(0)
    await page.getByRole('button', { name: 'Load online service' }).click()
    await page.getByRole('radio', { name: 'Automatic' }).check()
    expect(asked).toBe(1)
    await page.getByLabel('Licence code').fill('ABCD-1234')
    await page.getByRole('button', { name: 'Activate licence' }).click()
    await expect(page.getByText('The licence key file is not valid.')).toBeVisible()
  } finally {
    vendor.close()
  }
})
