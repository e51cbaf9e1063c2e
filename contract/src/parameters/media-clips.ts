import { clipName } from '../rules/clips.ts'
import { text, whole } from './codec.ts'
import { group } from './group.ts'

/** `MaxUploadSize` is in MB. */
export const mediaClips = group('MediaClip', {
  MaxGroups: whole(1, 100),
  MaxUploadSize: whole(1, 100),
})

export const mediaClip = (index: number) =>
  group(`MediaClip.M${index}`, { Location: text(), Name: text(255, clipName), Type: text() })
