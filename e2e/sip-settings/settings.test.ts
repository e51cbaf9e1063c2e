import { getSipConfiguration } from '@lintel/contract/calls/sip'
import { expect, test } from '../fixture.ts'

test('switches SIP on (SIPSET-02)', async ({ page, open, rig }) => {
  await open('/sip/settings')
  await page.getByRole('switch', { name: 'Enable SIP' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The SIP settings are saved.')).toBeVisible()
  const { SIPConfiguration } = await rig.root.call(getSipConfiguration, {})
  expect(SIPConfiguration.SIPEnabled).toBe(true)
})
