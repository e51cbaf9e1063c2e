import type { MediaProfileRow } from '@lintel/contract/calls/onvif-profiles'
import { expect, test } from 'vitest'
import { checkProfile, has, newProfile, requestOf, valuesOf } from './values.ts'

const ROW: MediaProfileRow = {
  token: 'profile_1',
  version: 'v1',
  name: 'Default',
  video: true,
  events: false,
  encoder: { resolution: '640x360', compression: 30, fps: 15 },
  sharedWith: [],
}

test('a profile is sent with the version that was seen, and without an encoder if it has none (ONVIF-04)', () => {
  const values = valuesOf(ROW, '1280x720')
  expect(requestOf(values, ROW)).toEqual({
    token: 'profile_1',
    version: 'v1',
    name: 'Default',
    video: true,
    events: false,
    encoder: { resolution: '640x360', compression: 30, fps: 15 },
  })
  expect(requestOf({ ...values, name: ' Gate ', encoded: false }, undefined)).toEqual({
    name: 'Gate',
    video: true,
    events: false,
  })
  expect(has(ROW, values)).toBe(true)
  expect(has(ROW, { ...values, fps: '10' })).toBe(false)
})

test('a name is required and not taken; the frame rate counts only with an encoder', () => {
  const values = newProfile('640x360')
  const idOf = (typed: Partial<typeof values>) =>
    Object.values(checkProfile({ ...values, name: 'Gate', ...typed }, [ROW]).errors).map(
      (found) => found?.id,
    )
  expect(idOf({})).toEqual([undefined, undefined])
  expect(idOf({ name: ' ' })).toEqual(['validation.errorRequired', undefined])
  expect(idOf({ name: 'Default' })).toEqual(['mediaProfiles.nameIsTaken', undefined])
  expect(idOf({ fps: '31' })).toEqual([undefined, 'cameraSettings.fpsRange'])
  expect(idOf({ fps: '31', encoded: false })).toEqual([undefined, undefined])
})
