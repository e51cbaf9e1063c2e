import type { AnswerOf } from '@lintel/contract/call'
import type { getAudioPeers } from '@lintel/contract/calls/audio'
import type { AudioPeer } from '@lintel/contract/wire'
import type { Device } from '../../device.ts'
import type { Member } from '../../engines/audio-site/audio-site.ts'

type Peer = AnswerOf<typeof getAudioPeers>['Peer'][number]

const GAIN = 'root.AudioSource.A0.OutputGain'

/** This device as an audio peer. */
export function ownPeer(
  { product, plugged, parameters }: Pick<Device, 'product' | 'plugged' | 'parameters'>,
  leader: boolean,
): Peer {
  const { get } = parameters
  const [gain] = parameters.describe([GAIN], ['admin'])
  const range = gain?.type.kind === 'enum' ? gain.type.entries.map(({ value }) => value) : []
  return {
    Configuration: {
      Id: plugged.serial,
      Name: get('root.Network.Bonjour.FriendlyName'),
      Address: {
        IPAddress: get('root.Network.eth0.IPAddress'),
        MAC: get('root.Network.eth0.MACAddress'),
      },
      Leader: leader,
      Credentials: { User: '', Password: null },
      OutputGain: [{ Name: 'A0', Value: get(GAIN) }],
    },
    MetaData: { Type: product.number },
    ConnectionStatus: 'Online',
    OutputGainDefinitions: [{ Name: 'A0', Range: range }],
  }
}

/**
 * Another device on the network. Its gains are not listed, because they can't be set from here yet.
 * A member of the site has the account with which this device signs in there.
 */
export const otherPeer = (peer: AudioPeer | Member): Peer => ({
  Configuration: {
    Id: 'id' in peer ? peer.id : peer.mac.replaceAll(':', ''),
    Name: peer.name,
    Address: { IPAddress: peer.address, MAC: peer.mac },
    Leader: peer.leader,
    Credentials: { User: 'user' in peer ? peer.user : '', Password: null },
    OutputGain: [],
  },
  MetaData: { Type: peer.type },
  ConnectionStatus: peer.status,
  OutputGainDefinitions: [],
})
