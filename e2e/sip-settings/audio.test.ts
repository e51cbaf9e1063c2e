import { expect, test } from '../fixture.ts'
import { attributeOn, formOf } from './form.ts'

test.use({ product: 'C1410' })

test('calls of an audio product can be endless; it has no video (SIPSET-07, SIPSET-08, FIX-04)', async ({
  page,
  open,
  rig,
}) => {
  await open('/sip/settings')
  const form = formOf(page)
  await expect(form.enabled).toBeVisible()
  await expect(form.twoWayVideo).toHaveCount(0)
  await form.tab('Advanced').click()
  await expect(form.packetization).toHaveCount(0)
  await expect(form.videoDirection).toHaveCount(0)
  await expect(form.maxDuration).toHaveValue('3600')
  await form.maxDuration.fill('120')
  await form.endless.check()
  await expect(form.maxDuration).toHaveValue('0')
  await expect(form.maxDuration).not.toBeEditable()
  await form.save.click()
  await expect(form.saved).toBeVisible()
  expect(await attributeOn(rig, 'MaxCallDuration')).toBe('0')
  await page.reload()
  await form.tab('Advanced').click()
  await expect(form.endless).toBeChecked()
  await form.endless.uncheck()
  await expect(form.maxDuration).toHaveValue('3600')
  await expect(form.maxDuration).toBeEditable()
  await form.save.click()
  await expect.poll(() => attributeOn(rig, 'MaxCallDuration')).toBe('3600')
})
