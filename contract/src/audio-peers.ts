import type { AnswerOf } from './call.ts'
import type { getAudioPeers } from './calls/audio.ts'

export type AudioPeerEntry = AnswerOf<typeof getAudioPeers>['Peer'][number]

/** A device's place among the audio devices of its network. */
export interface AudioRole {
  /** Its own entry; undefined when the list only has others. */
  own: AudioPeerEntry | undefined
  /** Whether it leads an audio site or follows a leader; neither when it stands alone. */
  leader: boolean
  follower: boolean
  /** Its followers, when it leads. */
  followers: AudioPeerEntry[]
  /** Its leader, when it follows. */
  follows: AudioPeerEntry | undefined
  /** The members of its site, its leader first; empty when it stands alone. */
  members: AudioPeerEntry[]
}

/**
 * Finds a device's place in its list of peers. Devices of another peer network are not part of it.
 * Source: console specification A §3 "Device overview".
 * @param serial the device's own serial number, which is its address without colons
 */
export function audioRoleOf(
  peers: readonly AudioPeerEntry[],
  serial: string | undefined,
): AudioRole {
  const own = serial === undefined ? undefined : peers.find((peer) => isOwn(peer, serial))
  const others = peers.filter(
    (peer) => peer !== own && peer.ConnectionStatus !== 'InOtherPeerNetwork',
  )
  const leader = own?.Configuration.Leader ?? false
  const follows = leader ? undefined : others.find(({ Configuration }) => Configuration.Leader)
  const followers = leader ? others.filter(({ Configuration }) => !Configuration.Leader) : []
  const first = leader ? own : follows
  const rest = leader ? followers : others.filter(({ Configuration }) => !Configuration.Leader)
  const mine = !leader && own ? [own] : []
  return {
    own,
    leader,
    follower: follows !== undefined,
    followers,
    follows,
    members: first ? [first, ...mine, ...rest] : [],
  }
}

/** The digits of a MAC address or an id. */
const bare = (text: string) => text.replaceAll(/[:-]/g, '').toUpperCase()

function isOwn({ Configuration: { Id, Address } }: AudioPeerEntry, serial: string): boolean {
  return bare(Address.MAC) === serial || bare(Id) === serial
}
