import { streamProfile } from '@lintel/contract/parameters/camera'
import { FACTORY_CLIPS } from '../engines/sound/factory-clips.ts'
import type { DynamicGroup } from '../state/dynamic-groups.ts'
import { group } from './group.ts'
import { clipParameters, MAX_CLIPS } from './groups/media-clips.ts'

/** The maximum number of stream profiles (`root.StreamProfile.MaxGroups`). */
export const MAX_STREAM_PROFILES = 26

/**
 * Groups whose members people add. Source: the public parameter interface, "Dynamic parameters".
 */
export const DYNAMIC_GROUPS: readonly DynamicGroup[] = [
  {
    template: 'streamprofile',
    parent: 'root.StreamProfile',
    max: MAX_STREAM_PROFILES,
    manage: 'operator',
    definitions: (index) =>
      group(
        `StreamProfile.S${index}`,
        streamProfile(index),
        { read: 'viewer', write: 'operator' },
        { Description: '', Name: '', Parameters: '' },
      ),
  },
  {
    template: 'mediaclip',
    parent: 'root.MediaClip',
    first: FACTORY_CLIPS.length,
    max: MAX_CLIPS,
    // They come and go with their files (`state/clips.ts`).
    manage: 'never',
    definitions: (index) => clipParameters(index, '', ''),
  },
]
