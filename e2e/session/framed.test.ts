/** A session that ends while a framed page, or a page beside the console, is open. */
import { listCertificates } from '@lintel/contract/calls/certificates'
import { listParameters } from '@lintel/contract/calls/parameters'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { PASSWORD } from '../rig/accounts.ts'
import { needs } from '../rig/firmware.ts'
import { certificatesIn } from '../network-security/form.ts'
import {
  ANNA,
  changePassword,
  NEW_PASSWORD,
  signInAgainOf,
  withoutEvents,
} from './sign-in-again.ts'

test.use({ reuse: 'nothing' })
needs(listCertificates)

test.beforeEach(({ expectFailures }) => {
  expectFailures(/401|WebSocket/)
})

test('a framed page waits for the sign-in in the console, and its save is repeated (EXPECT-15)', async ({
  page,
  open,
  rig,
}) => {
  await withoutEvents(page)
  await open('/certificates?view=create')
  const frame = certificatesIn(page)
  await frame.getByRole('textbox', { name: 'Name', exact: true }).fill('gate')
  await changePassword(rig)
  await frame.getByRole('button', { name: 'Create certificate' }).click()
  const again = signInAgainOf(page)
  await expect(again.dialog).toBeVisible()
  await again.signIn(ANNA, NEW_PASSWORD)
  await expect(again.dialog).toBeHidden()
  await expect(frame.getByRole('heading', { name: 'gate' })).toBeVisible()
})

test('a framed page that opens after the session has ended is loaded again after the sign-in (EXPECT-15)', async ({
  page,
  open,
  rig,
}) => {
  await withoutEvents(page)
  await open('/maintenance')
  await expect(page.getByRole('button', { name: 'Restart' })).toBeVisible()
  await changePassword(rig)
  await page.getByRole('link', { name: 'Certificates' }).click()
  const again = signInAgainOf(page)
  await again.signIn(ANNA, NEW_PASSWORD)
  await expect(again.dialog).toBeHidden()
  await expect(
    certificatesIn(page).getByRole('button', { name: 'Upload certificate' }),
  ).toBeVisible()
})

test('Escape in the dialog leaves nothing, and a page beside the console has a dialog of its own (EXPECT-15, EXPECT-16)', async ({
  page,
  rig,
}) => {
  await page.goto('/admin/config.shtml')
  await page.getByRole('searchbox').fill('Network.HostName')
  const row = page.getByRole('form', { name: 'Network.HostName', exact: true })
  await row.getByRole('textbox').fill('gate-7')
  await changePassword(rig)
  await row.getByRole('button', { name: 'Save' }).click()
  const again = signInAgainOf(page)
  await expect(again.dialog).toBeVisible()
  await expect(again.name).toHaveValue(ANNA)
  await expectAccessible(page)
  for (const _time of [1, 2]) await page.keyboard.press('Escape')
  await expect(again.dialog).toBeVisible()
  await again.signIn(ANNA, PASSWORD)
  await expect(again.dialog).toContainText('The username or password is wrong.')
  await again.signIn(ANNA, NEW_PASSWORD)
  await expect(again.dialog).toBeHidden()
  await expect(row.getByRole('textbox')).toHaveValue('gate-7')
  await expect
    .poll(async () => {
      const { values } = await rig.root.call(listParameters, { group: 'root.Network.HostName' })
      return values.get('root.Network.HostName')
    })
    .toBe('gate-7')
})
