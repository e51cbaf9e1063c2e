import type { RequestOf } from '@lintel/contract/call'
import type { saveAudioSite } from '@lintel/contract/calls/audio'
import type { addFollower, audioMembership } from '@lintel/contract/calls/audio-followers'
import { AUDIO_SITE_SET } from '@lintel/contract/calls/certificates'
import { Refusal } from '@lintel/contract/fault'
import type { AudioPeer } from '@lintel/contract/wire'
import type { Platform } from '../../platform.ts'
import type { Engine } from '../engine.ts'
import type { Network } from '../network/network.ts'
import { openFollowers } from './followers.ts'
import type { Followers } from './followers.ts'
import { openMembership } from './membership.ts'
import type { Membership, MembershipResult } from './membership.ts'
import { noSite, openLedSite } from './site.ts'
import type { Site } from './site.ts'

/** Another device of the site, and the account with which this one signs in there; empty: none. */
export interface Member extends AudioPeer {
  id: string
  user: string
}

/** A device's place in an audio site: it leads one, follows one, or neither. */
export interface AudioSite extends Engine {
  /** The site that it leads; undefined if it leads none. */
  led(): Site | undefined
  /** The site that it follows; undefined if it follows none. */
  followed(): ReturnType<Membership['get']>
  /** The other devices of the site, the leader first. */
  members(): Member[]
  /** The other audio devices that the bench simulates on the network. */
  simulated(): readonly AudioPeer[]
  /** Creates or changes the site. Throws `Refusal` for a follower, or a new one without a name. */
  save(input: RequestOf<typeof saveAudioSite>): Site
  /** Dissolves the site. Throws `Refusal` if there is none. */
  remove(): void
  /** Makes another device follow. Throws `Refusal` without a site. */
  addFollower(account: RequestOf<typeof addFollower>): ReturnType<Followers['add']>
  /** Makes a follower leave. Throws `Refusal` if it is none. */
  removeFollower(id: string): ReturnType<Followers['remove']>
  /** Carries out what a leader wants. */
  take(message: RequestOf<typeof audioMembership>): MembershipResult
  /** This device as others of the site know it. */
  own(): RequestOf<typeof audioMembership>['leader']
  /** Leaves the site that it follows. Throws `Refusal` if it follows none. */
  leave(): void
  /** Looks at the followers now. */
  refresh(): Promise<void>
}

interface AudioSiteParts extends Pick<
  Platform,
  | 'product'
  | 'plugged'
  | 'database'
  | 'secrets'
  | 'clock'
  | 'log'
  | 'parameters'
  | 'certificates'
  | 'certificateSets'
  | 'events'
  | 'logToBench'
  | 'wire'
> {
  network: Pick<Network, 'urls'>
}

/** Milliseconds between two looks at the followers. Own design. */
export const LOOK_MS = 10_000

/** Whether a simulated device leads this one's site. */
const leadsHere = ({ leader, status }: AudioPeer) => leader && status !== 'InOtherPeerNetwork'

/**
 * The audio site. Followers are other devices: the leader signs in there with an account that
 * somebody entered, makes them join, and reports to them every 10 s who belongs to the site. A
 * follower only answers, so it needs no account of the leader.
 */
export function openAudioSite(parts: AudioSiteParts): AudioSite {
  const { plugged, product, parameters, network, certificates, certificateSets } = parts
  const { database, clock, events, logToBench, wire } = parts
  const closing = new AbortController()
  let { peers, cable } = plugged.world
  const site = openLedSite(parts)
  const followers = openFollowers({
    ...parts,
    own,
    authorities: () => {
      const { authorities } = certificateSets.get(AUDIO_SITE_SET)
      return certificates.all().flatMap(({ id, cert }) => (authorities.includes(id) ? [cert] : []))
    },
    cable: () => cable,
    signal: closing.signal,
  })
  const membership = openMembership({
    ...parts,
    serial: plugged.serial,
    leads: () => site.get() !== undefined,
    followsAnother: () => peers.some(leadsHere),
  })
  let announced = ''

  function own(): RequestOf<typeof audioMembership>['leader'] {
    const { port } = new URL(network.urls().http)
    const address = parameters.get('root.Network.eth0.IPAddress')
    return {
      id: plugged.serial,
      name: parameters.get('root.Network.Bonjour.FriendlyName'),
      mac: parameters.get('root.Network.eth0.MACAddress'),
      type: product.number,
      address: port === '' ? address : `${address}:${port}`,
    }
  }

  function members(): Member[] {
    const followed = membership.get()
    if (!followed) return followers.all().map((one) => ({ ...one, leader: false }))
    const { heard, leader } = followed
    return [
      { ...leader, leader: true, status: heard ? 'Online' : 'Offline', user: '' },
      ...followed.followers.map((one): Member => ({
        ...one,
        leader: false,
        status: heard ? one.status : 'Offline',
        user: '',
      })),
    ]
  }

  const state = () => JSON.stringify([site.get(), members(), peers])

  /** Tells the consoles, if anything has changed since they were last told. */
  function announce(): void {
    attend()
    const now = state()
    if (now === announced) return
    announced = now
    events.changed('audio')
  }
  announced = state()

  async function refresh(): Promise<void> {
    const led = site.get()
    if (led) await followers.refresh(led)
    announce()
  }

  let looking = false
  async function look(): Promise<void> {
    if (looking) return
    looking = true
    try {
      await refresh()
    } catch (cause) {
      if (!closing.signal.aborted) parts.log.error({ err: cause }, 'audio site')
    } finally {
      looking = false
    }
  }

  let stopLooking: (() => void) | undefined
  /** Looks while there is another device to look at: one that follows, or the leader. */
  function attend(): void {
    const hasOthers = followers.all().length > 0 || membership.get() !== undefined
    if (!hasOthers) {
      stopLooking?.()
      stopLooking = undefined
    } else if (!closing.signal.aborted) stopLooking ??= clock.every(LOOK_MS, () => void look())
  }

  return {
    led: () => site.get(),
    followed: () => membership.get(),
    members,
    simulated: () => peers,
    own,
    save(input) {
      const leader = membership.get()?.leader ?? peers.find(leadsHere)
      if (leader) throw new Refusal('invalid', `The device follows ${leader.name}.`)
      const saved = site.save(input)
      logToBench('site.saved', { name: saved.name })
      announce()
      return saved
    },
    remove() {
      const led = site.get()
      site.remove()
      if (led) followers.removeAll(led)
      logToBench('site.removed')
      announce()
    },
    async addFollower(account) {
      const led = site.get()
      if (!led) throw noSite()
      const added = await followers.add(account, led, () => site.get()?.id !== led.id)
      if (added.result !== 'added') return added
      logToBench('site.followerAdded', { name: added.name })
      announce()
      return added
    },
    async removeFollower(id) {
      const led = site.get()
      if (!led) throw noSite()
      const { name = '' } = followers.all().find((one) => one.id === id) ?? {}
      const told = await followers.remove(id, led)
      logToBench('site.followerRemoved', { name })
      announce()
      return told
    },
    take(message) {
      const before = membership.get()
      const result = membership.take(message)
      const after = membership.get()
      if (after && !before) logToBench('site.joined', { name: after.site.name })
      if (before && !after) logToBench('site.left', { name: before.site.name })
      announce()
      return result
    },
    leave() {
      const simulated = peers.find(leadsHere)
      const followed = membership.get()
      if (followed) membership.leave()
      else if (simulated) database.afterCommit(() => wire.send({ type: 'leftSite' }))
      else throw new Refusal('absent', 'The device follows no audio site.')
      logToBench('site.left', { name: followed?.site.name ?? simulated?.name ?? '' })
      announce()
    },
    refresh,
    start() {
      attend()
      void look()
    },
    worldChanged(world) {
      ;({ peers, cable } = world)
      announce()
    },
    stateRestored() {
      followers.forget()
      announce()
    },
    close() {
      closing.abort()
      stopLooking?.()
    },
  }
}
