import { deviceCalls } from '@lintel/contract/calls/all'
import type { Call } from '@lintel/contract/call'

/** Why a call that changes nothing is left out of recordings. */
export type Reason =
  /** Reports and logs hold everything that the rest of the recording masks. */
  | 'report'
  /** Pictures show somebody's door, or people. */
  | 'picture'
  /** Streams do not end. */
  | 'stream'
  /** Sound files may be anybody's, and nothing is read from them. */
  | 'sound'
  /** The answer is a secret. */
  | 'secret'
  /** The device keeps something of it for a while. */
  | 'state'
  /** The device sends something to another one. */
  | 'traffic'
  /** It asks for something that is running just then. */
  | 'running'

/** The calls that are left out, by id. */
export const LEFT_OUT: Readonly<Record<string, Reason>> = {
  serverreport: 'report',
  systemlog: 'report',
  crashreport: 'report',
  image: 'picture',
  'onvifMedia.snapshot': 'picture',
  'display.getWelcomeImage': 'picture',
  'phonebook.getImage': 'picture',
  video: 'stream',
  'audio.level': 'stream',
  'port.monitor': 'stream',
  events: 'stream',
  'mediaclip.download': 'sound',
  'oak.getOAK': 'secret',
  'certificates.request': 'secret',
  'certificates.requestOnvif': 'secret',
  'onvifEvents.createPullPointSubscription': 'state',
  'onvifEvents.pullMessages': 'state',
  'onvifEvents.renew': 'state',
  'onvifEvents.setSynchronizationPoint': 'state',
  'onvifEvents.unsubscribe': 'state',
  pingtest: 'traffic',
  'disks.job': 'running',
  'networkshare.job': 'running',
  'sip.GetCallStatus': 'running',
}

/** The calls that other devices have too. */
export const PUBLIC_CALLS: readonly Call[] = deviceCalls.filter(({ own }) => own !== true)

/** Those that change nothing. */
export const PUBLIC_READS: readonly Call[] = PUBLIC_CALLS.filter(({ effect }) => effect === 'read')

/** Those that are recorded, by id: bundlers change the order of modules. */
export const RECORDED: readonly Call[] = PUBLIC_READS.filter(
  ({ id }) => !(id in LEFT_OUT),
).toSorted((a, b) => (a.id < b.id ? -1 : 1))
