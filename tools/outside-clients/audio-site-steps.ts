/** The life of an audio site: it is founded, another device follows and leaves it, and it ends. */
import * as audio from '@lintel/contract/calls/audio'
import * as followers from '@lintel/contract/calls/audio-followers'
import { PLUGGED } from '../../device/src/testing/plugged.ts'
import { ROOT } from './station.ts'
import type { Step } from './station.ts'

/** The serial number of the leader, because a device doesn't follow itself. */
export const SPEAKER = 'ACCC8E000008'

/** A leader that the device itself follows afterwards. */
const HALL = {
  id: 'ACCC8E000009',
  name: 'Hall',
  mac: 'AC:CC:8E:00:00:09',
  type: 'C1410',
  address: '127.0.0.1:8080',
}

/** @param follower the address, with its port, of a device with the usual serial number */
export const audioSiteSteps = (follower: string): Step[] => [
  { call: audio.saveAudioSite, json: { name: 'North wing' }, find: /North wing/ },
  { call: audio.getAudioSite, find: /North wing/ },
  { call: audio.getAudioSiteGroups, find: /^\[/ },
  {
    call: followers.addFollower,
    json: { address: follower, secure: false, ...ROOT },
    find: /"result":"added"/,
  },
  {
    call: followers.removeFollower,
    path: followers.removeFollower.path.replace('{id}', PLUGGED.serial),
    method: 'DELETE',
    find: /"told":true/,
  },
  { call: audio.removeAudioSite, method: 'DELETE' },
  {
    call: followers.audioMembership,
    json: { wanted: 'join', site: { id: 'a', name: 'Hall' }, leader: HALL, followers: [] },
    find: /"result":"member"/,
  },
  { call: followers.leaveAudioSite, method: 'DELETE' },
]
