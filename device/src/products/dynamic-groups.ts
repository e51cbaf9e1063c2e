import type { DynamicGroup } from '../state/dynamic-groups.ts'
import { group, text } from './group.ts'

/** As many stream profiles as there may be (`root.StreamProfile.MaxGroups`). */
export const MAX_STREAM_PROFILES = 26

/** Groups whose members people add. Source: the public parameter interface, "Dynamic parameters". */
export const DYNAMIC_GROUPS: readonly DynamicGroup[] = [
  {
    template: 'streamprofile',
    parent: 'root.StreamProfile',
    max: MAX_STREAM_PROFILES,
    manage: 'operator',
    definitions: (member) =>
      group(
        member,
        { read: 'viewer', write: 'operator' },
        { Description: text('', 255), Name: text('', 64), Parameters: text('', 1024) },
      ),
  },
]
