import {
  getAudioPeers,
  getAudioSite,
  getAudioSiteGroups,
  removeAudioSite,
  saveAudioSite,
} from '@lintel/contract/calls/audio'
import {
  addFollower,
  audioMembership,
  leaveAudioSite,
  removeFollower,
} from '@lintel/contract/calls/audio-followers'
import { serve, serveChange } from '@lintel/front-door/serve'
import { noSite } from '../../engines/audio-site/site.ts'
import type { Site } from '../../engines/audio-site/site.ts'
import type { Service } from '../service.ts'
import { versionOf } from '../version-of.ts'
import { otherPeer, ownPeer } from './peers.ts'

const siteAnswer = ({ id, name }: Site) => ({ site: { id, name, leader: true } })

/**
 * Audio peers and audio site. Source: console specification A §7 "Audio site", B §7
 * "Audio".
 */
export const audioService: Service = (device) => {
  const { audioSite: site } = device
  if (!site) return { calls: [] }

  return {
    calls: [
      serve(getAudioPeers, () => ({
        Peer: [
          ownPeer(device, site.led() !== undefined),
          ...[...site.members(), ...site.simulated()].map(otherPeer),
        ],
      })),
      serve(getAudioSite, (_, context) => {
        const current = site.led()
        if (!current) throw noSite()
        context.version(versionOf(current))
        return siteAnswer(current)
      }),
      serve(getAudioSiteGroups, (_, context) => {
        const current = site.led()
        if (!current) throw noSite()
        context.version(versionOf(current))
        return current.groups
      }),
      serveChange(saveAudioSite, (input, context) => {
        context.mustMatch(versionOf(site.led()))
        return siteAnswer(site.save(input))
      }),
      serveChange(removeAudioSite, (_, context) => {
        context.mustMatch(versionOf(site.led()))
        site.remove()
        return {}
      }),
      serve(addFollower, (account) => site.addFollower(account)),
      serve(removeFollower, async ({ id }) => ({ told: await site.removeFollower(id) })),
      serveChange(audioMembership, (message) => {
        return { result: site.take(message), device: site.own() }
      }),
      serveChange(leaveAudioSite, () => {
        site.leave()
        return {}
      }),
    ],
  }
}
