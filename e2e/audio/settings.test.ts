/** The audio settings, on the device that they set. */
import { setMicrophone, setWorld } from '@lintel/contract/bench'
import { getSpeakerTestReport } from '@lintel/contract/calls/audio'
import { updateParameters } from '@lintel/contract/calls/parameters'
import type { Page } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'
import { parameter, saveButton } from '../pages/parts.ts'
import { expectAccessible } from '../rig/accessible.ts'

const meter = (page: Page) => page.getByRole('meter', { name: 'Sound level' })
const level = async (page: Page) => Number(await meter(page).getAttribute('aria-valuenow'))
const saved = (page: Page) => page.getByText('The audio settings are saved.')

test('the meter shows what the microphone hears, and the gain that is saved changes it (AUDIO-04, AUDIO-12)', async ({
  page,
  open,
  rig,
}) => {
  await rig.bench.call(setMicrophone, {
    microphone: { kind: 'tone', hertz: 440, level: 0.1 },
  })
  await rig.root.call(updateParameters, { 'root.AudioSource.A0.NoiseCancellation': 'no' })
  await open('/audio/input')
  // A tone of a tenth of the full amplitude has 7 % of it as its level.
  await expect.poll(() => level(page)).toBe(7)
  await expectAccessible(page)
  await page.getByRole('slider', { name: 'Input gain' }).press('End')
  await saveButton(page).click()
  await expect(saved(page)).toBeVisible()
  expect(await parameter(rig, 'root.AudioSource.A0.InputGain')).toBe('12')
  await expect.poll(() => level(page)).toBe(28)
  await page.getByLabel('Mute: Input gain').check()
  await expect(page.getByText(/does not fit the input and output/)).toBeVisible()
  await saveButton(page).click()
  await expect.poll(() => level(page)).toBe(0)
})

test('audio that is switched off is a message with its status, and the level comes back (AUDIO-16, AUDIO-17)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/405/)
  await open('/audio')
  await page.getByRole('switch', { name: 'Allow audio' }).uncheck()
  await saveButton(page).click()
  await expect(saved(page)).toBeVisible()
  expect(await parameter(rig, 'root.Audio.A0.Enabled')).toBe('no')
  await page.getByRole('link', { name: 'Input', exact: true }).click()
  const message = page.getByRole('alert').filter({ hasText: '(405)' })
  await expect(message).toBeVisible()
  await rig.root.call(updateParameters, { 'root.Audio.A0.Enabled': 'yes' })
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('button', { name: 'Try again' })
    .click()
  await expect(meter(page)).toBeVisible()
  await expect(message).toHaveCount(0)
})

test('the tabs save the duplex mode and the gains, and say what does not fit (AUDIO-01, AUDIO-02, AUDIO-03)', async ({
  page,
  open,
  rig,
}) => {
  await open('/audio')
  await page.getByRole('radio', { name: 'Microphone only' }).check()
  await saveButton(page).click()
  await expect(saved(page)).toBeVisible()
  expect(await parameter(rig, 'root.Audio.DuplexMode')).toBe('get')
  await page.getByRole('link', { name: 'Output', exact: true }).click()
  await expect(page).toHaveURL(at('/audio/output'))
  await expect(page.getByText('Duplex mode: Microphone only.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('slider', { name: 'Output gain' }).press('Home')
  await saveButton(page).click()
  // The toast of the first save may still be there.
  await expect.poll(() => parameter(rig, 'root.AudioSource.A0.OutputGain')).toBe('-72')
  await expect(saved(page)).toBeVisible()
})

test('the speaker is calibrated and tested by its sound (SPEAKER-01, SPEAKER-03, SPEAKER-05)', async ({
  page,
  open,
  rig,
}) => {
  await open('/audio')
  const calibrate = page.getByRole('button', { name: 'Calibrate speaker' })
  const trial = page.getByRole('button', { name: 'Test speaker' })
  await expect(page.getByText('The speaker has not been calibrated.')).toBeVisible()
  await expect(trial).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await calibrate.click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByText('The speaker is calibrated.')).toBeVisible({ timeout: 15_000 })
  await trial.click()
  await expect(page.getByText('The speaker sounds as it did')).toBeVisible({ timeout: 15_000 })
  const { SpeakerTestReport } = await rig.root.call(getSpeakerTestReport, {})
  expect(SpeakerTestReport.SpeakerTestStatus).toBe('OK')
  await rig.bench.call(setWorld, { speaker: 'muffled' })
  await trial.click()
  await expect(page.getByText('The speaker test failed.')).toBeVisible({ timeout: 15_000 })
})
