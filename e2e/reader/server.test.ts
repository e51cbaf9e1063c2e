/** The remote access server of a VAPIX reader. */
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { readerOn } from './form.ts'

test('a server that doesn’t answer is not connected, and another can be typed (READER-24)', async ({
  page,
  open,
  rig,
}) => {
  const dialog = page.getByRole('dialog')
  const field = (label: string) => dialog.getByLabel(label, { exact: true })
  await open('/reader/protocol')
  await page.getByRole('combobox', { name: 'Protocol', exact: true }).selectOption('VAPIX reader')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  // Nothing listens there.
  await field('Server address').fill('127.0.0.1:9')
  await field('Username').fill('reader')
  await field('Password').fill('secret')
  await field('Repeat password').fill('secret')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText('There is no connection to the server.')
  await expectAccessible(page)
  await expect(field('Server address')).toHaveValue('127.0.0.1:9')
  await expect(field('Password')).toHaveValue('secret')
  expect((await readerOn(rig)).IPAccessConfiguration.Address).toBe('')
})
