import { mediaClip, mediaClips } from '@lintel/contract/parameters/media-clips'
import { FACTORY_CLIPS } from '../../engines/sound/factory-clips.ts'
import type { Definition } from '../../state/definition.ts'
import { fixed, group } from '../group.ts'

/** Readable by everybody who may play a clip, because playing it requires its name. */
const RIGHTS = { read: 'viewer', write: 'never' } as const

/** How many clips a device holds, the preinstalled ones included. */
export const MAX_CLIPS = 10

export function mediaClipGroups(): Definition[] {
  return [
    ...group('MediaClip', mediaClips, RIGHTS, {
      MaxGroups: fixed(MAX_CLIPS),
      MaxUploadSize: fixed(10),
    }),
    ...FACTORY_CLIPS.flatMap(({ name, location }, index) => clipParameters(index, name, location)),
  ]
}

/** The parameters of one clip. Where its file is, only the device itself says. */
export const clipParameters = (index: number, name: string, location: string): Definition[] =>
  group(`MediaClip.M${index}`, mediaClip(index), RIGHTS, {
    Location: location,
    Name: { value: { factory: () => name }, write: 'operator' },
    Type: 'audio',
  })
