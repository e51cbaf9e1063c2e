import { expect, onTestFinished, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import { openPhotographer } from './photographer.ts'

test('a picture that the camera has not delivered yet is given up with the device', async () => {
  const device = await openTestDevice([])
  onTestFinished(() => device.close())
  const { parameters, camera } = device
  const stored: unknown[] = []
  const photographer = openPhotographer({
    clock: { now: () => 0 },
    parameters,
    camera: { ...(camera ?? expect.fail('no camera')), watch: () => () => {} },
    pictures: { store: async (jpeg) => String(stored.push(jpeg)) },
  })
  const kept = photographer.keep()
  photographer.close()
  await expect(kept).rejects.toBe(photographer.closed.reason)
  expect(stored).toEqual([])
})
