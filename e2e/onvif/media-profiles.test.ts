import { listMediaProfiles } from '@lintel/contract/calls/onvif-profiles'
import { expect, test } from '../fixture.ts'
import { inFrame } from '../pages/parts.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'

needs(listMediaProfiles)

test('a media profile is added, changed and deleted in its frame (ONVIF-04)', async ({
  page,
  open,
  rig,
}) => {
  const stored = async () => (await rig.root.call(listMediaProfiles, {})).profiles
  await open('/onvif/media-profiles')
  const frame = inFrame(page)
  await frame.getByRole('button', { name: 'Add profile' }).click()
  await frame.getByLabel('Name', { exact: true }).fill('Wall')
  await frame.getByLabel('Resolution').selectOption('320x240')
  await frame.getByLabel('Frames per second').fill('5')
  await expectAccessible(page)
  await frame.getByRole('button', { name: 'Add profile' }).click()
  await expect(frame.getByRole('row', { name: /Wall/ })).toContainText('320 × 240')
  expect((await stored())[1]).toMatchObject({
    name: 'Wall',
    encoder: { resolution: '320x240', fps: 5 },
  })

  await frame.getByRole('button', { name: 'Edit Wall' }).click()
  await frame.getByLabel('Video encoder').uncheck()
  await expect(frame.getByLabel('Resolution')).toHaveCount(0)
  await frame.getByRole('button', { name: 'Save' }).click()
  await expect(frame.getByRole('row', { name: /Wall/ })).toContainText('No stream')

  await frame.getByRole('button', { name: 'Edit Wall' }).click()
  await frame.getByRole('button', { name: 'Delete profile' }).click()
  await frame.getByRole('alertdialog').getByRole('button', { name: 'Delete profile' }).click()
  await expect(frame.getByRole('row', { name: /Wall/ })).toHaveCount(0)
  expect((await stored()).map(({ name }) => name)).toEqual(['Default'])
})
