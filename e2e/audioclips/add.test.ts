/** Clips from a file and from the microphone, heard on the device. */
import { advanceClock } from '@lintel/contract/bench'
import { getPlaying } from '@lintel/contract/calls/audio'
import { expect, test } from '../fixture.ts'
import { PASSWORD, ROOT } from '../rig/accounts.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { digestFetch } from '../rig/digest.ts'
import { needs } from '../rig/firmware.ts'
import { clipNames, toneFile, uploadTone } from './clips.ts'

test('a file becomes a clip that is drawn, played, linked to, downloaded and deleted (CLIPS-01, CLIPS-04, CLIPS-12)', async ({
  page,
  open,
  rig,
}) => {
  needs(getPlaying)
  await open('/audioclips')
  await page.getByRole('button', { name: 'Add clip' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  const file = { name: 'Gate is open.wav', mimeType: 'audio/wav', buffer: toneFile() }
  await dialog.locator('input[type="file"]').setInputFiles(file)
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Gate is open')
  await dialog.getByRole('button', { name: 'Add clip' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await clipNames(rig)).toContain('Gate is open')
  const row = page.getByRole('row').filter({ hasText: 'Gate is open' })
  await expect(row.locator('svg path').first()).toBeVisible()
  await expectAccessible(page)

  await row.getByRole('button', { name: 'Play Gate is open' }).click()
  await row.getByRole('button', { name: 'Stop Gate is open' }).click()
  await expect(row.getByRole('button', { name: 'Play Gate is open' })).toBeVisible()
  expect((await rig.root.call(getPlaying, {})).sound).toBeNull()

  await row.getByRole('button', { name: 'Link to Gate is open' }).click()
  await dialog.getByLabel('Number of times').fill('600')
  const link = await dialog.getByText('/axis-cgi/playclip.cgi?').textContent()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  // As another device does: no cookie, a username and password.
  const requested = await digestFetch(ROOT, PASSWORD)(link ?? '')
  expect([requested.status, await requested.text()]).toEqual([200, 'OK\n'])
  expect((await rig.root.call(getPlaying, {})).sound).toMatchObject({ plays: 600, volume: 100 })
  // It ends after five minutes, whoever plays it.
  await rig.bench.call(advanceClock, { milliseconds: 300_000 })
  await expect(row.getByRole('button', { name: 'Play Gate is open' })).toBeVisible()

  const arriving = page.waitForEvent('download')
  await row.getByRole('link', { name: 'Download Gate is open' }).click()
  expect((await arriving).suggestedFilename()).toBe('Gate is open.wav')

  await row.getByRole('button', { name: 'Delete Gate is open' }).click()
  await page.getByRole('button', { name: 'Delete clip' }).click()
  await expect(row).toHaveCount(0)
  expect(await clipNames(rig)).not.toContain('Gate is open')
})

test('in a narrow window, all that is not playing is in a menu beside it', async ({
  page,
  open,
  rig,
}) => {
  await uploadTone(rig, 'Gate is open')
  await page.setViewportSize({ width: 390, height: 700 })
  await open('/audioclips')
  const row = page.getByRole('row').filter({ hasText: 'Gate is open' })
  await expect(row.getByRole('button', { name: 'Play Gate is open' })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Rename Gate is open' })).toHaveCount(0)
  const more = row.getByRole('button', { name: 'More actions for Gate is open' })
  await more.press('Enter')
  await expectAccessible(page)
  await expect(row.getByRole('link', { name: 'Download Gate is open' })).toBeInViewport()
  const rename = row.getByRole('button', { name: 'Rename Gate is open' })
  await rename.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Gate is shut')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Gate is shut' })).toBeVisible()
  expect(await clipNames(rig)).toContain('Gate is shut')
  await expect(page.getByRole('button', { name: 'More actions for Gate is shut' })).toBeFocused()
})

test('what the microphone records becomes a clip, as the device’s pages let the browser (OPEN-98, AUDIO-19)', async ({
  page,
  open,
  rig,
}) => {
  await open('/audioclips')
  await page.getByRole('button', { name: 'Add clip' }).click()
  const dialog = page.getByRole('dialog')
  // A tone of the browser's own stands for the microphone, which this computer need not have.
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => {
      const context = new AudioContext()
      const tone = context.createOscillator()
      const sink = context.createMediaStreamDestination()
      tone.connect(sink)
      tone.start()
      return Promise.resolve(sink.stream)
    }
  })
  expect(
    await page.evaluate(() =>
      (
        document as unknown as { featurePolicy: { allowsFeature(name: string): boolean } }
      ).featurePolicy.allowsFeature('microphone'),
    ),
  ).toBe(true)
  await dialog.getByLabel('Recording', { exact: true }).first().check()
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(dialog.getByText('1 of 60 seconds')).toBeVisible()
  await dialog.getByRole('button', { name: 'Stop recording' }).click()
  await expect(dialog.locator('audio')).toBeVisible()
  // The page may play what it has recorded.
  await expect
    .poll(() => dialog.locator('audio').evaluate((audio: HTMLAudioElement) => audio.duration))
    .toBeGreaterThan(0)
  await dialog.getByLabel('Name', { exact: true }).fill('Announcement')
  await dialog.getByRole('button', { name: 'Add clip' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await clipNames(rig)).toContain('Announcement')
})
