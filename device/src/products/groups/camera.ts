import type { Definition } from '../../state/definition.ts'
import { bool, group, int, oneOf, text } from '../group.ts'
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
        'I0.Appearance.Resolution': oneOf('640x480', RESOLUTIONS),
        'I0.Stream.FPS': int(15, 1, 30),
      },
    ),
    ...group(
      'ImageSource',
      { read: 'operator', write: 'admin' },
      {
        NbrOfSources: { ...text('1'), write: 'never' },
        'I0.Name': text('Camera', 64),
        'I0.Sensor.PowerLineFrequency': oneOf('50Hz', ['50Hz', '60Hz']),
      },
    ),
  ]
}
