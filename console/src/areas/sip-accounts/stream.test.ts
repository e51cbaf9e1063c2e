import type { ParameterName } from '@lintel/contract/parameters/all'
import { expect, test } from 'vitest'
import { camerasOf, FRAME_RATES, resolutionsOf, streamIn } from './stream.ts'

const parameters = (values: Partial<Record<ParameterName, string>>) =>
  new Map(Object.entries(values)) as Map<ParameterName, string>

test('three resolutions are always offered, the others if the device has them (SIPACC-38, SIPACC-39, FIX-22)', () => {
  const always = ['704x576', '352x288', '176x144']
  expect(resolutionsOf(parameters({}), '352x288')).toEqual(always)
  const some = parameters({ 'root.Properties.Image.Resolution': '1920x1080,640x480,1280x720' })
  expect(resolutionsOf(some, '352x288')).toEqual(['1280x720', '640x480', ...always])
  // One that was set by other means can stay.
  expect(resolutionsOf(parameters({}), '800x600')).toEqual(['800x600', ...always])
})

test('the frame rate goes from 1 to 30 (SIPACC-37)', () => {
  expect([FRAME_RATES.length, FRAME_RATES[0], FRAME_RATES.at(-1)]).toEqual([30, '1', '30'])
})

test('the stream is read, with defaults for what is missing (SIPACC-35, SIPACC-36, SIPSET-33)', () => {
  expect(streamIn('fps=12')).toEqual({ resolution: '352x288', frameRate: '12', camera: '1' })
  expect(camerasOf(parameters({ 'root.ImageSource.NbrOfSources': '2' }), '3')).toEqual([
    '3',
    '1',
    '2',
  ])
})
