import { removeSipAccount } from '@lintel/contract/calls/sip-accounts'
import { getDtmfConfigurations, setDtmfConfiguration } from '@lintel/contract/calls/sip-dtmf'
import { listCertificates } from '@lintel/contract/calls/certificates'
import { applyFaults, clearFaults, FAULT_ERRORS } from '../fault-scenarios/faults.ts'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import type { Rig } from '../rig/rig.ts'
import {
  accountCalled,
  accountsOf,
  addAccount,
  dtmfNames,
  expectError,
  fillAccount,
  formOf,
  recordCalls,
  rowOf,
} from './form.ts'

test.beforeEach(async ({ page, open }) => {
  await open('/sip/accounts/add')
  await expect(formOf(page).name).toBeVisible()
})

test('a registered account gets a DTMF configuration first, then its status is read (SIPACC-14, SIPACC-58, SIPACC-60)', async ({
  page,
  rig,
}) => {
  const calls = recordCalls(page)
  await fillAccount(page, 'Desk')
  await formOf(page).create.click()
  await expect(page).toHaveURL(/#\/sip\/accounts$/)
  await expect(page.getByText('The account Desk is created.')).toBeVisible()
  await expect(rowOf(page, 'Desk')).toContainText('sip:6001@pbx.example.com')
  expect(calls.writes()).toEqual(['SetDTMFConfiguration', 'SetSIPAccount'])
  expect(calls.of('SetDTMFConfiguration')).toEqual([
    { DTMFConfiguration: { Name: 'Desk', RFC2833: true, RFC2976: true, DTMFTriggerId: '' } },
  ])
  const account = await accountCalled(rig, 'Desk')
  expect(calls.of('GetSIPAccountStatus')).toEqual([{ SIPAccountId: account.Id }])
  const { DTMFConfiguration: all } = await rig.root.call(getDtmfConfigurations, {})
  expect(all.find(({ Id }) => Id === account.DTMFConfigurationId)?.Name).toBe('Desk')
  expect(account).toMatchObject({
    PublicDomain: 'pbx.example.com',
    Transport: 'udp',
    AutoAnswerEnabled: true,
    IsDefault: false,
    StreamParameters: 'resolution=352x288&fps=30&camera=1',
  })
})

test('a peer-to-peer account uses the shared DTMF configuration (SIPACC-59, SIPACC-19)', async ({
  page,
  rig,
}) => {
  const calls = recordCalls(page)
  await page.getByRole('radio', { name: 'Peer-to-peer' }).check()
  await expect(formOf(page).domain).toHaveCount(0)
  await formOf(page).name.fill('Direct')
  // The device's own account has this user ID already (SIPACC-46).
  await formOf(page).userId.fill('peer-to-peer')
  await formOf(page).create.click()
  await expectError(formOf(page).userId, /already a peer-to-peer account/)
  await formOf(page).userId.fill('direct')
  await formOf(page).create.click()
  await expect(rowOf(page, 'Direct')).toBeVisible()
  expect(calls.writes()).toEqual(['SetSIPAccount'])
  const [first, second] = await accountsOf(rig)
  expect(second?.DTMFConfigurationId).toBe(first?.DTMFConfigurationId)
})

test('a refused account says why at the end of the form, and its DTMF configuration is removed (SIPACC-29, SIPACC-61)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/400/)
  const calls = recordCalls(page)
  await fillAccount(page, 'Desk')
  // Others create accounts until there is no room for this one.
  for (let number = 1; number <= 6; number += 1) await addAccount(rig, `Other ${number}`)
  await formOf(page).create.click()
  const notice = page.getByRole('alert').filter({ hasText: 'Not saved.' })
  await expect(notice).toContainText('The device keeps at most 7 SIP accounts.')
  await expect(notice).toBeFocused()
  const fields = await formOf(page).registrar.boundingBox()
  expect((await notice.boundingBox())?.y).toBeGreaterThan(fields?.y ?? Infinity)
  await expect
    .poll(() => calls.writes())
    .toEqual(['SetDTMFConfiguration', 'SetSIPAccount', 'RemoveDTMFConfiguration'])
  await expect(formOf(page).name).toHaveValue('Desk')
  expect(await dtmfNames(rig)).not.toContain('Desk')
  const other = await accountCalled(rig, 'Other 1')
  await rig.root.call(removeSipAccount, { SIPAccountId: other.Id })
  await formOf(page).create.click()
  await expect(rowOf(page, 'Desk')).toBeVisible()
  expect((await dtmfNames(rig)).filter((name) => name === 'Desk')).toHaveLength(1)
})

test('an account whose answer is cut off is found, and is not created twice', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/failed/i)
  await fillAccount(page, 'Desk')
  await applyFaults(rig, { call: 'sip.SetSIPAccount', fault: 'cut', times: 1 })
  await formOf(page).create.click()
  await expect(page).toHaveURL(/#\/sip\/accounts$/)
  await expect(rowOf(page, 'Desk')).toHaveCount(1)
  expect(await accountsOf(rig)).toHaveLength(2)
  expect(await dtmfNames(rig)).toContain('Desk')
})

test('without a DTMF configuration no account is created', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  await fillAccount(page, 'Desk')
  await applyFaults(rig, { call: 'sip.SetDTMFConfiguration', fault: 'status', value: 500 })
  await formOf(page).create.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved.' })).toBeVisible()
  expect(await accountsOf(rig)).toHaveLength(1)
})

test.describe('a DTMF configuration without an account', () => {
  const configurationsOf = async (rig: Rig) =>
    (await rig.root.call(getDtmfConfigurations, {})).DTMFConfiguration.slice(1)

  test('that a lost connection left behind is used by the next attempt, under its name (SIPACC-58, SIPACC-61)', async ({
    page,
    rig,
    expectFailures,
  }) => {
    expectFailures(...FAULT_ERRORS)
    await fillAccount(page, 'Desk')
    await applyFaults(
      rig,
      { call: 'sip.SetSIPAccount', fault: 'drop' },
      { call: 'sip.GetSIPAccounts', fault: 'drop' },
    )
    await formOf(page).create.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Not saved.' })).toBeVisible()
    const [left] = await configurationsOf(rig)
    expect(left?.Name).toBe('Desk')
    await clearFaults(rig)
    expect(await accountsOf(rig)).toHaveLength(1)
    await formOf(page).name.fill('Gate')
    await formOf(page).create.click()
    await expect(rowOf(page, 'Gate')).toBeVisible()
    expect(await configurationsOf(rig)).toMatchObject([{ Id: left?.Id, Name: 'Gate' }])
    expect((await accountCalled(rig, 'Gate')).DTMFConfigurationId).toBe(left?.Id)
  })

  test('whose answer was lost is found by the next attempt', async ({
    page,
    rig,
    expectFailures,
  }) => {
    expectFailures(...FAULT_ERRORS)
    await fillAccount(page, 'Desk')
    await applyFaults(rig, { call: 'sip.SetDTMFConfiguration', fault: 'cut' })
    await formOf(page).create.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Not saved.' })).toBeVisible()
    await clearFaults(rig)
    expect(await dtmfNames(rig)).toContain('Desk')
    await formOf(page).create.click()
    await expect(rowOf(page, 'Desk')).toBeVisible()
    expect(await configurationsOf(rig)).toHaveLength(1)
  })

  test('from an earlier visit is adopted by an account of its name, unless it has been changed or belongs to another', async ({
    page,
    rig,
  }) => {
    const make = async (Name: string, RFC2976: boolean) => {
      const DTMFConfiguration = { Name, RFC2976 }
      const answer = await rig.root.call(setDtmfConfiguration, { DTMFConfiguration })
      return answer.DTMFConfigurationId
    }
    const changed = await make('Desk', false)
    await addAccount(rig, 'Desk')
    await make('Other', true)
    const left = await make('Desk', true)
    await fillAccount(page, 'Desk')
    await formOf(page).create.click()
    await expect(page).toHaveURL(/#\/sip\/accounts$/)
    await expect(rowOf(page, 'Desk')).toHaveCount(2)
    expect((await accountsOf(rig)).at(-1)?.DTMFConfigurationId).toBe(left)
    const all = await configurationsOf(rig)
    expect(all.map(({ Name }) => Name)).toEqual(['Desk', 'Desk', 'Other', 'Desk'])
    expect(all.find(({ Id }) => Id === changed)?.RFC2976).toBe(false)
  })
})

test('TLS asks for a certificate; the error opens its tab (SIPACC-47, SIPACC-16, SIPACC-31)', async ({
  page,
  rig,
}) => {
  const form = formOf(page)
  await fillAccount(page, 'Desk')
  await form.tab('Network').click()
  await expect(form.certificate).toHaveCount(0)
  await expect(form.transport.getByRole('option')).toHaveText(['UDP', 'TCP', 'TLS'])
  await form.transport.selectOption('TLS')
  await expect(form.encryption.getByRole('option')).toHaveCount(3)
  await form.tab('General').click()
  await form.create.click()
  await expect(form.tab('Network')).toHaveAttribute('aria-selected', 'true')
  await expectError(form.certificate, /Choose one\./)
  await expect(form.certificate).toBeFocused()
  await expect(page.getByRole('tab', { name: /Network.*has errors/ })).toBeVisible()
  const { certificates } = await rig.root.call(listCertificates, {})
  const own = certificates.find(({ kind }) => kind === 'own')?.id ?? ''
  await form.certificate.selectOption(own)
  await form.encryption.selectOption('SRTP always')
  await form.create.click()
  await expect(rowOf(page, 'Desk')).toBeVisible()
  expect(await accountCalled(rig, 'Desk')).toMatchObject({
    Transport: 'tls',
    Certificate: own,
    MediaEncryption: 'SRTPMandatory',
  })
})

test('proxies are kept in the form until the account is created (OPEN-78, SIPACC-56, SIPACC-57)', async ({
  page,
  rig,
}) => {
  const calls = recordCalls(page)
  const form = formOf(page)
  await fillAccount(page, 'Desk')
  await form.tab('Proxies').click()
  await expect(page.getByText('There are no proxies.')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Add proxy' })
  const submit = dialog.getByRole('button', { name: 'Add proxy' })
  for (const server of ['sip:one.example.com', '2001:db8::2']) {
    await page.getByRole('button', { name: 'Add proxy' }).click()
    await dialog.getByLabel('Proxy address').fill(server)
    await dialog.getByLabel('Password', { exact: true }).fill('secret')
    await submit.click()
    await expectError(dialog.getByLabel(/Username/), /Fill this in/)
    await dialog.getByLabel(/Username/).fill('user')
    await submit.click()
    await expect(dialog).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Move [2001:db8::2] up' }).click()
  expect(calls.writes()).toEqual([])
  await form.create.click()
  await expect(rowOf(page, 'Desk')).toBeVisible()
  expect((await accountCalled(rig, 'Desk')).SIPProxies).toMatchObject([
    { Server: '[2001:db8::2]', Username: 'user' },
    { Server: 'one.example.com', Username: 'user' },
  ])
})

test('leaving with a proxy alone asks first (EXPECT-01)', async ({ page }) => {
  await formOf(page).tab('Proxies').click()
  await page.getByRole('button', { name: 'Add proxy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add proxy' })
  await dialog.getByLabel('Proxy address').fill('one.example.com')
  await dialog.getByRole('button', { name: 'Add proxy' }).click()
  await page.getByRole('link', { name: 'Overview' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await confirmation.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/#\/$/)
})

test('the tabs are moved through by arrow keys (EXPECT-04)', async ({ page }) => {
  const form = formOf(page)
  await form.tab('General').focus()
  await page.keyboard.press('ArrowRight')
  await expect(form.tab('Network')).toBeFocused()
  await expect(form.transport).toBeVisible()
  await page.keyboard.press('End')
  await expect(form.tab('Advanced')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(form.tab('General')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(form.tab('Advanced')).toHaveAttribute('aria-selected', 'true')
})

test('the search opens a field of another tab', async ({ page, open }) => {
  await open('/sip/accounts/add?field=callerId')
  await expect(page.getByLabel('Caller ID')).toBeFocused()
})

test('the search jumps to fields of other tabs while the form is open, and loses nothing', async ({
  page,
}) => {
  const form = formOf(page)
  await form.name.fill('Typed')
  const jump = async (typed: string, label: string) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(typed)
    await page.getByRole('dialog').getByRole('link', { name: label }).first().click()
    await expect(page.getByLabel(label)).toBeFocused()
  }
  await jump('caller id', 'Caller ID')
  await expect(form.tab('Advanced')).toHaveAttribute('aria-selected', 'true')
  await jump('frame rate', 'Frame rate')
  // Once more to a field that it has shown before.
  await jump('caller id', 'Caller ID')
  await form.tab('General').click()
  await jump('caller id', 'Caller ID')
  await form.tab('General').click()
  await expect(form.name).toHaveValue('Typed')
})

test('each tab is accessible, with errors too, and fits into 390 px', async ({ page }) => {
  await formOf(page).create.click()
  await expectError(formOf(page).name, /Fill this in/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  for (const name of ['General', 'Network', 'Proxies', 'Video', 'Advanced']) {
    await formOf(page).tab(name).click()
    if (name === 'Network') await formOf(page).transport.selectOption('TLS')
    await expectAccessible(page)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, name).toBeLessThanOrEqual(390)
  }
})
