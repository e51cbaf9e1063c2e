/**
 * Restore and factory default on the real device: what is reset, what stays, and the confirmation
 * before.
 */
import { setFaults, setPower } from '@lintel/contract/bench'
import { listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import { addressAfterReset, systemReady } from '@lintel/contract/calls/system'
import { addUser, getUsers } from '@lintel/contract/calls/users'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { ACCOUNTS, PASSWORD, ROOT } from '../rig/accounts.ts'
import { needs } from '../rig/firmware.ts'
import { signIn } from '../rig/sign-in.ts'
import { cannotMove, listens, OTHER } from '../rig/sockets.ts'
import {
  expectDowntime,
  expectOverlay,
  expectRestarted,
  flagIn,
  needsBootId,
  overlayOf,
  restartsOn,
  startOf,
} from './overlay.ts'

/** A part of the address that can be set without moving a device that uses DHCP. */
const ROUTER = 'root.Network.DefaultRouter'
const NAME = 'root.Network.Bonjour.FriendlyName'

const FIRST = {
  user: ROOT,
  pwd: PASSWORD,
  grp: 'root',
  sgrp: 'admin:operator:viewer:ptz',
  comment: '',
}

const confirmation = (page: Page) => page.getByRole('alertdialog')
const action = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test.beforeEach(async ({ page, rig, expectFailures }) => {
  await expectDowntime(page, expectFailures)
  await rig.root.call(updateParameters, { [ROUTER]: '127.0.0.9', [NAME]: 'Front door' })
})

for (const { what, button, title, overlay, type, router } of [
  {
    what: 'a restore keeps the address and loses the accounts (MAINT-03, MAINT-06)',
    button: 'Restore',
    title: 'Restore the settings?',
    overlay: 'The settings are being restored',
    type: 'restore',
    router: '127.0.0.9',
  },
  {
    what: 'a factory default loses the address too (MAINT-04, MAINT-07)',
    button: 'Reset everything',
    title: 'Reset everything?',
    overlay: 'The device is being reset',
    type: 'default',
    router: '192.168.0.1',
  },
]) {
  test(what, async ({ page, open, rig }) => {
    const before = await startOf(rig)
    await open('/maintenance')
    await action(page, button).click()
    await expect(confirmation(page).getByRole('heading')).toHaveText(title)
    await expect(confirmation(page)).toContainText(/all accounts/)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(confirmation(page)).toHaveCount(0)
    expect([await startOf(rig), await flagIn(page)]).toEqual([before, null])

    await action(page, button).click()
    await confirmation(page).getByRole('button', { name: button }).dblclick()
    await expectOverlay(page, overlay)
    expect(await flagIn(page)).toMatchObject({ type })
    await expectRestarted(rig, before)
    expect(await restartsOn(rig)).toBe(1)
    await expect(overlayOf(page).current).toHaveText('Starting up')
    await page.clock.fastForward(30_000)
    await expect(page.getByRole('heading', { name: 'Choose the root password' })).toBeVisible()
    expect(await rig.anonymous.call(systemReady, { timeout: 0 })).toMatchObject({
      needsetup: 'yes',
    })
    // A new administrator, so that the device reports it.
    await page.goto('about:blank')
    await rig.anonymous.call(addUser, FIRST)
    const { values } = await rig.root.call(listParameters, { group: 'root.Network' })
    expect(values.get(ROUTER)).toBe(router)
    expect(values.get(NAME)).not.toBe('Front door')
    // Older firmware lists its own accounts too.
    const { admin, viewer } = await rig.root.call(getUsers, {})
    expect(admin).toContain(ROOT)
    for (const { user } of Object.values(ACCOUNTS))
      expect([...admin, ...viewer]).not.toContain(user)
  })
}

test('reports that the device was not reset when a power cut comes first', async ({
  page,
  open,
  rig,
}) => {
  needsBootId()
  await open('/maintenance')
  await rig.bench.call(setFaults, { faults: [{ call: 'factorydefault', fault: 'drop' }] })
  await action(page, 'Restore').click()
  await confirmation(page).getByRole('button', { name: 'Restore' }).click()
  await expectOverlay(page, 'The settings are being restored')
  await rig.bench.call(setPower, { action: 'cycle' })
  await page.clock.fastForward(30_000)
  const alert = page.getByRole('alert').filter({ hasText: 'but it was not reset' })
  await expect(alert).toBeVisible()
  await page.getByRole('button', { name: 'Maintenance' }).click()
  await expect(action(page, 'Restore')).toBeVisible()
  const { values } = await rig.root.call(listParameters, { group: NAME })
  expect(values.get(NAME)).toBe('Front door')
})

test('a reset outlives a power cut that comes after it', async ({ page, open, rig }) => {
  await open('/maintenance')
  await action(page, 'Reset everything').click()
  await confirmation(page).getByRole('button', { name: 'Reset everything' }).click()
  await expectOverlay(page, 'The device is being reset')
  await rig.bench.call(setPower, { action: 'cycle' })
  await page.clock.fastForward(30_000)
  await expect(page.getByRole('heading', { name: 'Choose the root password' })).toBeVisible()
  // The console won't report that the device was not reset.
  expect(await page.evaluate(() => history.state as unknown)).toBeNull()
})

test('a factory default at a fixed address leads to the address that the DHCP server gives', async ({
  page,
  rig,
}) => {
  test.skip(cannotMove !== undefined, cannotMove ?? '')
  needs(addressAfterReset)
  await rig.root.call(updateParameters, {
    'root.Network.BootProto': 'none',
    'root.Network.IPAddress': OTHER,
  })
  const there = rig.at(OTHER)
  await expect.poll(() => listens(there.url)).toBe(true)
  const before = await startOf(rig)
  await page.goto(`${there.url}/webapp/hw/#/maintenance`)
  await signIn(page, ACCOUNTS.admin.user, PASSWORD)
  // The sign-in page may not know the fragment.
  await page.goto(`${there.url}/webapp/hw/#/maintenance`)
  await action(page, 'Reset everything').click()
  await confirmation(page).getByRole('button', { name: 'Reset everything' }).click()
  await expectOverlay(page, 'The device is being reset')
  const { dialog, elapsed } = overlayOf(page)
  await expect(dialog.getByRole('link')).toHaveText([rig.addresses.http, there.url])
  await expect(elapsed).toHaveCount(0)
  await expectAccessible(page)
  await expectRestarted(rig, before)
  await dialog.getByRole('link', { name: rig.addresses.http }).click()
  await expect(page.getByRole('heading', { name: 'Choose the root password' })).toBeVisible()
})

test('reports a reset that is refused or doesn’t reach the device, and changes nothing (MAINT-09)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  const before = await startOf(rig)
  await open('/maintenance')
  await rig.bench.call(setFaults, {
    faults: [{ call: 'factorydefault', fault: 'status', value: 500 }],
  })
  await action(page, 'Restore').click()
  await confirmation(page).getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('alert')).toContainText('The settings were not restored.')
  await expect(overlayOf(page).dialog).toHaveCount(0)
  expect([await startOf(rig), await flagIn(page)]).toEqual([before, null])

  await rig.bench.call(setFaults, { faults: [] })
  await action(page, 'Reset everything').click()
  await rig.bench.call(setPower, { action: 'off' })
  await confirmation(page).getByRole('button', { name: 'Reset everything' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'The device was not reset.' }),
  ).toBeVisible()
  expect(await flagIn(page)).toBeNull()
  await rig.bench.call(setPower, { action: 'on' })
  const { values } = await rig.root.call(listParameters, { group: NAME })
  expect(values.get(NAME)).toBe('Front door')
})
