import { injectKeySequence } from '@lintel/contract/calls/intercom'
import { expect, test } from '../fixture.ts'

test.use({ product: 'I8016-LVE' })

test('this product has a clear button and no keypad (CONFIGCHECK-02)', async ({
  page,
  open,
  rig,
}) => {
  await rig.root.call(injectKeySequence, { KeySequence: '12' })
  await open('/config-check')
  const state = page.locator('[data-field="state"]')
  await expect(state).toHaveText('PIN mode')
  await expect(page.getByRole('group', { name: 'Keypad' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(state).toHaveText('Idle')
})
