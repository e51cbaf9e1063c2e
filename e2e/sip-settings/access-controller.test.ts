import { expect, test } from '../fixture.ts'
import { formOf } from './form.ts'

test.use({ product: 'A1601' })

test('an access controller has neither video nor endless calls (SIPSET-07, SIPSET-36, FIX-07)', async ({
  page,
  open,
}) => {
  await open('/sip/settings')
  const form = formOf(page)
  await expect(form.enabled).toBeVisible()
  await expect(form.twoWayVideo).toHaveCount(0)
  await form.tab('Advanced').click()
  await expect(form.maxDuration).toHaveValue('3600')
  await expect(form.endless).toHaveCount(0)
  await expect(form.packetization).toHaveCount(0)
  await expect(form.videoDirection).toHaveCount(0)
})
