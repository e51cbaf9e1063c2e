import {
  getAudioPeers,
  getAudioSite,
  getAudioSiteGroups,
  removeAudioSite,
  saveAudioSite,
} from '@lintel/contract/calls/audio'
import { Refusal } from '@lintel/contract/fault'
import type { AudioPeer } from '@lintel/contract/wire'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { Service } from '../service.ts'
import { versionOf } from '../version-of.ts'
import { otherPeer, ownPeer } from './peers.ts'
import { noSite, openAudioSite } from './site.ts'
import type { Site } from './site.ts'

/** Whether another device leads this one's site. */
const leads = ({ leader, status }: AudioPeer) => leader && status !== 'InOtherPeerNetwork'

const siteAnswer = ({ id, name }: Site) => ({ site: { id, name, leader: true } })

/**
 * Audio peers and audio site. Source: console specification A §7 "Audio site", B §7
 * "Audio".
 */
export const audioService: Service = (device) => {
  const { events, wire, plugged, database } = device
  const site = openAudioSite(device)
  let { peers } = plugged.world

  function changed(): void {
    events.changed('audio')
  }

  const unsubscribe = wire.on('world', ({ world }) => {
    if (JSON.stringify(world.peers) === JSON.stringify(peers)) return
    peers = world.peers
    changed()
  })
  database.onRestored(changed)

  return {
    calls: [
      serve(getAudioPeers, () => ({
        Peer: [ownPeer(device, site.get() !== undefined), ...peers.map(otherPeer)],
      })),
      serve(getAudioSite, (_, context) => {
        const current = site.get()
        if (!current) throw noSite()
        context.version(versionOf(current))
        return siteAnswer(current)
      }),
      serve(getAudioSiteGroups, (_, context) => {
        const current = site.get()
        if (!current) throw noSite()
        context.version(versionOf(current))
        return current.groups
      }),
      serveChange(saveAudioSite, (input, context) => {
        context.mustMatch(versionOf(site.get()))
        const leader = peers.find(leads)
        if (leader) throw new Refusal('invalid', `The device follows ${leader.name}.`)
        const saved = site.save(input)
        device.logToBench('site.saved', { name: saved.name })
        changed()
        return siteAnswer(saved)
      }),
      serveChange(removeAudioSite, (_, context) => {
        context.mustMatch(versionOf(site.get()))
        site.remove()
        device.logToBench('site.removed')
        changed()
        return {}
      }),
    ],
    close: unsubscribe,
  }
}
