import type { Definition } from '../../state/definition.ts'
import { bool, group, int, oneOf, text } from '../group.ts'
import { MAX_STREAM_PROFILES } from '../dynamic-groups.ts'
import { RESOLUTIONS } from './properties.ts'

/** The camera: what it sends unless a call says otherwise, and how its sensor is set. */
export function camera(): Definition[] {
  return [
    ...group(
      'Image',
      { read: 'viewer', write: 'operator' },
      {
        NbrOfConfigs: { ...text('1'), write: 'never' },
        'I0.Enabled': bool('yes'),
        'I0.Name': text('View Area 1', 64),
        'I0.Source': { ...text('0'), write: 'never' },
        'I0.Appearance.Compression': int(30, 0, 100),
        'I0.Appearance.MirrorEnabled': bool('no'),
        'I0.Appearance.Resolution': oneOf('640x480', RESOLUTIONS),
        'I0.Appearance.Rotation': oneOf('0', ['0', '180']),
        'I0.Stream.FPS': int(15, 1, 30),
      },
    ),
    ...group(
      'ImageSource',
      { read: 'operator', write: 'admin' },
      {
        NbrOfSources: { ...text('1'), write: 'never' },
        'I0.Name': text('Camera', 64),
        'I0.Sensor.Brightness': int(50, 0, 100),
        'I0.Sensor.ColorLevel': int(50, 0, 100),
        'I0.Sensor.Contrast': int(50, 0, 100),
        'I0.Sensor.PowerLineFrequency': oneOf('50Hz', ['50Hz', '60Hz']),
      },
    ),
  ]
}

/** How many named sets of wishes for the picture there may be; people add them. */
export const streamProfiles = (): Definition[] =>
  group(
    'StreamProfile',
    { read: 'viewer', write: 'never' },
    { MaxGroups: int(MAX_STREAM_PROFILES, 1, 100) },
  )
