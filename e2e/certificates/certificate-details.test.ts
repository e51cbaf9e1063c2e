import { listCertificates } from '@lintel/contract/calls/certificates'
import { expect, test } from '../fixture.ts'
import { needs } from '../rig/firmware.ts'
import { openOpenSsl } from '../rig/openssl.ts'
import { certificatesIn, chooseFile } from '../network-security/form.ts'

needs(listCertificates)

test('the longest name fits into its card in a narrow window (EXPECT-33, TLS-22)', async ({
  page,
  open,
}) => {
  const id = 'x'.repeat(64)
  await page.setViewportSize({ width: 320, height: 900 })
  await open('/certificates')
  const frame = certificatesIn(page)
  const create = frame.getByRole('button', { name: 'Create certificate' })
  await create.click()
  await frame.getByRole('textbox', { name: 'Name', exact: true }).fill(id)
  await frame.getByRole('textbox', { name: 'Common name' }).fill('door.example')
  await create.click()
  const heading = frame.getByRole('heading', { name: id })
  await expect(heading).toBeVisible()
  const over = await heading.evaluate(
    (one) => one.scrollWidth - (one.parentElement?.clientWidth ?? 0),
  )
  expect(over).toBeLessThan(0)
  await expect(frame.getByText('Not in use')).toBeVisible()
})

test('a CA certificate has no key to delete, and an empty file is reported as empty (EXPECT-28)', async ({
  page,
  open,
  rig,
}) => {
  const openssl = openOpenSsl()
  openssl.run(
    'req -x509 -nodes -days 30 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -keyout ca.key -out ca.pem -subj /CN=Site-CA',
  )
  await open('/certificates')
  const frame = certificatesIn(page)
  const upload = frame.getByRole('button', { name: 'Upload certificate' })
  const choose = frame.getByRole('button', { name: 'Choose file' })
  await upload.click()
  await frame.getByLabel('Type of file').selectOption('authority')
  await chooseFile(page, choose, {
    name: 'nothing.pem',
    mimeType: 'text/plain',
    buffer: Buffer.alloc(0),
  })
  await upload.click()
  await expect(frame.getByText('This file is empty.')).toBeVisible()
  await chooseFile(page, choose, openssl.path('ca.pem'))
  await upload.click()
  const remove = frame.getByRole('button', { name: 'Delete certificate' })
  await remove.click()
  // The browser has read the file by now.
  openssl.close()
  const confirmation = frame.getByRole('alertdialog')
  await expect(confirmation).toContainText('Delete ca?')
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  const { certificates } = await rig.root.call(listCertificates, {})
  expect(certificates.map(({ id }) => id)).toEqual(['device', 'ca'])
})
