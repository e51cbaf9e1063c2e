import { getUserGroups, getUsers, removeUser, updateUser } from '@lintel/contract/calls/users'
import { expect, test } from '../fixture.ts'
import { needsVersions } from '../rig/firmware.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { ACCOUNTS, PASSWORD } from '../rig/accounts.ts'
import { tabTo } from '../rig/keyboard.ts'
import { expectError, fill, formOf, recordCalls, rowOf } from './form.ts'

const { user } = ACCOUNTS.operator

test.describe('of an account', () => {
  test.beforeEach(async ({ page, open }) => {
    await open(`/users/edit/${user}`)
    await expect(formOf(page).role).toHaveValue('operator')
  })

  test.describe('without a save', () => {
    test.use({ reuse: 'device' })

    test('the name can’t be changed, and the password fields are empty (USERS-04, USERS-27, EXPECT-25)', async ({
      page,
    }) => {
      const { name, password, repeat, save } = formOf(page)
      await expect(name).toHaveValue(user)
      await expect(name).toBeDisabled()
      await expect(password).toBeEmpty()
      await expect(repeat).toBeEmpty()
      await expect(save).toBeHidden()
    })

    test('refuses only one of the two passwords (USERS-31, USERS-32)', async ({ page }) => {
      await fill(page, { password: PASSWORD, repeat: '' })
      await formOf(page).save.click()
      await expectError(formOf(page).repeat, /Fill this in/)
    })

    test('Discard restores the stored values (EXPECT-03)', async ({ page }) => {
      await fill(page, { role: 'Administrator', password: 'abc' })
      await page.getByRole('button', { name: 'Discard' }).click()
      await expect(formOf(page).role).toHaveValue('operator')
      await expect(formOf(page).password).toBeEmpty()
      await expect(formOf(page).save).toBeHidden()
    })

    test('deleting asks, with the safe choice first, and names the account (USERS-05, EXPECT-28, EXPECT-06)', async ({
      page,
      rig,
    }) => {
      const button = page.getByRole('button', { name: 'Delete', exact: true })
      await tabTo(page, button)
      await page.keyboard.press('Enter')
      const confirmation = page.getByRole('alertdialog', { name: `Delete ${user}?` })
      await expect(confirmation).toContainText(user)
      await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(confirmation).toBeHidden()
      await expect(button).toBeFocused()
      expect((await rig.root.call(getUsers, {})).operator).toContain(user)
    })

    test('is accessible', async ({ page }) => {
      await expectAccessible(page)
    })
  })

  test('saves another role and keeps the password (USERS-42)', async ({ page, rig }) => {
    await fill(page, { role: 'Viewer' })
    await formOf(page).save.click()
    await expect(page).toHaveURL(/#\/users$/)
    await expect(rowOf(page, user)).toContainText('Viewer')
    expect((await rig.as(user).call(getUserGroups, {})).groups).not.toContain('operator')
  })

  test('saves a new password and keeps the role', async ({ page, rig }) => {
    await fill(page, { password: 'Other2468!' })
    await formOf(page).save.click()
    await expect(page).toHaveURL(/#\/users$/)
    const { groups } = await rig.as(user, 'Other2468!').call(getUserGroups, {})
    expect(groups).toContain('operator')
    await expect(rig.as(user).call(getUserGroups, {})).rejects.toMatchObject({ kind: 'signedOut' })
  })

  test('keeps another administrator’s change (EXPECT-21)', async ({ page, rig }) => {
    await fill(page, { role: 'Viewer' })
    await rig.root.call(updateUser, { user, sgrp: 'viewer:operator:admin:ptz' })
    await formOf(page).save.click()
    await expect(
      page.getByText('Somebody else has changed these settings in the meantime.'),
    ).toBeVisible()
    expect((await rig.root.call(getUsers, {})).admin).toContain(user)
    await formOf(page).save.click()
    await expect(page).toHaveURL(/#\/users$/)
    expect((await rig.root.call(getUsers, {})).admin).not.toContain(user)
  })

  test('keeps another administrator’s change made during the save (EXPECT-21)', async ({
    page,
    rig,
    expectFailures,
  }) => {
    needsVersions()
    expectFailures(/412/)
    await fill(page, { role: 'Viewer' })
    // The page's last comparison is over when it sends the change.
    let interfered = false
    await page.route('**/pwdgrp.cgi', async (route) => {
      const update = route.request().postData()?.includes('action=update') ?? false
      if (update && !interfered) {
        interfered = true
        await rig.root.call(updateUser, { user, sgrp: 'viewer:operator:admin:ptz' })
      }
      await route.continue()
    })
    await formOf(page).save.click()
    await expect(
      page.getByText('Somebody else has changed these settings in the meantime.'),
    ).toBeVisible()
    expect(interfered).toBe(true)
    expect((await rig.root.call(getUsers, {})).admin).toContain(user)
  })

  test('untouched fields follow another administrator’s changes', async ({ page, rig }) => {
    await rig.root.call(updateUser, { user, sgrp: 'viewer' })
    await expect(formOf(page).role).toHaveValue('viewer')
    await expect(formOf(page).save).toBeHidden()
  })

  test('an account deleted meanwhile leads back to the list (EXPECT-22)', async ({ page, rig }) => {
    await fill(page, { role: 'Viewer' })
    await rig.root.call(removeUser, { user })
    await expect(page).toHaveURL(/#\/users$/)
    await expect(page.getByText(`There is no user ${user}.`)).toBeVisible()
    await expect(rowOf(page, user)).toBeHidden()
  })

  test('a confirmed deletion removes the account and opens the list (USERS-43)', async ({
    page,
    rig,
  }) => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete user' }).click()
    await expect(page).toHaveURL(/#\/users$/)
    await expect(rowOf(page, 'lobby')).toBeVisible()
    await expect(rowOf(page, user)).toBeHidden()
    expect((await rig.root.call(getUsers, {})).operator).not.toContain(user)
    await expect(rig.as(user).call(getUserGroups, {})).rejects.toMatchObject({ kind: 'signedOut' })
  })
})

test.describe('of root', () => {
  test.beforeEach(async ({ page, open }) => {
    await open('/users/edit/root')
    await expect(formOf(page).name).toHaveValue('root')
  })

  test('offers neither role nor deletion (USERS-06, USERS-07)', async ({ page }) => {
    await expect(formOf(page).role).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0)
  })

  test('a new password keeps every group (USERS-12)', async ({ page, rig }) => {
    const calls = recordCalls(page)
    await fill(page, { password: 'Other2468!' })
    await formOf(page).save.click()
    await expect(page).toHaveURL(/#\/users$/)
    expect(calls.of('update')[0]?.query.get('sgrp')).toBe('admin:operator:viewer:ptz')
    const { groups } = await rig.as('root', 'Other2468!').call(getUserGroups, {})
    expect(groups).toEqual(expect.arrayContaining(['admin', 'operator', 'viewer', 'ptz']))
  })
})

test('one’s own account can be deleted after a warning, which ends the session (OPEN-32)', async ({
  page,
  open,
  expectFailures,
}) => {
  expectFailures(/401|WebSocket/)
  await open(`/users/edit/${ACCOUNTS.admin.user}`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    'This is the account that you are signed in with.',
  )
  await page.getByRole('button', { name: 'Delete user' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
})

test('an account that does not exist leads to the list', async ({ page, open }) => {
  await open('/users/edit/nobody')
  await expect(page).toHaveURL(/#\/users$/)
  await expect(page.getByText('There is no user nobody.')).toBeVisible()
})
