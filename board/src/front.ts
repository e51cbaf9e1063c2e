import type { BenchState } from '@lintel/contract/bench'
import type { ReaderAtFront } from '@lintel/contract/cards'
import type { MonitoredDoor } from '@lintel/contract/doors'
import type { HeatState } from '@lintel/contract/events'
import type { SpeakerAtFront } from '@lintel/contract/handling'
import type {
  CallAtFront,
  CallReadiness,
  FromDevice,
  MicrophoneInput,
  Sound,
  TimeZoneAtFront,
} from '@lintel/contract/wire'
import type { DisplayContent, HdmiOutput, StatusLight } from '@lintel/contract/shown'

/** What a person in front of the device sees and hears. */
export interface Front {
  display: DisplayContent
  identifying: boolean
  /** Whether the call button is lit while nobody calls. */
  lightWhileIdle: boolean
  statusLight: StatusLight | null
  sound: Sound | null
  speaker: SpeakerAtFront | null
  oldCiphers: boolean | null
  calls: CallAtFront[]
  microphone: MicrophoneInput['kind']
  reader: ReaderAtFront | null
  hdmi: HdmiOutput | null
  timeZone: TimeZoneAtFront | null
  callReadiness: CallReadiness | null
  heat: HeatState | null
  doors: MonitoredDoor[]
}

/** A device without power, or one that has just been switched on. */
export const UNLIT: Front = {
  display: { state: 'off', title: '', subtitle: '', time: '' },
  identifying: false,
  lightWhileIdle: true,
  statusLight: null,
  sound: null,
  speaker: null,
  oldCiphers: null,
  calls: [],
  microphone: 'silence',
  reader: null,
  hdmi: null,
  timeZone: null,
  callReadiness: null,
  heat: null,
  doors: [],
}

type FrontMessage = Extract<
  FromDevice,
  {
    type:
      | 'display'
      | 'identify'
      | 'callButtonLight'
      | 'statusLight'
      | 'sound'
      | 'speaker'
      | 'oldCiphers'
      | 'calls'
      | 'reader'
      | 'hdmi'
      | 'timeZone'
      | 'callReadiness'
      | 'heat'
      | 'doors'
  }
>

/** The front after a message of the device. */
export function frontAfter(front: Front, message: FrontMessage): Front {
  if (message.type === 'display') return { ...front, display: message.display }
  if (message.type === 'identify') return { ...front, identifying: message.on }
  if (message.type === 'callButtonLight') return { ...front, lightWhileIdle: message.idle }
  if (message.type === 'statusLight') return { ...front, statusLight: message.light }
  if (message.type === 'sound') return { ...front, sound: message.sound }
  if (message.type === 'calls') {
    return { ...front, calls: message.calls, microphone: message.microphone }
  }
  if (message.type === 'hdmi') return { ...front, hdmi: message.output }
  if (message.type === 'timeZone') return { ...front, timeZone: message.zone }
  if (message.type === 'callReadiness') return { ...front, callReadiness: message.readiness }
  if (message.type === 'heat') return { ...front, heat: message.state }
  if (message.type === 'doors') return { ...front, doors: message.doors }
  if (message.type === 'reader') return { ...front, reader: message.reader }
  if (message.type === 'oldCiphers') return { ...front, oldCiphers: message.left }
  const { calibrated, status } = message
  return { ...front, speaker: { calibrated, status } }
}

/** Whether the call button of a running device is lit: always during calls. */
export const isCallButtonLit = ({ lightWhileIdle, calls }: Front): boolean =>
  lightWhileIdle || calls.length > 0

/** The sound as the bench reports it: older firmware adds a file, whose path stays with the board. */
export function publicSound({ sound }: Front): BenchState['sound'] {
  if (!sound) return null
  const { name, seconds, plays, volume, since } = sound
  return { name, seconds, plays, volume, since }
}
