import type { Definition } from '../../state/definition.ts'
import { fixed, group, int, text } from '../group.ts'

/** `MaxUploadSize` is in MB. */
export function mediaClips(): Definition[] {
  return group(
    'MediaClip',
    { read: 'operator', write: 'never' },
    {
      MaxGroups: fixed(int(10, 1, 100)),
      MaxUploadSize: fixed(int(10, 1, 100)),
      'M9.Location': text('/etc/audioclips/camera_clicks16k.au'),
      'M9.Name': text('Camera clicks'),
      'M9.Type': text('audio'),
    },
  )
}
