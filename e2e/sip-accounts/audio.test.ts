/** An audio product: eight accounts, and no picture with a call. */
import { expect, test } from '../fixture.ts'
import { accountCalled, addAccount, fillAccount, formOf, rowOf } from './form.ts'

test.use({ product: 'C1310-E' })

// The console asks for an audio site, and there is none.
test.beforeEach(({ expectFailures }) => expectFailures(/404/))

test('has room for eight accounts (SIPACC-03, FIX-04)', async ({ page, open, rig }) => {
  for (let number = 1; number <= 6; number += 1) await addAccount(rig, `Desk ${number}`)
  await open('/sip/accounts')
  await expect(page.getByRole('link', { name: 'Add SIP account' })).toBeVisible()
  await addAccount(rig, 'Desk 7')
  await expect(page.getByText('The device already has the maximum of 8 accounts.')).toBeVisible()
})

test('sends no picture, so there is no tab for it (SIPACC-17)', async ({ page, open, rig }) => {
  await open('/sip/accounts/add')
  await expect(page.getByRole('tab')).toHaveText(['General', 'Network', 'Proxies', 'Advanced'])
  await fillAccount(page, 'Desk')
  await formOf(page).create.click()
  await expect(rowOf(page, 'Desk')).toBeVisible()
  expect((await accountCalled(rig, 'Desk')).StreamParameters).toBe('')
})

test('has no call button, so nothing tells whom that rings', async ({ page, open }) => {
  await open('/sip/accounts')
  await expect(page.getByText('Test accounts', { exact: true })).toBeVisible()
  await expect(page.getByText('The phonebook defines who the call button calls.')).toHaveCount(0)
})
