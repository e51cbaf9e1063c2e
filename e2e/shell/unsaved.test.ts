/**
 * Unsaved changes: every way to leave a page asks first, and only when there is something to lose.
 */
import { getUsers } from '@lintel/contract/calls/users'
import type { Page } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { ACCOUNTS } from '../rig/accounts.ts'
import { typeAddress } from '../rig/address.ts'

const { user } = ACCOUNTS.operator
const EDIT = `/users/edit/${user}`

const role = (page: Page) => page.getByLabel('Role', { exact: true })
const confirmation = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Leave without saving?' })

/** The ways to leave the page that the console itself confirms, and where each leads. */
const WAYS: Record<string, { go: (page: Page) => Promise<unknown>; to: RegExp }> = {
  'a link': { go: (page) => page.getByRole('link', { name: 'Overview' }).click(), to: /#\/$/ },
  'going back': { go: (page) => page.evaluate(() => history.back()), to: /#\/users$/ },
  'a typed address': { go: (page) => typeAddress(page, '/maintenance'), to: /#\/maintenance$/ },
}

async function openForm(page: Page, open: (route: string) => Promise<void>) {
  await open('/users')
  await page.getByRole('link', { name: user }).click()
  await expect(role(page)).toHaveValue('operator')
}

test.beforeEach(({ page, open }) => openForm(page, open))

test.describe('on one page', () => {
  test.use({ reuse: 'device' })

  for (const [way, { go, to }] of Object.entries(WAYS)) {
    test(`${way} asks, and keeps everything or leaves (EXPECT-01)`, async ({ page }) => {
      await role(page).selectOption('Viewer')
      await go(page)
      await expect(confirmation(page)).toBeVisible()
      await expect(confirmation(page).getByRole('button', { name: 'Stay' })).toBeFocused()
      if (way === 'a link') await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(confirmation(page)).toBeHidden()
      await expect(page).toHaveURL(new RegExp(`#${EDIT}$`))
      await expect(role(page)).toHaveValue('viewer')
      await go(page)
      await confirmation(page).getByRole('button', { name: 'Leave' }).click()
      await expect(page).toHaveURL(to)
      await expect(confirmation(page)).toBeHidden()
    })

    test(`${way} does not ask without changes, or when they are undone (EXPECT-01, EXPECT-03)`, async ({
      page,
      open,
    }) => {
      await go(page)
      await expect(page).toHaveURL(to)
      await expect(confirmation(page)).toBeHidden()
      await openForm(page, open)
      await role(page).selectOption('Viewer')
      await page.getByRole('button', { name: 'Discard' }).click()
      await go(page)
      await expect(page).toHaveURL(to)
      await expect(confirmation(page)).toBeHidden()
    })
  }

  test('going forward again after staying still leads to the same page (EXPECT-01)', async ({
    page,
  }) => {
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.goBack()
    await role(page).selectOption('Viewer')
    await page.evaluate(() => history.forward())
    await confirmation(page).getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.evaluate(() => history.forward())
    await expect(page).toHaveURL(/#\/$/)
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(new RegExp(`#${EDIT}$`))
  })
})

test('the browser asks before a reload, and only with unsaved changes (EXPECT-01)', async ({
  page,
}) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.accept()
  })
  await page.reload()
  await expect(role(page)).toHaveValue('operator')
  expect(dialogs).toEqual([])
  await role(page).selectOption('Viewer')
  await page.reload()
  await expect(role(page)).toHaveValue('operator')
  expect(dialogs).toEqual(['beforeunload'])
})

test('the browser asks before the window is closed (EXPECT-01)', async ({ page }) => {
  await role(page).selectOption('Viewer')
  const dialog = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await dialog).type()).toBe('beforeunload')
  await (await dialog).dismiss()
  await expect(role(page)).toHaveValue('viewer')
})

test('nothing asks after saving (EXPECT-02)', async ({ page, rig }) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.accept()
  })
  await role(page).selectOption('Viewer')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/#\/users$/)
  await expect(confirmation(page)).toBeHidden()
  expect((await rig.root.call(getUsers, {})).operator).not.toContain(user)
  await page.goBack()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(dialogs).toEqual([])
})

test('the browser asks before signing out with unsaved changes (EXPECT-01)', async ({
  page,
  expectFailures,
}) => {
  expectFailures(/401|WebSocket/)
  await role(page).selectOption('Viewer')
  await page.getByRole('button', { name: 'Account anna' }).click()
  const dialog = page.waitForEvent('dialog')
  // The press doesn't return until the browser's dialog is answered.
  const pressed = page.getByRole('button', { name: 'Sign out' }).click()
  expect((await dialog).type()).toBe('beforeunload')
  await (await dialog).accept()
  await pressed
  await expect(page).toHaveURL(/\/sign-in/)
  await page.goto(at('/users'))
  await expect(page).toHaveURL(/\/sign-in/)
})
