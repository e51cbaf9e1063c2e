import { image, imageSource, streamProfiles } from '@lintel/contract/parameters/camera'
import type { Definition } from '../../state/definition.ts'
import { MAX_STREAM_PROFILES } from '../dynamic-groups.ts'
import { fixed, group } from '../group.ts'

export function cameraGroups(): Definition[] {
  return [
    ...group(
      'Image',
      image,
      { read: 'viewer', write: 'operator' },
      {
        NbrOfConfigs: fixed('1'),
        'I0.Enabled': true,
        'I0.Name': 'View Area 1',
        'I0.Source': fixed('0'),
        'I0.Appearance.Compression': 30,
        'I0.Appearance.MirrorEnabled': false,
        // The sensor is 16:9.
        'I0.Appearance.Resolution': '640x360',
        'I0.Appearance.Rotation': '0',
        'I0.Stream.FPS': 15,
        'I0.Text.ClockEnabled': true,
        'I0.Text.DateEnabled': true,
        'I0.Text.Position': 'top',
        'I0.Text.String': '',
        'I0.Text.TextEnabled': true,
      },
    ),
    ...group(
      'ImageSource',
      imageSource,
      { read: 'operator', write: 'admin' },
      {
        NbrOfSources: fixed('1'),
        'I0.Name': 'Camera',
        'I0.Sensor.Brightness': 50,
        'I0.Sensor.ColorLevel': 50,
        'I0.Sensor.Contrast': 50,
        'I0.Sensor.PowerLineFrequency': '50Hz',
      },
    ),
  ]
}

/** The profiles themselves are added by people. */
export const streamProfilesGroup = (): Definition[] =>
  group(
    'StreamProfile',
    streamProfiles,
    { read: 'viewer', write: 'never' },
    { MaxGroups: MAX_STREAM_PROFILES },
  )
