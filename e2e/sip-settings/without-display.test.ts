import { expect, test } from '../fixture.ts'
import { formOf } from './form.ts'

test.use({ product: 'I8016-LVE' })

test('a door station without display has video in calls, but no two-way video (SIPSET-03, SIPSET-09, FIX-05)', async ({
  page,
  open,
}) => {
  await open('/sip/settings')
  const form = formOf(page)
  await expect(form.enabled).toBeVisible()
  await expect(form.twoWayVideo).toHaveCount(0)
  await form.tab('Advanced').click()
  await expect(form.packetization).toHaveValue('auto')
  await expect(form.videoDirection).toHaveValue('sendrecv')
  await expect(form.endless).toHaveCount(0)
})
