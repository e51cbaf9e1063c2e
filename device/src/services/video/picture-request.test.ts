import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { pictureRequestOf } from './picture-request.ts'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([])
  for (const [name, settings] of [
    ['hall', 'videocodec=h264&resolution=320x240&fps=5'],
    ['wrong', 'resolution=7x7'],
  ] as const) {
    const values = {
      'root.StreamProfile.S.Name': name,
      'root.StreamProfile.S.Parameters': settings,
    }
    device.parameters.add('streamprofile', 'root.StreamProfile', values, ['operator'])
  }
})
afterEach(() => device.close())

test('the query overrides the stream profile, which overrides the parameters', () => {
  const settingsFor = (query: object) => pictureRequestOf(query, device.parameters)
  expect(settingsFor({})).toEqual({ width: 640, height: 480, compression: 30, fps: 15 })
  expect(settingsFor({ streamprofile: 'hall' })).toEqual({
    width: 320,
    height: 240,
    compression: 30,
    fps: 5,
  })
  expect(settingsFor({ streamprofile: 'hall', fps: '10' })).toMatchObject({ width: 320, fps: 10 })
})

test.each(['nobody', 'wrong'])('the stream profile %s is refused', (streamprofile) => {
  expect(() => pictureRequestOf({ streamprofile }, device.parameters)).toThrow('Unknown')
})
