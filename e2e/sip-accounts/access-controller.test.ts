/** An access controller: eight accounts, and no picture with a call. */
import { expect, test } from '../fixture.ts'
import { addAccount } from './form.ts'

test.use({ product: 'A1601' })

test('has room for eight accounts, without a tab for video (SIPACC-03, SIPACC-17, FIX-07)', async ({
  page,
  open,
  rig,
}) => {
  await open('/sip/accounts/add')
  await expect(page.getByRole('tab')).toHaveCount(4)
  for (let number = 1; number <= 7; number += 1) await addAccount(rig, `Desk ${number}`)
  await open('/sip/accounts')
  await expect(page.getByText('The device already has the maximum of 8 accounts.')).toBeVisible()
})
