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

const settingsFor = (query: object) => pictureRequestOf(query, device.parameters)

test('the query overrides the stream profile, which overrides the parameters', () => {
  expect(settingsFor({})).toEqual({ width: 640, height: 360, compression: 30, fps: 15 })
  expect(settingsFor({ streamprofile: 'hall' })).toEqual({
    width: 320,
    height: 240,
    compression: 30,
    fps: 5,
  })
  expect(settingsFor({ streamprofile: 'hall', fps: '10' })).toMatchObject({ width: 320, fps: 10 })
})

test('a frame rate of 0 means as many as possible, in a request, a profile and the parameter', () => {
  expect(settingsFor({ fps: '0' }).fps).toBe(30)
  expect(settingsFor({ streamprofile: 'hall', fps: '0' }).fps).toBe(30)
  device.parameters.set({ 'root.Image.I0.Stream.FPS': 0 })
  expect(settingsFor({}).fps).toBe(30)
})

test.each(['nobody', 'wrong'])('the stream profile %s is refused', (streamprofile) => {
  expect(() => pictureRequestOf({ streamprofile }, device.parameters)).toThrow('Unknown')
})
