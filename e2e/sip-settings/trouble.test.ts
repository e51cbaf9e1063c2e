/** SIP settings when saves fail half-way or get lost, and with a second administrator. */
import { setPower } from '@lintel/contract/bench'
import { setAudioCodecs } from '@lintel/contract/calls/sip'
import { expect, test } from '../fixture.ts'
import { applyFaults, clearFaults, FAULT_ERRORS, holdCalls } from '../fault-scenarios/faults.ts'
import { afterRetries } from '../rig/page-clock.ts'
import { changeElsewhere, codecsOn, configurationOn, formOf } from './form.ts'

test.beforeEach(({ open }) => open('/sip/settings'))

test('says that the settings are saved and the codecs are not, and offers only these again (EXPECT-11)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  const form = formOf(page)
  await form.callingTimeout.fill('45')
  await form.tab('Advanced').click()
  await form.codec('G.722').uncheck()
  await applyFaults(rig, { call: 'sip.SetAudioCodecs', fault: 'status', value: 500 })
  await form.save.click()
  await expect(form.half).toBeVisible()
  await expect(form.saved).toHaveCount(0)
  await expect(page.getByText('1 change not saved')).toBeVisible()
  await expect(form.codec('G.722')).not.toBeChecked()
  expect((await configurationOn(rig)).CallingTimeout).toBe(45)
  expect(await codecsOn(rig)).toEqual(['G.722', 'PCMU', 'PCMA'])
  await clearFaults(rig)
  await form.save.click()
  await expect(form.saved).toBeVisible()
  await expect(form.half).toHaveCount(0)
  await expect(form.changed).toHaveCount(0)
  expect(await codecsOn(rig)).toEqual(['PCMU', 'PCMA'])
})

test('a lost answer about the codecs is a success once the device has them (EXPECT-12)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS)
  const form = formOf(page)
  await form.callingTimeout.fill('45')
  await form.tab('Advanced').click()
  await form.codec('G.722').uncheck()
  await applyFaults(rig, { call: 'sip.SetAudioCodecs', fault: 'cut' })
  await form.save.click()
  await expect(form.saved).toBeVisible()
  await expect(form.save).toHaveCount(0)
  await expect(form.half).toHaveCount(0)
  await clearFaults(rig)
  expect(await codecsOn(rig)).toEqual(['PCMU', 'PCMA'])
})

test('reports another administrator’s change instead of overwriting it (EXPECT-21, SIPSET-37)', async ({
  page,
  rig,
}) => {
  const form = formOf(page)
  await form.callingTimeout.fill('45')
  await changeElsewhere(rig, { AnsweringTimeout: 20 })
  await form.save.click()
  await expect(form.changed).toBeVisible()
  expect((await configurationOn(rig)).CallingTimeout).toBe(60)
  await expect(form.callingTimeout).toHaveValue('45')
  await expect(form.answeringTimeout).toHaveValue('20')
  await form.save.click()
  await expect(form.saved).toBeVisible()
  expect(await configurationOn(rig)).toMatchObject({ CallingTimeout: 45, AnsweringTimeout: 20 })
})

test('another administrator’s codecs are not overwritten either (EXPECT-21)', async ({
  page,
  rig,
}) => {
  const form = formOf(page)
  await form.callingTimeout.fill('45')
  const AudioCodec = [{ Name: 'PCMA', SampleRate: 8000 }]
  await rig.root.call(setAudioCodecs, { AudioCodec })
  await form.save.click()
  await expect(form.changed).toBeVisible()
  await form.tab('Advanced').click()
  await expect(form.codec('PCMU')).not.toBeChecked()
  await form.save.click()
  await expect(form.saved).toBeVisible()
  expect(await codecsOn(rig)).toEqual(['PCMA'])
  expect((await configurationOn(rig)).CallingTimeout).toBe(45)
})

test('codecs that change between the two calls of a save are kept (EXPECT-21)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/412/)
  const form = formOf(page)
  await form.callingTimeout.fill('45')
  let interfered = false
  await page.route('**/vapix/call', async (route) => {
    const sets = route.request().postData()?.includes('axcall:SetAudioCodecs') ?? false
    if (sets && !interfered) {
      interfered = true
      await rig.root.call(setAudioCodecs, { AudioCodec: [{ Name: 'PCMA', SampleRate: 8000 }] })
    }
    await route.continue()
  })
  await form.save.click()
  await expect(form.half).toBeVisible()
  expect(interfered).toBe(true)
  expect(await codecsOn(rig)).toEqual(['PCMA'])
  expect((await configurationOn(rig)).CallingTimeout).toBe(45)
})

test.describe('a power cut', () => {
  test.use({ clock: true })

  test('between the two calls of a save leaves the codecs to be saved again (EXPECT-11)', async ({
    page,
    rig,
    expectFailures,
  }) => {
    expectFailures(...FAULT_ERRORS)
    const form = formOf(page)
    await form.callingTimeout.fill('45')
    await form.tab('Advanced').click()
    await form.codec('G.722').uncheck()
    const arrived = await holdCalls(rig, 'sip.SetAudioCodecs')
    await form.save.click()
    await arrived()
    await rig.bench.call(setPower, { action: 'off' })
    await clearFaults(rig)
    await expect(form.save).not.toHaveAttribute('aria-busy', 'true')
    await expect(form.saved).toHaveCount(0)
    await expect(form.codec('G.722')).not.toBeChecked()
    await rig.bench.call(setPower, { action: 'on' })
    await afterRetries(page, async () => {
      await expect(page.getByText(/^(?:Not up to date|No answer)$/)).toBeHidden({ timeout: 2_000 })
    })
    expect((await configurationOn(rig)).CallingTimeout).toBe(45)
    expect(await codecsOn(rig)).toEqual(['G.722', 'PCMU', 'PCMA'])
    await expect(form.codec('G.722')).not.toBeChecked()
    await form.save.click()
    await expect(form.saved).toBeVisible()
    expect(await codecsOn(rig)).toEqual(['PCMU', 'PCMA'])
  })
})

test('open pages follow another administrator, but for what is being typed', async ({
  page,
  rig,
}) => {
  const form = formOf(page)
  await form.callingTimeout.fill('45')
  await changeElsewhere(rig, { CallingTimeout: 30, AnsweringTimeout: 20 })
  await expect(form.answeringTimeout).toHaveValue('20')
  await expect(form.callingTimeout).toHaveValue('45')
})
