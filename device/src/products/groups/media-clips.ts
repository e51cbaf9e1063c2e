import { FACTORY_CLIPS } from '../../engines/sound/factory-clips.ts'
import type { Definition } from '../../state/definition.ts'
import { fixed, group, int, nested, text } from '../group.ts'

/** `MaxUploadSize` is in MB. */
export function mediaClips(): Definition[] {
  const clips = FACTORY_CLIPS.map(({ name, location }, number) =>
    nested(`M${number}`, { Location: text(location), Name: text(name), Type: text('audio') }),
  )
  return group(
    'MediaClip',
    // Whoever may play a clip has to know its name.
    { read: 'viewer', write: 'never' },
    Object.assign(
      { MaxGroups: fixed(int(10, 1, 100)), MaxUploadSize: fixed(int(10, 1, 100)) },
      ...clips,
    ),
  )
}
