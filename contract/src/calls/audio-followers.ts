import * as v from 'valibot'
import { restCall } from '../call.ts'
import { isAddressWithPort } from '../rules/address.ts'
import { PEER_STATUSES } from '../wire.ts'

const own = {
  source: 'own design',
  proof: 'own design',
  access: 'admin',
  effect: 'write',
  own: true,
} as const

/** An address with or without a port, as links to the device have it. */
const address = v.pipe(v.string(), v.trim(), v.maxLength(255), v.check(isAddressWithPort))

/** A device of a site, as it tells of itself. */
const device = v.object({
  /** Serial number. */
  id: v.pipe(v.string(), v.regex(/^[0-9A-F]{12}$/)),
  name: v.pipe(v.string(), v.maxLength(255)),
  /** `AC:CC:8E:01:23:45`. */
  mac: v.pipe(v.string(), v.regex(/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/i)),
  /** Product number. */
  type: v.pipe(v.string(), v.maxLength(64)),
  /** Where its pages are, over HTTP. */
  address,
})

export const audioMembership = restCall({
  ...own,
  id: 'audioSite.membership',
  path: '/lintel/audio-site/membership',
  methods: ['POST'],
  summary:
    'Sent by the leader of an audio site to each follower: makes the device join the site, keeps it there or makes it leave, and returns what came of it.',
  request: v.object({
    wanted: v.picklist(['join', 'keep', 'leave']),
    site: v.object({
      id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
      name: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
    }),
    leader: device,
    /** The others that follow it. */
    followers: v.pipe(
      v.array(v.object({ ...device.entries, status: v.picklist(PEER_STATUSES) })),
      v.maxLength(64),
    ),
  }),
  data: v.object({
    /**
     * `member`: it follows the site; `left`: it doesn't; `leads`: it leads a site of its own; `follows`:
     * it follows another one; `self`: it is the leader itself.
     */
    result: v.picklist(['member', 'left', 'leads', 'follows', 'self']),
    /** The device that answers. */
    device,
  }),
})

export const leaveAudioSite = restCall({
  ...own,
  id: 'audioSite.leave',
  path: '/lintel/audio-site/membership',
  methods: ['DELETE'],
  summary: 'Leaves the audio site that the device follows; 404 if it follows none.',
  request: v.object({}),
  data: v.object({}),
})

/** What came of adding a device to an audio site. */
export const FOLLOWER_RESULTS = [
  'added',
  'leads',
  'follows',
  'self',
  'unreachable',
  'secureOnly',
  'certificate',
  'password',
  'noRight',
  'otherDevice',
] as const
export type FollowerResult = (typeof FOLLOWER_RESULTS)[number]

export const addFollower = restCall({
  ...own,
  id: 'audioSite.addFollower',
  path: '/lintel/audio-site/followers',
  methods: ['POST'],
  summary:
    'Makes another audio device follow the site that this one leads, or replaces the account with which it signs in there; 404 without a site.',
  request: v.object({
    address,
    /** HTTPS, with a certificate of an authority of the set `AUDIOSITE`. */
    secure: v.boolean(),
    /** An administrator of the other device. */
    user: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
    password: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  }),
  data: v.object({
    /**
     * `leads` and `follows`: the device belongs to another site; `self`: it is this one;
     * `secureOnly`: it only takes HTTPS; `otherDevice`: it is no audio device of this kind.
     */
    result: v.picklist(FOLLOWER_RESULTS),
    /** Name of the added device; empty if none was added. */
    name: v.string(),
  }),
})

export const removeFollower = restCall({
  ...own,
  id: 'audioSite.removeFollower',
  path: '/lintel/audio-site/followers/{id}',
  methods: ['DELETE'],
  summary: 'Makes a device leave the site that this one leads; 404 if it is none of its followers.',
  request: v.object({ id: v.string() }),
  data: v.object({
    /** False: it could not be reached, so it still takes itself for a follower. */
    told: v.boolean(),
  }),
})
