import { removeSipAccount, setSipAccount } from '@lintel/contract/calls/sip-accounts'
import { applyFaults, clearFaults, holdCalls } from '../fault-scenarios/faults.ts'
import { expect, test } from '../fixture.ts'
import { needsVersions } from '../rig/firmware.ts'
import {
  accountCalled,
  accountsOf,
  addAccount,
  dtmfNames,
  expectError,
  formOf,
  recordCalls,
  rowOf,
} from './form.ts'

test.describe('of a registered account', () => {
  let id = ''

  test.beforeEach(async ({ page, open, rig }) => {
    const SIPProxies = ['a', 'b', 'c'].map((name) => ({ Server: `${name}.example.com` }))
    id = await addAccount(rig, 'Desk', { Later: 'kept', Password: 'secret', SIPProxies } as never)
    await open(`/sip/accounts/${id}/edit`)
    await expect(formOf(page).name).toHaveValue('Desk')
  })

  test('a new name renames the DTMF configuration too, and unknown members stay (SIPACC-62, SIPACC-63, OPEN-117)', async ({
    page,
    rig,
  }) => {
    const calls = recordCalls(page)
    await formOf(page).name.fill('Gate')
    await formOf(page).save.click()
    await expect(page).toHaveURL(/#\/sip\/accounts$/)
    await expect(rowOf(page, 'Gate')).toBeVisible()
    expect(calls.writes()).toEqual(['SetSIPAccount', 'SetDTMFConfiguration'])
    expect(calls.of('GetSIPAccountStatuses').length).toBeGreaterThan(0)
    expect(await accountCalled(rig, 'Gate')).toMatchObject({ Id: id, Later: 'kept' })
    expect(await dtmfNames(rig)).toEqual(['Peer-to-peer accounts', 'Gate'])
  })

  test('a rename that fails half-way says so, and saving again completes it', async ({
    page,
    rig,
    expectFailures,
  }) => {
    expectFailures(/500/)
    await applyFaults(rig, { call: 'sip.SetDTMFConfiguration', fault: 'status', value: 500 })
    await formOf(page).name.fill('Gate')
    await formOf(page).save.click()
    await expect(page.getByText('its DTMF settings still have the old name')).toBeVisible()
    expect((await accountCalled(rig, 'Gate')).Id).toBe(id)
    expect(await dtmfNames(rig)).toContain('Desk')
    await clearFaults(rig)
    await formOf(page).save.click()
    await expect(page).toHaveURL(/#\/sip\/accounts$/)
    expect(await dtmfNames(rig)).toContain('Gate')
    expect(await dtmfNames(rig)).not.toContain('Desk')
  })

  test('other changes leave the DTMF configuration alone, and the password is not sent (SIPACC-34, SIPACC-63)', async ({
    page,
  }) => {
    const calls = recordCalls(page)
    await expect(formOf(page).password).toBeEmpty()
    await formOf(page).userId.fill('6002')
    // The device would forget the password with the user.
    await expect(formOf(page).password).toHaveAccessibleDescription(/earlier user ID/)
    await formOf(page).save.click()
    await expect(page).toHaveURL(/#\/sip\/accounts$/)
    expect(calls.writes()).toEqual(['SetSIPAccount'])
    expect(calls.of('SetSIPAccount')).toMatchObject([{ SIPAccount: { Password: null } }])
  })

  test('becoming the default moves the flag, and keeps the account enabled (OPEN-76, SIPACC-20)', async ({
    page,
    rig,
  }) => {
    const form = formOf(page)
    await form.enabled.uncheck()
    await form.isDefault.check()
    await expect(form.enabled).toBeChecked()
    await expect(form.enabled).toBeDisabled()
    await expect(form.enabled).toHaveAccessibleDescription(/can't be disabled/)
    await form.save.click()
    await expect(rowOf(page, 'Desk')).toContainText('Default account')
    const accounts = await accountsOf(rig)
    expect(accounts.filter(({ IsDefault }) => IsDefault).map(({ Id }) => Id)).toEqual([id])
  })

  test('the type can’t be changed any more', async ({ page }) => {
    await expect(page.getByRole('radio', { name: 'Peer-to-peer' })).toBeDisabled()
  })

  test('each change of the proxies is saved at once, and leaves the form alone (SIPACC-26, OPEN-78)', async ({
    page,
    rig,
  }) => {
    const servers = async () =>
      (await accountCalled(rig, 'Desk')).SIPProxies.map(({ Server }) => Server[0])
    await formOf(page).name.fill('Typed')
    await formOf(page).tab('Proxies').click()
    const list = page.getByRole('list', { name: 'Proxies' })
    await page.getByRole('button', { name: 'Move a.example.com down' }).click()
    await expect.poll(servers).toEqual(['b', 'a', 'c'])
    await expect(page.getByRole('button', { name: 'Move a.example.com down' })).toBeFocused()
    await page.getByRole('button', { name: 'Move c.example.com up' }).click()
    await expect.poll(servers).toEqual(['b', 'c', 'a'])
    await page.getByRole('button', { name: 'Remove proxy b.example.com' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove proxy' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expect.poll(servers).toEqual(['c', 'a'])
    await page.getByRole('button', { name: 'Edit proxy c.example.com' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Proxy address').fill('d.example.com')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(servers).toEqual(['d', 'a'])
    await formOf(page).tab('General').click()
    await expect(formOf(page).name).toHaveValue('Typed')
    await formOf(page).save.click()
    await expect(rowOf(page, 'Typed')).toBeVisible()
    expect((await accountCalled(rig, 'Typed')).SIPProxies).toHaveLength(2)
  })

  test('a proxy that is moved while another move is being saved is moved too (OPEN-78)', async ({
    page,
    rig,
  }) => {
    const servers = async () =>
      (await accountCalled(rig, 'Desk')).SIPProxies.map(({ Server }) => Server[0])
    await formOf(page).tab('Proxies').click()
    const list = page.getByRole('list', { name: 'Proxies' })
    const arrived = await holdCalls(rig, setSipAccount.id)
    await page.getByRole('button', { name: 'Move a.example.com down' }).click()
    await arrived()
    await page.getByRole('button', { name: 'Move c.example.com up' }).click()
    await expect(list.getByRole('listitem')).toContainText(['b.', 'c.', 'a.'])
    expect(await servers()).toEqual(['a', 'b', 'c'])
    await clearFaults(rig)
    await expect.poll(servers).toEqual(['b', 'c', 'a'])
    await expect(list.getByRole('listitem')).toContainText(['b.', 'c.', 'a.'])
  })

  test('an eighth proxy can’t be added (SIPACC-27)', async ({ page, rig }) => {
    const SIPProxies = 'abcdefg'.split('').map((name) => ({ Server: `${name}.example.com` }))
    const SIPAccount = { ...(await accountCalled(rig, 'Desk')), SIPProxies }
    await rig.root.call(setSipAccount, { SIPAccount })
    await formOf(page).tab('Proxies').click()
    await expect(page.getByText('An account has at most 7 proxies.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add proxy' })).toHaveCount(0)
  })

  test('a proxy has its server on one line at 390 px', async ({ page, rig }) => {
    const SIPProxies = [{ Server: 'sip.long-name.example.com' }]
    const SIPAccount = { ...(await accountCalled(rig, 'Desk')), SIPProxies }
    await rig.root.call(setSipAccount, { SIPAccount })
    await page.setViewportSize({ width: 390, height: 800 })
    await formOf(page).tab('Proxies').click()
    const server = page.getByText('sip.long-name.example.com', { exact: true })
    expect((await server.boundingBox())?.height).toBeLessThan(24)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  test('a refused change of the proxies is reported and nothing moves', async ({
    page,
    rig,
    expectFailures,
  }) => {
    expectFailures(/500/)
    await formOf(page).tab('Proxies').click()
    await applyFaults(rig, { call: 'sip.SetSIPAccount', fault: 'status', value: 500 })
    await page.getByRole('button', { name: 'Move a.example.com down' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Not saved.' })).toBeVisible()
    await clearFaults(rig)
    await expect(
      page.getByRole('list', { name: 'Proxies' }).getByRole('listitem').first(),
    ).toContainText('a.example.com')
  })

  test('a change by another administrator is shown before it is overwritten (EXPECT-21)', async ({
    page,
    rig,
  }) => {
    needsVersions()
    const account = await accountCalled(rig, 'Desk')
    await formOf(page).name.fill('Mine')
    await holdCalls(rig, 'sip.GetSIPAccounts')
    await rig.root.call(setSipAccount, {
      SIPAccount: { ...account, Name: 'Theirs', CallerId: 'Door' },
    })
    await formOf(page).save.click()
    await clearFaults(rig)
    await expect(page.getByText('Somebody else has changed these settings')).toBeVisible()
    expect((await accountCalled(rig, 'Theirs')).CallerId).toBe('Door')
    await formOf(page).save.click()
    await expect(rowOf(page, 'Mine')).toBeVisible()
    expect((await accountCalled(rig, 'Mine')).CallerId).toBe('Door')
  })

  test('an account that somebody else deletes closes the form (EXPECT-21)', async ({
    page,
    rig,
  }) => {
    await formOf(page).name.fill('Mine')
    await rig.root.call(removeSipAccount, { SIPAccountId: id })
    await expect(page.getByText('There is no such SIP account.')).toBeVisible()
    await expect(page).toHaveURL(/#\/sip\/accounts$/)
  })

  test('secondary servers appear when they are wanted (SIPACC-22)', async ({ page, rig }) => {
    await formOf(page).tab('Network').click()
    const domain = page.getByLabel('Secondary domain')
    await expect(domain).toHaveCount(0)
    await page.getByRole('checkbox', { name: /Use other servers/ }).check()
    await domain.fill('b.example.com')
    await formOf(page).save.click()
    await expect(rowOf(page, 'Desk')).toBeVisible()
    expect((await accountCalled(rig, 'Desk')).SecondaryPublicDomain).toBe('b.example.com')
  })

  test('IPv6 addresses are stored in brackets and shown without (SIPACC-25)', async ({
    page,
    open,
    rig,
  }) => {
    await formOf(page).domain.fill('2001:db8::1')
    await formOf(page).registrar.fill('10.0.0.1')
    await formOf(page).save.click()
    await expectError(formOf(page).registrar, /IPv4 and an IPv6/)
    await formOf(page).registrar.fill('[2001:db8::2]')
    await formOf(page).save.click()
    await expect(rowOf(page, 'Desk')).toBeVisible()
    expect(await accountCalled(rig, 'Desk')).toMatchObject({
      PublicDomain: '[2001:db8::1]',
      Registrar: '[2001:db8::2]',
    })
    await open(`/sip/accounts/${id}/edit`)
    await expect(formOf(page).registrar).toHaveValue('2001:db8::2')
  })

  test('the picture is chosen from what the device has (SIPACC-39, SIPACC-35, SIPACC-37)', async ({
    page,
    rig,
  }) => {
    await formOf(page).tab('Video').click()
    await expect(
      page.getByText("This device stores these settings, but doesn't use them."),
    ).toBeVisible()
    const resolution = page.getByLabel('Video resolution')
    const offered = await resolution.getByRole('option').allTextContents()
    expect(offered).toEqual(
      expect.arrayContaining(['704 × 576', '352 × 288', '176 × 144', '640 × 480']),
    )
    await resolution.selectOption('640x480')
    await page.getByLabel('Frame rate').selectOption('12')
    await formOf(page).save.click()
    await expect(rowOf(page, 'Desk')).toBeVisible()
    expect((await accountCalled(rig, 'Desk')).StreamParameters).toBe(
      'resolution=640x480&fps=12&camera=1',
    )
  })
})

test('the default account’s controls are disabled, with the reason (SIPACC-20, SIPACC-21, OPEN-76)', async ({
  page,
  open,
  rig,
}) => {
  const [account] = await accountsOf(rig)
  await open(`/sip/accounts/${account?.Id}`)
  const { enabled, isDefault } = formOf(page)
  for (const control of [enabled, isDefault]) {
    await expect(control).toBeChecked()
    await expect(control).toBeDisabled()
    await expect(control).toHaveAccessibleDescription(/another account the default/)
  }
})
