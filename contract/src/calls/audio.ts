import * as v from 'valibot'
import { actionCall, restCall, textCall } from '../call.ts'
import { errorLine, okText } from '../text.ts'
import { SPEAKER_TEST_STATUSES } from '../handling.ts'
import { PEER_STATUSES } from '../wire.ts'

const peer = v.object({
  Configuration: v.object({
    Id: v.string(),
    Name: v.string(),
    Address: v.object({ IPAddress: v.string(), MAC: v.string() }),
    /** Whether it leads the audio site. */
    Leader: v.boolean(),
    Credentials: v.object({ User: v.string(), Password: v.null() }),
    /** In dB, or `mute`. */
    OutputGain: v.array(v.object({ Name: v.string(), Value: v.string() })),
  }),
  /** Product number. */
  MetaData: v.object({ Type: v.string() }),
  ConnectionStatus: v.picklist(PEER_STATUSES),
  OutputGainDefinitions: v.array(v.object({ Name: v.string(), Range: v.array(v.string()) })),
})

export const getAudioPeers = actionCall({
  id: 'audiorelay.GetAudioPeers',
  path: '/vapix/audiorelay',
  operation: 'GetAudioPeers',
  prefix: 'axar',
  access: 'admin',
  effect: 'read',
  summary: 'Lists this audio device first, and the others that it knows on the network.',
  source: 'B §7 Audio',
  proof: 'fixture',
  request: v.object({}),
  data: v.object({ Peer: v.array(peer) }),
})

const speakerTest = {
  path: '/vapix/axast',
  prefix: 'axast',
  access: 'admin',
  source: 'B §7 Audio',
  proof: 'fixture',
  request: v.object({}),
} as const

export const calibrateSpeakerTest = actionCall({
  ...speakerTest,
  id: 'axast.CalibrateSpeakerTest',
  operation: 'CalibrateSpeakerTest',
  effect: 'write',
  summary:
    'Starts a calibration: the loudspeaker plays a sweep, and what the microphone hears of it becomes what later tests are compared with. The result is in the report, a few seconds later.',
  data: v.object({}),
})

export const performSpeakerTest = actionCall({
  ...speakerTest,
  id: 'axast.PerformSpeakerTest',
  operation: 'PerformSpeakerTest',
  effect: 'write',
  summary:
    'Starts a test of the loudspeaker, whose result is in the report a few seconds later. Without a calibration it is refused: `axast:DeviceNotCalibrated`.',
  data: v.object({}),
})

export const getSpeakerTestReport = actionCall({
  ...speakerTest,
  id: 'axast.GetSpeakerTestReport',
  operation: 'GetSpeakerTestReport',
  effect: 'read',
  summary:
    "Returns the result of the loudspeaker's last calibration or test; `Pending` while one is going on.",
  data: v.object({
    SpeakerTestReport: v.object({
      SpeakerTestStatus: v.picklist(SPEAKER_TEST_STATUSES),
      /** UTC, `2026-11-20T13:07:32Z`; empty when there was none. */
      TestTimestamp: v.string(),
      CalibrationTimestamp: v.string(),
    }),
  }),
})

const siteGroup = v.object({
  name: v.string(),
  /** Accounts of this device. */
  users: v.array(v.string()),
  /** The audio manager's apps that they may open: `all`, `system-settings` or an app's name. */
  access: v.array(v.string()),
})

const siteOrigin = { source: 'A §7 Audio site', proof: 'own design', access: 'admin' } as const

export const getAudioSite = restCall({
  ...siteOrigin,
  id: 'audioSite.get',
  path: '/vapix/audioSite/setup/api/getSite',
  methods: ['GET'],
  effect: 'read',
  summary: 'Returns the audio site that this device leads; 404 if there is none.',
  request: v.object({}),
  data: v.object({ site: v.object({ id: v.string(), name: v.string(), leader: v.boolean() }) }),
})

export const getAudioSiteGroups = restCall({
  ...siteOrigin,
  id: 'audioSite.groups',
  path: '/vapix/audioSite/leader/datastore/AudioManagerEdge/groups',
  methods: ['GET'],
  effect: 'read',
  summary: 'Lists the groups of people who may use the audio manager; 404 without a site.',
  request: v.object({}),
  data: v.array(siteGroup),
})

const ownSite = {
  source: 'own design',
  proof: 'own design',
  access: 'admin',
  path: '/lintel/audio-site',
  effect: 'write',
  own: true,
} as const

export const saveAudioSite = restCall({
  ...ownSite,
  id: 'audioSite.save',
  methods: ['POST'],
  summary:
    'Makes this device the leader of an audio site, or changes the given members of the site that it leads. Refused to a follower.',
  request: v.object({
    name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(64))),
    groups: v.optional(v.pipe(v.array(siteGroup), v.maxLength(64))),
  }),
  data: v.object({ site: v.object({ id: v.string(), name: v.string(), leader: v.boolean() }) }),
})

export const removeAudioSite = restCall({
  ...ownSite,
  id: 'audioSite.remove',
  methods: ['DELETE'],
  summary: 'Dissolves the audio site: the device stands alone again.',
  request: v.object({}),
  data: v.object({}),
})

const clip = { source: 'B §7 Clips', access: 'viewer', effect: 'write' } as const
/** These calls also refuse by HTTP status. */
const format = { ...errorLine, ...okText, byStatus: true } as const

export const playClip = textCall({
  ...clip,
  id: 'playclip',
  path: '/axis-cgi/playclip.cgi',
  methods: ['GET', 'POST'],
  summary: 'Plays an audio clip and stops any other; 400 if there is no such clip.',
  proof: 'own design',
  request: v.object({
    /** Number of the clip: 5 for `root.MediaClip.M5`. */
    clip: v.optional(v.string()),
    /** Or its `Location`; with `*` for a part, one of those that match. */
    location: v.optional(v.string()),
    /** Repetitions; -1 for ever. */
    repeat: v.optional(v.string(), '0'),
    /** Percent, 0 to 1000. */
    volume: v.optional(v.string(), '100'),
    audiodeviceid: v.optional(v.string()),
    audiooutputid: v.optional(v.string()),
    /** Only defeats caches. */
    timestamp: v.optional(v.string()),
  }),
  format,
})

export const stopClip = textCall({
  ...clip,
  id: 'stopclip',
  path: '/axis-cgi/stopclip.cgi',
  methods: ['POST', 'GET'],
  summary: 'Stops the clip that is playing, if any.',
  proof: 'own design',
  request: v.object({}),
  format,
})

const playing = {
  source: 'own design',
  proof: 'own design',
  access: 'viewer',
  path: '/lintel/playing',
  own: true,
} as const

export const getPlaying = restCall({
  ...playing,
  id: 'playing.get',
  methods: ['GET'],
  effect: 'read',
  summary: 'Returns what the loudspeaker is playing; `sound` is null in silence.',
  request: v.object({}),
  data: v.object({
    sound: v.nullable(
      v.object({
        /** Number of the clip, as `playclip.cgi` takes it. */
        clip: v.string(),
        name: v.string(),
        /** Length of one playback. */
        seconds: v.number(),
        /** Playbacks in all; -1 for ever. */
        plays: v.number(),
        /** Percent of its recorded volume. */
        volume: v.number(),
        /** UTC milliseconds of the device's clock. */
        since: v.number(),
      }),
    ),
  }),
})

export const setVolume = restCall({
  ...playing,
  id: 'playing.setVolume',
  methods: ['POST'],
  effect: 'write',
  summary: 'Changes the volume of the clip that is playing, without restarting it.',
  request: v.object({
    volume: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000)),
  }),
  data: v.object({}),
})
