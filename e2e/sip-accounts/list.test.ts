import { CERTIFICATE_MISSING, getSipAccounts } from '@lintel/contract/calls/sip-accounts'
import { DTMF_PAGE } from '@lintel/contract/calls/sip-dtmf'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { speak } from '../rig/language.ts'
import { accountsOf, addAccount, dtmfNames, recordCalls, rowOf, switchSip } from './form.ts'

test('lists name, address and status in words, with a link to the form (SIPACC-01, SIPACC-07, EXPECT-08)', async ({
  page,
  open,
  rig,
}) => {
  await addAccount(rig, 'Desk')
  await open('/sip/accounts')
  const desk = rowOf(page, 'Desk')
  await expect(desk).toContainText('sip:desk@pbx.example.com')
  await expect(desk).toContainText('Off: SIP is disabled')
  await expect(desk.locator('svg[data-group]')).toHaveAttribute('data-group', 'local')
  const local = rowOf(page, 'Peer-to-peer').first()
  await expect(local).toContainText('Default account')
  const button = page.getByText('The phonebook defines who the call button calls.')
  await expect(button.getByRole('link', { name: 'Phonebook' })).toHaveAttribute(
    'href',
    '#/phonebook/callbutton',
  )
  await page.getByRole('link', { name: 'Edit account Desk' }).click()
  await expect(page).toHaveURL(/#\/sip\/accounts\/[\w.-]+\/edit$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Edit account Desk' })).toBeVisible()
})

test('at the limit there is a warning in place of the link, and the form leads back (SIPACC-02, SIPACC-04, OPEN-75)', async ({
  page,
  open,
  rig,
}) => {
  for (let number = 1; number <= 5; number += 1) await addAccount(rig, `Desk ${number}`)
  await open('/sip/accounts')
  const link = page.getByRole('link', { name: 'Add SIP account' })
  await expect(link).toBeVisible()
  // A door station has 7 (SIPACC-03); the list follows the device by itself.
  await addAccount(rig, 'Desk 6')
  await expect(page.getByText('The device already has the maximum of 7 accounts.')).toBeVisible()
  await expect(link).toHaveCount(0)
  await open('/sip/accounts/add')
  await expect(page).toHaveURL(/#\/sip\/accounts$/)
})

test('a list without accounts offers the next step (EXPECT-10)', async ({ page, open }) => {
  // Our own device always has one; others may have none.
  await page.route('**/vapix/call', async (route) => {
    const body = route.request().postData() ?? ''
    if (body.includes('axcall:GetSIPAccounts"')) await route.fulfill({ json: { SIPAccount: [] } })
    else if (body.includes('GetSIPAccountStatuses'))
      await route.fulfill({ json: { SIPAccountStatus: [] } })
    else await route.continue()
  })
  await open('/sip/accounts')
  await expect(page.getByText('There are no accounts yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add SIP account' })).toBeVisible()
  await page.unroute('**/vapix/call')
})

test('an account whose certificate is missing says so, with what to do about it', async ({
  page,
  open,
}) => {
  // Our own device doesn't let go of a certificate that an account uses; others may.
  await page.route('**/vapix/call', async (route) => {
    const response = await route.fetch()
    const answer = await response.text()
    const json: unknown = JSON.parse(answer, (key, value: unknown) => {
      const changed = { Status: 503, StatusText: CERTIFICATE_MISSING, Certificate: 'mine' }
      return key in changed ? changed[key as keyof typeof changed] : value
    })
    await route.fulfill({ response, json })
  })
  await open('/sip/accounts')
  const row = rowOf(page, 'Peer-to-peer').first()
  await expect(row).toContainText('Certificate missing')
  await expect(row).toContainText("no certificate mine, so the account can't call")
  await expect(row.locator('svg[data-group]')).toHaveAttribute('data-group', 'failed')
  await page.unroute('**/vapix/call')
})

test('deleting asks first, and takes the DTMF configuration along (SIPACC-28, SIPACC-64)', async ({
  page,
  open,
  rig,
}) => {
  const id = await addAccount(rig, 'Desk')
  const calls = recordCalls(page)
  await open(`/sip/accounts/${id}`)
  await page.getByRole('button', { name: 'Delete account' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Delete the account Desk?' })
  await expect(confirmation).toContainText('DTMF')
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(await dtmfNames(rig)).toContain('Desk')
  await confirmation.getByRole('button', { name: 'Delete account' }).click()
  await expect(page).toHaveURL(/#\/sip\/accounts$/)
  await expect(page.getByText('The account Desk is deleted.')).toBeVisible()
  await expect(rowOf(page, 'Desk')).toHaveCount(0)
  expect(calls.writes()).toEqual(['RemoveSIPAccount', 'RemoveDTMFConfiguration'])
  expect(await dtmfNames(rig)).not.toContain('Desk')
})

test('deleting a peer-to-peer account leaves the shared DTMF configuration (SIPACC-64)', async ({
  page,
  open,
  rig,
}) => {
  const [local] = await accountsOf(rig)
  await addAccount(rig, 'Desk')
  const calls = recordCalls(page)
  await open(`/sip/accounts/${local?.Id}/edit`)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }).click()
  await expect(page).toHaveURL(/#\/sip\/accounts$/)
  await expect(rowOf(page, 'Desk')).toContainText('Default account')
  expect(calls.writes()).toEqual(['RemoveSIPAccount'])
  expect(await dtmfNames(rig)).toContain('Peer-to-peer accounts')
})

test('an account that somebody else deletes closes its form (EXPECT-21)', async ({
  page,
  open,
  rig,
}) => {
  await open('/sip/accounts/nowhere/edit')
  await expect(page.getByText('There is no such SIP account.')).toBeVisible()
  await expect(page).toHaveURL(/#\/sip\/accounts$/)
  expect((await rig.root.call(getSipAccounts, {})).SIPAccount).toHaveLength(1)
})

test('both addresses of an account open its form (SIPACC-15, OPEN-112)', async ({ page, open }) => {
  for (const address of ['/sip/accounts/sip_account_0', '/sip/accounts/sip_account_0/edit']) {
    await open(address)
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
      'Peer-to-peer',
    )
  }
})

test('the open section of the test call holds the DTMF page, hidden (SIPACC-06, OPEN-79)', async ({
  page,
  open,
}) => {
  await open('/sip/accounts')
  await expect(rowOf(page, 'Peer-to-peer').first()).toBeVisible()
  const frame = page.locator(`iframe[src^="${DTMF_PAGE}"]`)
  await expect(frame).toHaveCount(0)
  await page.getByText('Test accounts', { exact: true }).click()
  await expect(frame.contentFrame().getByText('DTMF triggers').first()).toBeAttached()
  await expect(frame).toBeHidden()
})

test('the words change with SIP (FIX-16)', async ({ page, open, rig }) => {
  await open('/sip/accounts')
  await expect(rowOf(page, 'Peer-to-peer').first()).toContainText('Off: SIP is disabled')
  await switchSip(rig, true)
  await expect(rowOf(page, 'Peer-to-peer').first()).toContainText('Needs no registration')
})

test('is accessible, and fits into 390 px', async ({ page, open, rig }) => {
  await addAccount(rig, 'Desk with a rather long name for narrow windows')
  await open('/sip/accounts')
  await expect(rowOf(page, 'Desk')).toBeVisible()
  await page.getByText('Test accounts', { exact: true }).click()
  await expectAccessible(page)
  // With the marker of every part that opens.
  await expect(page.locator('summary')).toHaveCSS('list-style-type', 'none')
  await page.setViewportSize({ width: 390, height: 800 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(390)
  // Nor does the table scroll within its frame.
  for (const shown of [
    rowOf(page, 'Desk').getByText('sip:desk'),
    rowOf(page, 'Desk').getByText('Off: SIP is disabled'),
    page.getByRole('link', { name: /^Edit account Desk/ }),
  ]) {
    await expect(shown.filter({ visible: true })).toBeInViewport({ ratio: 1 })
  }
})

test('the list fits into 390 px in Spanish, whose words are the longest here', async ({
  page,
  open,
  rig,
}) => {
  await speak(rig, 'Spanish')
  await page.setViewportSize({ width: 390, height: 800 })
  await open('/sip/accounts')
  const row = rowOf(page, 'Peer-to-peer')
  const chip = row.getByText('Cuenta predeterminada')
  await expect(chip).toBeVisible()
  // Its two words are on a line each.
  expect((await chip.boundingBox())?.height).toBeLessThan(45)
  await expect(row.getByRole('link')).toBeInViewport({ ratio: 1 })
})
