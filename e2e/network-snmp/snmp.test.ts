/** The page, and what a real network manager then reads from the device. */
import { getBench, setPower, setWorld } from '@lintel/contract/bench'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { restart } from '@lintel/contract/calls/system'
import { expectError, recordCalls } from '../datetime/form.ts'
import { expect, test } from '../fixture.ts'
import { needsVersions } from '../rig/firmware.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { clearFaults, applyFault, FAULT_ERRORS } from '../fault-scenarios/faults.ts'
import { HAS_TOOLS, snmpGet, asUser, formOf, parameter } from './form.ts'

const PASSWORD = 'door&bell 24'

test.beforeEach(({ open }) => open('/network-snmp'))

test('shows the fields of the chosen protocol on one page (SNMP-01, SNMP-02, SNMP-04)', async ({
  page,
}) => {
  const { v3, v1v2c, off, user, password, read, write, traps, receiver, trapCommunity } =
    formOf(page)
  await expect(page.locator('main').getByRole('navigation')).toHaveCount(0)
  await expect(off).toBeChecked()
  await expect(traps).toHaveCount(0)
  await v1v2c.check()
  await expect(read).toHaveValue('public')
  await expect(read).toHaveAccessibleDescription(/This is a well-known default/)
  await expect(write).toHaveValue('')
  await expect(page.getByText('Communities are sent unencrypted.')).toBeVisible()
  await traps.check()
  await expect(trapCommunity).toHaveValue('public')
  await expect(receiver).toHaveValue('')
  await expectAccessible(page)
  await v3.check()
  await expect(user).toHaveText('initial')
  await expect(page.getByText(/SHA with AES-128, or MD5 with DES/)).toBeVisible()
  await expect(password).toHaveValue('')
  await expect(read).toHaveCount(0)
  await expect(trapCommunity).toHaveCount(0)
  await expectAccessible(page)
})

test('traps need a receiver and one to send, which their fields say', async ({ page }) => {
  const { v1v2c, traps, receiver, linkUp, save } = formOf(page)
  await v1v2c.check()
  await traps.check()
  await save.click()
  await expect(traps).toHaveAccessibleDescription(/Choose at least one trap/)
  await expect(receiver).toHaveAccessibleDescription(/Fill this in/)
  await linkUp.check()
  await expect(traps).not.toHaveAttribute('aria-invalid')
})

test('a first password needs confirmation, is sent by POST, and then lets a manager in (SNMP-05, SNMP-08, OPEN-44)', async ({
  page,
  rig,
}) => {
  const calls = recordCalls(page)
  const addresses: string[] = []
  // A query encodes a space as a plus sign.
  page.on('request', (request) => {
    addresses.push(decodeURIComponent(request.url().replaceAll('+', ' ')))
  })
  const { v3, password, save, saved, confirmation } = formOf(page)
  await v3.check()
  await save.click()
  await expectError(password, /needs at least 8 characters/)
  await password.fill('seven77')
  await save.click()
  await expect(confirmation).toBeHidden()
  await password.fill(PASSWORD)
  await save.click()
  await expect(confirmation).toContainText('initial')
  await expectAccessible(page)
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirmation).toBeHidden()
  await expect(password).toHaveValue(PASSWORD)
  expect(calls.of('param.cgi update')).toEqual([])
  await save.click()
  await confirmation.getByRole('button', { name: 'Set the password' }).click()
  await expect(saved).toBeVisible()
  await expect(password).toHaveValue('')
  await expect(page.getByText('A password is set.')).toBeVisible()
  await expect(save).toHaveCount(0)
  expect(await parameter(rig, 'InitialUserPasswdSet')).toBe('yes')
  expect(await parameter(rig, 'V3')).toBe('yes')
  expect(addresses.filter((address) => address.includes(PASSWORD))).toEqual([])
  if (HAS_TOOLS) {
    expect(await snmpGet(rig, ...asUser(PASSWORD))).toBe('72')
    expect(await snmpGet(rig, '-v2c', '-c', 'public')).toContain('Timeout')
  }
})

test('an empty field keeps the password, and a new one needs no confirmation (SNMP-09, OPEN-120)', async ({
  page,
  rig,
}) => {
  await rig.root.call(updateParameters, { 'root.SNMP.InitialUserPasswd': PASSWORD })
  const { v3, password, save, saved, confirmation } = formOf(page)
  await v3.check()
  await expect(page.getByText('A password is set.')).toBeVisible()
  await save.click()
  await expect(saved).toBeVisible()
  if (HAS_TOOLS) expect(await snmpGet(rig, ...asUser(PASSWORD))).toBe('72')
  await password.fill('short')
  await save.click()
  await expectError(password, /needs at least 8 characters/)
  await password.fill('another one')
  await save.click()
  await expect(confirmation).toHaveCount(0)
  await expect(password).toHaveValue('')
  if (HAS_TOOLS) expect(await snmpGet(rig, ...asUser('another one'))).toBe('72')
})

test('communities have at most 32 characters and apply at once (SNMP-06, SNMP-07, SNMP-10)', async ({
  page,
  rig,
}) => {
  const { v1v2c, off, read, write, save, saved } = formOf(page)
  await v1v2c.check()
  await read.fill('r'.repeat(33))
  await write.fill('w'.repeat(33))
  await save.click()
  await expectError(read, /At most 32 characters/)
  await expectError(write, /At most 32 characters/)
  await read.fill('watch & see')
  await write.fill('w'.repeat(32))
  await save.click()
  await expect(saved).toBeVisible()
  expect(await parameter(rig, 'V1ReadCommunity')).toBe('watch & see')
  expect(await parameter(rig, 'V1WriteCommunity')).toBe('w'.repeat(32))
  if (HAS_TOOLS) {
    expect(await snmpGet(rig, '-v1', '-c', 'watch & see')).toBe('72')
    expect(await snmpGet(rig, '-v2c', '-c', 'watch & see')).toBe('72')
    expect(await snmpGet(rig, '-v2c', '-c', 'public')).toContain('Timeout')
  }
  await off.check()
  await save.click()
  await expect.poll(() => parameter(rig, 'Enabled')).toBe('no')
  if (HAS_TOOLS) expect(await snmpGet(rig, '-v1', '-c', 'watch & see')).toContain('Timeout')
})

test('sends an enabled trap to the receiver (SNMP-02, SNMP-03)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/failed|WebSocket/i)
  const { v1v2c, traps, receiver, linkUp, save, saved } = formOf(page)
  await v1v2c.check()
  await traps.check()
  await save.click()
  await expectError(receiver, /required|needed|Fill/i)
  await receiver.fill('127.0.0.1')
  await linkUp.check()
  await save.click()
  await expect(saved).toBeVisible()
  expect(await parameter(rig, 'Trap.T0.Address')).toBe('127.0.0.1')
  expect(await parameter(rig, 'Trap.T0.LinkUp.Enabled')).toBe('yes')
  await rig.bench.call(setWorld, { cable: false })
  await rig.bench.call(setWorld, { cable: true })
  await expect
    .poll(async () => (await rig.bench.call(getBench, {})).happened.at(-1))
    .toMatchObject({ id: 'snmp.trap', values: { trap: 'linkUp', address: '127.0.0.1' } })
})

test('sends coldStart after power-on and warmStart after a restart', async ({ rig, page }) => {
  await page.goto('about:blank')
  await rig.root.call(updateParameters, {
    'root.SNMP.Enabled': 'yes',
    'root.SNMP.Trap.Enabled': 'yes',
    'root.SNMP.Trap.T0.Address': '127.0.0.1',
    'root.SNMP.Trap.T0.ColdStart.Enabled': 'yes',
    'root.SNMP.Trap.T0.WarmStart.Enabled': 'yes',
  })
  const sent = async () => {
    const { happened } = await rig.bench.call(getBench, {})
    return happened.filter(({ id }) => id === 'snmp.trap').map(({ values }) => values['trap'])
  }
  const before = (await sent()).length
  await rig.bench.call(setPower, { action: 'cycle' })
  await expect.poll(async () => (await sent()).slice(before)).toEqual(['coldStart'])
  await rig.root.call(restart, {})
  await expect.poll(async () => (await sent()).slice(before)).toEqual(['coldStart', 'warmStart'])
})

test('reports another administrator’s change instead of overwriting it', async ({ page, rig }) => {
  const { v1v2c, write, read, save, saved } = formOf(page)
  await v1v2c.check()
  await write.fill('keeper')
  await rig.root.call(updateParameters, {
    'root.SNMP.V1ReadCommunity': 'theirs',
    'root.SNMP.InitialUserPasswd': PASSWORD,
  })
  await save.click()
  await expect(page.getByText('Somebody else has changed these settings')).toBeVisible()
  expect(await parameter(rig, 'V1WriteCommunity')).toBe('')
  await expect(write).toHaveValue('keeper')
  await expect(read).toHaveValue('theirs')
  await save.click()
  await expect(saved).toBeVisible()
  expect(await parameter(rig, 'V1ReadCommunity')).toBe('theirs')
  expect(await parameter(rig, 'V1WriteCommunity')).toBe('keeper')
})

test('does not overwrite another administrator’s change made during the save (EXPECT-21)', async ({
  page,
  rig,
  expectFailures,
}) => {
  needsVersions()
  expectFailures(/412/)
  const { v1v2c, write, save } = formOf(page)
  await v1v2c.check()
  await write.fill('keeper')
  // When the page sends the change, it has already made its last comparison.
  let interfered = 0
  await page.route('**/param.cgi', async (route) => {
    const update = route.request().postData()?.includes('action=update') ?? false
    if (update && interfered === 0) {
      await rig.root.call(updateParameters, { 'root.SNMP.V1WriteCommunity': 'theirs' })
    }
    if (update) interfered += 1
    await route.continue()
  })
  await save.click()
  await expect(page.getByText('Somebody else has changed these settings')).toBeVisible()
  expect(interfered).toBe(1)
  expect(await parameter(rig, 'V1WriteCommunity')).toBe('theirs')
  await expect(write).toHaveValue('keeper')
})

test('reports a mix of versions that was set elsewhere', async ({ page, rig }) => {
  await rig.root.call(updateParameters, { 'root.SNMP.Enabled': 'yes', 'root.SNMP.V3': 'yes' })
  await expect(page.getByText('SNMP v3 and older versions are both on.')).toBeVisible()
  await expect(formOf(page).v3).toBeChecked()
})

test('after a lost response, reports whether the change was saved (EXPECT-12)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS)
  const { v1v2c, v3, read, password, confirmation, save, saved } = formOf(page)
  const notSaved = page.getByRole('alert').filter({ hasText: 'Not saved.' })
  await v1v2c.check()
  await read.fill('watch')
  await applyFault(rig, ['param.update'], { fault: 'drop' })
  await save.click()
  await expect(notSaved).toBeVisible()
  await expect(read).toHaveValue('watch')
  expect(await parameter(rig, 'V1ReadCommunity')).toBe('public')
  await applyFault(rig, ['param.update'], { fault: 'cut' })
  await save.click()
  await expect(saved).toBeVisible()
  await expect(save).toHaveCount(0)
  await expect(notSaved).toHaveCount(0)
  expect(await parameter(rig, 'V1ReadCommunity')).toBe('watch')

  // The device reports whether a password is set, but not whether another one has replaced it.
  await v3.check()
  await password.fill(PASSWORD)
  await save.click()
  await confirmation.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('A password is set.')).toBeVisible()
  await expect(save).toHaveCount(0)
  await expect(password).toHaveValue('')
  await password.fill('another one')
  await save.click()
  await expect(notSaved).toBeVisible()
  await expect(password).toHaveValue('another one')
  await clearFaults(rig)
  await save.click()
  await expect(save).toHaveCount(0)
  await expect(notSaved).toHaveCount(0)
  if (HAS_TOOLS) expect(await snmpGet(rig, ...asUser('another one'))).toBe('72')
})
