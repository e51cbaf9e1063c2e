import { expect, test } from 'vitest'
import { changesBetween, fpsProblem, resolutionsIn, settingsIn, settingsOn } from './settings.ts'

const VALUES = new Map([
  ['root.Image.I0.Appearance.Resolution', '640x480'],
  ['root.Image.I0.Appearance.Compression', '30'],
  ['root.Image.I0.Appearance.MirrorEnabled', 'yes'],
  ['root.Image.I0.Stream.FPS', '15'],
])

test('settings are read from the parameters, and those that the device doesn’t send are absent', () => {
  expect(settingsIn(VALUES)).toMatchObject({ resolution: '640x480', mirror: true, brightness: '0' })
  expect([...settingsOn(VALUES)].toSorted()).toEqual(['compression', 'fps', 'mirror', 'resolution'])
})

test('only changes are written, by the parameters’ names', () => {
  const before = settingsIn(VALUES)
  expect(changesBetween(before, before)).toEqual({})
  expect(changesBetween(before, { ...before, mirror: false, fps: ' 20 ' })).toEqual({
    'root.Image.I0.Appearance.MirrorEnabled': 'no',
    'root.Image.I0.Stream.FPS': '20',
  })
})

test('the current resolution stays available even when the list lacks it', () => {
  expect(resolutionsIn('1280x720, 640x480', '640x480')).toEqual(['1280x720', '640x480'])
  expect(resolutionsIn('1280x720,bad', '800x600')).toEqual(['800x600', '1280x720'])
  expect(resolutionsIn(undefined, '')).toEqual([])
})

test('the frame rate is a whole number from 0 to 30', () => {
  expect(['0', ' 30 '].map(fpsProblem)).toEqual([undefined, undefined])
  for (const wrong of ['', '31', '1.5', '-1', 'x', '1e1']) {
    expect(fpsProblem(wrong)?.id).toBe('cameraSettings.fpsRange')
  }
})
