import type { AnswerOf } from './call.ts'
import type { getAudioPeers } from './calls/audio.ts'

export type AudioPeerEntry = AnswerOf<typeof getAudioPeers>['Peer'][number]

/** How an audio device stands among the others of its network. */
export interface AudioStanding {
  /** Its own entry; undefined when it tells of others only. */
  own: AudioPeerEntry | undefined
  /** Whether it leads an audio site, or follows the leader of one; neither when it stands alone. */
  leader: boolean
  follower: boolean
  /** Who follows it, when it leads. */
  followers: AudioPeerEntry[]
  /** Whom it follows. */
  follows: AudioPeerEntry | undefined
  /** The members of its site, its leader first; empty when it stands alone. */
  members: AudioPeerEntry[]
}

/**
 * What the peers of a device tell of its place. Devices of another peer network are none of its own.
 * Source: console specification A §3 "Device overview".
 * @param serial the device's own serial number, which is its address without colons
 */
export function standingOf(
  peers: readonly AudioPeerEntry[],
  serial: string | undefined,
): AudioStanding {
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
