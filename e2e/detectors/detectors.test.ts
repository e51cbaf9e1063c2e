/** The alarm level over what the microphone hears, a covered camera, and a knock on the housing. */
import { advanceClock, getBench, knock, setMicrophone, setWorld } from '@lintel/contract/bench'
import { expect, test } from '../fixture.ts'
import { parameter } from '../pages/parts.ts'
import { ROOT, PASSWORD } from '../rig/accounts.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { digestFetch } from '../rig/digest.ts'
import type { Rig } from '../rig/rig.ts'

test.use({ person: 'operator' })

/** The XML that one of the device's calls about shocks answers. */
async function askShocks(rig: Rig, call: string): Promise<string> {
  const address = `${rig.addresses.http}/axis-cgi/shockdetection/${call}.cgi?schemaversion=1`
  return (await digestFetch(ROOT, PASSWORD)(address)).text()
}

/** What the device has told of its detectors. */
async function detected(rig: Rig): Promise<string[]> {
  const { happened } = await rig.bench.call(getBench, {})
  return happened.map(({ id }) => id).filter((id) => id.startsWith('detected.'))
}

test('an operator sets the alarm level by the live level, and the device tells of sound, darkness and shocks (DETECT-01, DETECT-03, DETECT-04)', async ({
  page,
  open,
  rig,
}) => {
  // A test before this one may have left a tone.
  await rig.bench.call(setMicrophone, { microphone: { kind: 'silence' } })
  await open('/detectors')
  const meter = page.getByRole('meter')
  await expect(meter).toHaveAttribute('aria-valuenow', '0')
  await rig.bench.call(setMicrophone, { microphone: { kind: 'tone', hertz: 440, level: 0.8 } })
  await expect
    .poll(async () => Number(await meter.getAttribute('aria-valuenow')))
    .toBeGreaterThan(20)
  await expectAccessible(page)
  await page.getByLabel('Alarm level').fill('10')
  await expect(page.getByText(', above the alarm level')).toBeVisible()
  await page.getByLabel('Detect shocks').check()
  await page.getByLabel('Sensitivity').fill('70')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The detectors are saved.')).toBeVisible()
  expect(await parameter(rig, 'root.AudioSource.A0.AlarmLevel')).toBe('10')
  expect(await askShocks(rig, 'getenabled')).toContain('<Enabled>true</Enabled>')
  expect(await askShocks(rig, 'getsensitivitylevel')).toContain('<Level>70</Level>')

  await expect.poll(() => detected(rig)).toEqual(['detected.sound'])
  await rig.bench.call(setMicrophone, { microphone: { kind: 'silence' } })
  await rig.bench.call(knock, { force: 29 })
  await rig.bench.call(knock, { force: 30 })
  await expect.poll(() => detected(rig)).toContain('detected.shock')
  await rig.bench.call(setWorld, { cameraCovered: true })
  await expect
    .poll(async () => {
      await rig.bench.call(advanceClock, { milliseconds: 21_000 })
      return detected(rig)
    })
    .toContain('detected.dark')
  // It lasts, but is told of once.
  await rig.bench.call(advanceClock, { milliseconds: 21_000 })
  await expect
    .poll(async () => (await detected(rig)).toSorted())
    .toEqual(['detected.dark', 'detected.shock', 'detected.silence', 'detected.sound'])
})
