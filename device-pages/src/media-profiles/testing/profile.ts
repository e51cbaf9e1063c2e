import type { MediaProfileRow } from '@lintel/contract/calls/onvif-profiles'

/** A media profile with a picture. */
export const WALL: MediaProfileRow = {
  token: 'profile_2',
  version: 'v1',
  name: 'Wall',
  video: true,
  events: false,
  encoder: { resolution: '640x360', compression: 30, fps: 15 },
  sharedWith: [],
}
