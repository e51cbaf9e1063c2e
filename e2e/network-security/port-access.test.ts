/** The device's page for IEEE 802.1X, in the console and on its own. */
import { listCertificates } from '@lintel/contract/calls/certificates'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { inFrame } from '../pages/parts.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { PASSWORD } from '../rig/accounts.ts'
import { needs } from '../rig/firmware.ts'
import { openOpenSsl } from '../rig/openssl.ts'
import type { Rig } from '../rig/rig.ts'
import {
  certificateSet,
  deleteCertificate,
  loadAuthority,
  makeCertificate,
  portAccessParameters,
  setPortAccess,
} from './port-access.ts'

needs(listCertificates)

const ROUTE = '/network-security/8021x'
const PEAP = 'WPA-Enterprise-PEAP-MSCHAPv2'
const SAVED = 'The settings for IEEE 802.1X are saved.'

const fieldsOf = (page: Pick<Page, 'getByRole' | 'getByLabel'>) => ({
  enabled: page.getByRole('switch', { name: 'Use IEEE 802.1X' }),
  method: (name: 'EAP-TLS' | 'EAP-PEAP') =>
    page.getByRole('radio', { name: new RegExp(`^${name}`) }),
  eapolVersion: page.getByRole('combobox', { name: 'EAPOL version' }),
  identity: page.getByRole('textbox', { name: 'Identity' }),
  certificate: page.getByRole('combobox', { name: 'Client certificate' }),
  authority: page.getByRole('combobox', { name: 'CA certificate of the server' }),
  password: page.getByRole('textbox', { name: 'Password' }),
  save: page.getByRole('button', { name: 'Save', exact: true }),
})

/** A certificate `door` of the device, and `radius-ca` of an authority. */
async function makeCertificates(rig: Rig): Promise<void> {
  const openssl = openOpenSsl()
  openssl.run(
    'req -x509 -nodes -days 30 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -keyout ca.key -out ca.pem -subj /CN=RADIUS',
  )
  await loadAuthority(rig, 'radius-ca', openssl.read('ca.pem'))
  openssl.close()
  await makeCertificate(rig, 'door')
}

test('EAP-TLS is stored with its certificates, which then can’t be deleted, and the status stays Stopped', async ({
  page,
  open,
  rig,
}) => {
  await makeCertificates(rig)
  await open(ROUTE)
  const frame = inFrame(page)
  const fields = fieldsOf(frame)
  await expect(fields.method('EAP-TLS')).toBeChecked()
  await expect(fields.certificate.getByRole('option')).toHaveText([
    'No certificate',
    'device (EC P-256)',
    'door (EC P-256)',
  ])
  await fields.enabled.check()
  await fields.eapolVersion.selectOption('3')
  await fields.identity.fill('door-12')
  await fields.certificate.selectOption('door')
  await expect(frame.getByText('Choose one if you can.')).toBeVisible()
  await fields.authority.selectOption('radius-ca')
  await expect(frame.getByText('Choose one if you can.')).toHaveCount(0)
  await expectAccessible(page)
  await fields.save.click()
  await expect(page.getByText(SAVED)).toBeVisible()
  await expect(fields.save).toHaveCount(0)
  await expect(frame.getByText('Stopped, the port is not authenticated')).toBeVisible()

  expect(await portAccessParameters(rig)).toMatchObject({
    Enabled: 'yes',
    EAPOLVersion: '3',
    Method: 'EAPTLS',
    Status: 'Stopped',
    'EAPTLS.Identity': 'door-12',
    'EAPPEAPMSCHAPv2.Identity': '',
  })
  expect(await certificateSet(rig, 'EAPTLS_WIRED')).toEqual({
    own: ['door'],
    authorities: ['radius-ca'],
  })
  for (const id of ['door', 'radius-ca']) {
    expect(await deleteCertificate(rig, id)).toContain('in use: EAPTLS_WIRED')
  }
  const { certificates } = await rig.root.call(listCertificates, {})
  expect(certificates.find(({ id }) => id === 'door')).toMatchObject({ usedBy: ['EAPTLS_WIRED'] })

  await page.reload()
  await expect(fields.identity).toHaveValue('door-12')
  await expect(fields.certificate).toHaveValue('door')
})

test('EAP-PEAP is stored with a password that is never shown again, and kept while none is typed', async ({
  page,
  open,
  rig,
}) => {
  await open(ROUTE)
  const frame = inFrame(page)
  const fields = fieldsOf(frame)
  await fields.method('EAP-PEAP').check()
  await expect(fields.certificate).toHaveCount(0)
  await fields.enabled.check()
  await fields.identity.fill('door-12')
  await fields.password.fill(PASSWORD)
  await fields.save.click()
  await expect(page.getByText(SAVED)).toBeVisible()
  await expect(fields.password).toHaveValue('')
  await expect(frame.getByText('Leave empty to keep the password.')).toBeVisible()
  expect(await portAccessParameters(rig)).toMatchObject({
    Enabled: 'yes',
    Method: 'EAPPEAPMSCHAPv2',
    'EAPPEAPMSCHAPv2.Identity': 'door-12',
    'EAPPEAPMSCHAPv2.Password': '******',
    'EAPTLS.Identity': '',
  })

  await page.reload()
  await expect(fields.password).toHaveValue('')
  await fields.identity.fill('door-13')
  await fields.save.click()
  await expect(fields.save).toHaveCount(0)
  // The device would refuse this without a password.
  await setPortAccess(rig, { enabled: true, mode: PEAP })
  expect(await portAccessParameters(rig)).toMatchObject({
    'EAPPEAPMSCHAPv2.Identity': 'door-13',
  })
  const content = await page
    .locator('main iframe')
    .evaluate(
      (element: HTMLIFrameElement) => element.contentDocument?.documentElement.outerHTML ?? '',
    )
  expect(content).toContain('Leave empty to keep the password.')
  expect(content).not.toContain(PASSWORD)
})

test.describe('without saving', () => {
  test.use({ reuse: 'device' })

  test('what a method needs is required once it is in use', async ({ page, open, rig }) => {
    await open(ROUTE)
    const frame = inFrame(page)
    const fields = fieldsOf(frame)
    await fields.enabled.check()
    await fields.save.click()
    await expect(fields.identity).toBeFocused()
    await expect(fields.identity).toHaveAttribute('aria-invalid', 'true')
    await expect(frame.getByText('EAP-TLS needs a certificate. Choose one.')).toBeVisible()
    await fields.identity.fill('x'.repeat(129))
    await expect(frame.getByText(/at most 128 characters|128/)).toBeVisible()

    await fields.method('EAP-PEAP').check()
    await fields.save.click()
    await expect(fields.identity).toHaveAttribute('aria-invalid', 'true')
    await expect(fields.password).toHaveAttribute('aria-invalid', 'true')
    expect(await portAccessParameters(rig)).toMatchObject({ Enabled: 'no', Method: 'EAPTLS' })

    await frame.getByRole('button', { name: 'Discard' }).click()
    await expect(fields.method('EAP-TLS')).toBeChecked()
    await expect(fields.identity).toHaveValue('')
  })

  test('works on its own, with a heading', async ({ page }) => {
    await page.goto('/admin/8021x.shtml')
    await expect(page.getByRole('heading', { level: 1, name: 'IEEE 802.1X' })).toBeVisible()
    await expect(fieldsOf(page).enabled).toBeVisible()
    await expect(page.getByText("allow the device's MAC address")).toBeVisible()
    await expectAccessible(page)
  })
})

test('another administrator’s change is reported before it is overwritten, and what was typed stays (EXPECT-21)', async ({
  page,
  open,
  rig,
}) => {
  await open(ROUTE)
  const frame = inFrame(page)
  const fields = fieldsOf(frame)
  await fields.identity.fill('typed')
  await setPortAccess(rig, { eapolVersion: 'EAPoLv2', identity: 'theirs' })
  await fields.save.click()
  await expect(
    frame.getByRole('alert').filter({ hasText: 'Somebody else has changed this' }),
  ).toBeVisible()
  await expect(fields.identity).toHaveValue('typed')
  await expect(fields.eapolVersion).toHaveValue('EAPoLv2')
  expect(await portAccessParameters(rig)).toMatchObject({ 'EAPTLS.Identity': 'theirs' })
  await fields.save.click()
  await expect(page.getByText(SAVED)).toBeVisible()
  expect(await portAccessParameters(rig)).toMatchObject({
    'EAPTLS.Identity': 'typed',
    EAPOLVersion: '2',
  })
})

test('several authorities that were stored by other means stay as they are', async ({
  page,
  open,
  rig,
}) => {
  await makeCertificates(rig)
  const openssl = openOpenSsl()
  openssl.run(
    'req -x509 -nodes -days 30 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -keyout ca.key -out ca.pem -subj /CN=Other',
  )
  await loadAuthority(rig, 'other, ca', openssl.read('ca.pem'))
  openssl.close()
  await setPortAccess(rig, { certsCA: ['radius-ca', 'other, ca'] })
  await open(ROUTE)
  const fields = fieldsOf(inFrame(page))
  await expect(fields.authority.locator('option:checked')).toHaveText('radius-ca, other, ca')
  await fields.identity.fill('door-12')
  await fields.save.click()
  await expect(page.getByText(SAVED)).toBeVisible()
  expect(await certificateSet(rig, 'EAPTLS_WIRED')).toEqual({
    own: [],
    authorities: ['radius-ca', 'other, ca'],
  })
})
