import { mediaClip, mediaClips } from '@lintel/contract/parameters/media-clips'
import { FACTORY_CLIPS } from '../../engines/sound/factory-clips.ts'
import type { Definition } from '../../state/definition.ts'
import { fixed, group } from '../group.ts'

/** Readable by everybody who may play a clip, because playing it requires its name. */
const RIGHTS = { read: 'viewer', write: 'never' } as const

export function mediaClipGroups(): Definition[] {
  return [
    ...group('MediaClip', mediaClips, RIGHTS, { MaxGroups: fixed(10), MaxUploadSize: fixed(10) }),
    ...FACTORY_CLIPS.flatMap(({ name, location }, index) =>
      group(`MediaClip.M${index}`, mediaClip(index), RIGHTS, {
        Location: location,
        Name: name,
        Type: 'audio',
      }),
    ),
  ]
}
