import { setPersona } from '@lintel/contract/bench'
import { addUser, getUsers } from '@lintel/contract/calls/users'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { PASSWORD } from '../rig/accounts.ts'
import { speak } from '../rig/language.ts'
import { rowOf } from './form.ts'

test.describe('unchanged', () => {
  test.use({ reuse: 'device' })

  test('lists each account with its role and a link to its form (USERS-01)', async ({
    page,
    open,
  }) => {
    await open('/users')
    const table = page.getByRole('table', { name: 'Users' })
    await expect(table.getByRole('row')).toHaveCount(5)
    for (const [name, role] of [
      ['root', 'Administrator'],
      ['guard1', 'Operator'],
      ['lobby', 'Viewer'],
    ] as const) {
      await expect(rowOf(page, name)).toContainText(role)
    }
    await page.getByRole('link', { name: 'Edit guard1' }).click()
    await expect(page).toHaveURL(/#\/users\/edit\/guard1$/)
  })

  test('Add user opens the form (USERS-02, USERS-03)', async ({ page, open }) => {
    await open('/users')
    await page.getByRole('link', { name: 'Add user' }).click()
    await expect(page).toHaveURL(/#\/users\/add$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Add user' })).toBeVisible()
  })

  test('is accessible', async ({ page, open }) => {
    await open('/users')
    await expect(rowOf(page, 'lobby')).toBeVisible()
    await expectAccessible(page)
  })
})

test('shows the role of the highest group (USERS-14, USERS-15, USERS-16)', async ({
  page,
  open,
  rig,
}) => {
  await rig.root.call(addUser, { user: 'both', pwd: PASSWORD, sgrp: 'operator:admin' })
  await rig.root.call(addUser, { user: 'worker', pwd: PASSWORD, sgrp: 'viewer:operator:ptz' })
  await rig.root.call(addUser, { user: 'watcher', pwd: PASSWORD, sgrp: 'viewer' })
  await open('/users')
  await expect(rowOf(page, 'both')).toContainText('Administrator')
  await expect(rowOf(page, 'worker')).toContainText('Operator')
  await expect(rowOf(page, 'watcher')).toContainText('Viewer')
})

test.describe('on older firmware', () => {
  test.use({ reuse: 'nothing' })

  test('service accounts and those without a role are not listed (USERS-13, USERS-17)', async ({
    page,
    open,
    rig,
  }) => {
    // Older firmware lists its service accounts too.
    await rig.bench.call(setPersona, { persona: '9.80' })
    const { admin, viewer } = await rig.root.call(getUsers, {})
    expect(admin).toEqual(expect.arrayContaining(['sdk', 'geolocationd', 'AudioManager', 'wwwaop']))
    expect(viewer).toContain('AudioSiteProxy')
    await rig.root.call(addUser, { user: 'nothing', pwd: PASSWORD, sgrp: 'ptz' })
    await open('/users')
    await expect(rowOf(page, 'lobby')).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(5)
  })
})

test('an account that another administrator creates appears by itself', async ({
  page,
  open,
  rig,
}) => {
  await open('/users')
  await expect(rowOf(page, 'lobby')).toBeVisible()
  await rig.root.call(addUser, { user: 'newcomer', pwd: PASSWORD, sgrp: 'viewer' })
  await expect(rowOf(page, 'newcomer')).toBeVisible()
})

test.describe('with forty accounts', () => {
  test.use({ state: 'busy' })

  for (const width of [320, 1280]) {
    test(`fits into a window of ${width} px (EXPECT-33)`, async ({ page, open }) => {
      await page.setViewportSize({ width, height: 700 })
      await open('/users')
      await expect(rowOf(page, 'longaccount040')).toBeVisible()
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide).toBeLessThanOrEqual(width)
    })
  }

  test('each can be edited on a phone, in long words too, without scrolling sideways (EXPECT-33)', async ({
    page,
    open,
    rig,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await speak(rig, 'German')
    await open('/users')
    const edit = page.getByRole('link', { name: 'longaccount001 bearbeiten' })
    await expect(edit).toBeInViewport({ ratio: 1 })
    await edit.click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'longaccount001 bearbeiten' }),
    ).toBeVisible()
  })

  test('can be sorted and filtered, and stays so after a visit to an account', async ({
    page,
    open,
  }) => {
    await open('/users')
    const names = page.getByRole('row').getByRole('cell').nth(0)
    await expect(names).toHaveText('root')
    await page.getByRole('button', { name: 'Username' }).click()
    await page.getByRole('button', { name: 'Username' }).click()
    await expect(page.getByRole('columnheader', { name: 'Username' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
    await page.getByRole('searchbox', { name: 'Find a user' }).fill('account00')
    await expect(page.getByText('9 entries')).toBeVisible()
    await expect(names).toHaveText('longaccount009')
    await expect(page).toHaveURL(/#\/users\?sort=-name&filter=account00$/)
    await page.getByRole('link', { name: 'Edit longaccount004' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('searchbox', { name: 'Find a user' })).toHaveValue('account00')
    await expect(names).toHaveText('longaccount009')
  })
})
