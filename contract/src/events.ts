/**
 * The event socket's messages, both ways.
 * Source: console specification A §7 "Event stream"; message shape as the public intercom service has it.
 */

import type { DoorTopic } from './doors.ts'
import { member } from './member.ts'

/** The supported topics. A subscription to a parent gets everything below it. */
export const TOPICS = {
  heat: 'Device/Intercom/OperatingState',
  doorStationHeat: 'Device/Doorstation/OperatingState',
  /** Item `State` is one of `KEYPAD_STATES`. */
  keypad: 'Device/Intercom/KeypadState',
  /**
   * Whether a SIP account is registered. Source `SIPAccountId`; data `Status` and `StatusText`, as
   * `GetSIPAccountStatus` answers.
   */
  sipAccountStatus: 'Call/SIPAccountStatus',
  /** Source `Source`; data `CallState`: `Idle`, `Calling` or `Active`, of all calls together. */
  callState: 'Call/State',
  /** Source `Source`; data `Reason` (`CALL_REASONS`), `CallId`, `RemoteURI` and `DeviceURI`. */
  callStateChange: 'Call/StateChange',
  /** A DTMF trigger fired: source `DTMFEventId`, the trigger's id; data `CallId`. */
  dtmf: 'Call/DTMF',
  /** Source `disk_id`; data `disruption`: `1` while the disk can't be used, else `0`. */
  storageDisruption: 'Storage/Disruption',
  /**
   * A speaker test has ended. Source `DeviceUUID`; data `SpeakerTestStatus`: `OK` or `Failed`.
   */
  speakerTest: 'Device/SpeakerTest/TestResult',
  /** Somebody has knocked on the housing. Source `channel`: `1`; no data. */
  shock: 'Device/Tampering/ShockDetected',
  /** Source `channel`: `1`; data `triggered`: `1` while the sound is above the alarm level. */
  audioDetection: 'AudioSource/TriggerLevel',
  /** The picture has been dark for a while. Source `channel`: `1`; data `tampering`: `1`. */
  tampering: 'VideoSource/Tampering',
  /**
   * Own design: a remote access server has decided about a card or a PIN. Source `Source`; data
   * `AccessGranted` (`true`, `false`), `Reason` in its words, `AccessPoint` (name), and `Failure` if
   * it could not be asked. The card and the PIN are not in it.
   */
  access: 'Device/Lintel/Access',
  /**
   * Own design: somebody has pressed too many keys without entering a code, and for a while no more
   * count. Data `RemoteURI`; `Callers`: `own` for keys of this caller alone, `strangers` for those of
   * all who never entered a code; `Seconds`: for how long.
   */
  keysIgnored: 'Device/Lintel/KeysIgnored',
  /**
   * Own design: a card or PIN at the reader. Source `Source`; data `State`: `CardAccepted` with
   * `CardType` and the number of `Bits`, `CardRefused` with `CardType`, `Reason` (`CARD_PROBLEMS`) and
   * the `Name` of the card's settings that were not met, or `PinEntered` with the number of `Keys`.
   * Never what is on the card, and never the PIN.
   */
  cardReader: 'Device/Lintel/CardReader',
  /**
   * Own design: something that open consoles may show has changed. Item `Area` says what, and item
   * `Id` which row of it, if it was a single one.
   */
  changed: 'Device/Lintel/Changed',
  /** Own design: the device has gone to another address. Items `Http` and `Https` are its URLs there. */
  moved: 'Device/Lintel/Moved',
} as const

/**
 * The states of inputs and outputs, by ONVIF's topics (Core, "Device", Trigger). A table of its own,
 * because no page subscribes to them.
 */
export const PORT_TOPICS = {
  /** Source `InputToken`: the port; data `LogicalState`: `true` while it is active. */
  input: 'Device/Trigger/DigitalInput',
  /** Source `RelayToken`: the port; data `LogicalState`: `active` or `inactive`. */
  output: 'Device/Trigger/Relay',
} as const

/**
 * More events for action rules and outside clients. Source: public documentation, "Event
 * declarations"; those below `Device/Lintel` are our own design.
 */
export const RULE_TOPICS = {
  /** Somebody has pressed the call button. Source `channel`: `1`; no data. */
  callButton: 'Device/Lintel/CallButton',
  /** Source `port`; data `active`. */
  virtualInput: 'Device/IO/VirtualInput',
  /** Source `port`: the video channel; data `state`. */
  manualTrigger: 'Device/IO/VirtualPort',
  /** A job on a disk has ended. Source `disk_id`; data `action` and `result`: `OK` or `ERROR`. */
  storageJob: 'Device/Lintel/StorageJob',
  /** Source `interface`; data `lost`. */
  networkLost: 'Device/Network/Lost',
  /** Somebody has given a wrong password. Data `user` and `address`. */
  signInFailed: 'Device/Lintel/SignInFailed',
  /** Data `ready`: whether the device has started. */
  systemReady: 'Device/Status/SystemReady',
  /** Source `id`: the EventID of the schedule; data `active`. */
  schedule: 'UserAlarm/Recurring/Interval',
  /** The moment of a recurrence. Source `id`: its EventID. */
  recurrence: 'UserAlarm/Recurring/Pulse',
  /** An action has failed for good. Data `description`. */
  actionFailed: 'Device/SystemMessage/ActionFailed',
} as const

export type Topic =
  | (typeof TOPICS)[keyof typeof TOPICS]
  | (typeof PORT_TOPICS)[keyof typeof PORT_TOPICS]
  | DoorTopic
  | (typeof RULE_TOPICS)[keyof typeof RULE_TOPICS]

/** Nobody is typing, or somebody is typing a PIN. */
export const KEYPAD_STATES = { idle: 'KSM_IDLE', pin: 'KSM_PIN_MODE' } as const

/**
 * How the temperature affects the door station, item `HeatState`. Source: console specification A
 * §3.
 */
export type HeatState = 'Normal' | 'Cold' | 'Warning' | 'Hot'

/** The areas of `changed` events; consoles refetch all queries whose keys begin with one. */
export const CHANGED_AREAS = [
  'users',
  'onvif',
  'time',
  'health',
  'audio',
  'sound',
  'certificates',
  'intercom',
  'ports',
  'notes',
  'parameters',
  'sip',
  'calls',
  'phonebook',
  'schedules',
  'storage',
  'applications',
  'hdmi',
  'mediaProfiles',
  'actionRules',
  'recipients',
  'actionLog',
  'virtualInputs',
  'mqtt',
  'credentials',
  'access',
] as const

export type ChangedArea = (typeof CHANGED_AREAS)[number]

export interface DeviceEvent {
  topic: Topic
  /** UTC, ISO 8601. */
  at: string
  source: Record<string, string>
  data: Record<string, string>
}

/** The subscription message, as specified. */
export function subscribeMessage(topics: readonly string[], id: string): string {
  return JSON.stringify({
    apiVersion: '1.0',
    method: 'axev:subscribe',
    params: { style: 'ttMessage', functions: ['axev:notify'], topics },
    id,
  })
}

/** The roots of topics that ONVIF defines. */
const STANDARD = ['Device', 'AudioSource', 'VideoSource', 'UserAlarm', 'Door']
/** The branches of them that it defines, too. */
const BRANCHES = ['Device/Trigger', 'Door/State']

/**
 * `Device/Intercom/X` in the namespaces of the wire: `tns1:Device/tnsaxis:Intercom/X`. Topics about
 * calls are the manufacturer's as a whole: `tnsaxis:Call/State`; triggers and doors are ONVIF's as a
 * whole: `tns1:Device/Trigger/Relay`.
 */
export function qualified(topic: string): string {
  const [first = '', second = '', ...rest] = topic.split('/')
  if (!STANDARD.includes(first)) return `tnsaxis:${topic}`
  const branch = BRANCHES.includes(`${first}/${second}`) ? second : `tnsaxis:${second}`
  return [`tns1:${first}`, branch, ...rest].join('/')
}

function unqualified(topic: string): string {
  return topic.replaceAll(/tns(1|axis):/g, '')
}

const simpleItems = (values: Record<string, string>) =>
  Object.entries(values).map(([Name, Value]) => ({ Name, Value }))

/** One event as its wire message. */
export function notifyMessage(event: DeviceEvent): string {
  return JSON.stringify({
    apiVersion: '1.0',
    method: 'axev:notify',
    params: {
      notifications: [
        {
          topic: qualified(event.topic),
          timestamp: event.at,
          data: {
            Source: { SimpleItem: simpleItems(event.source) },
            Data: { SimpleItem: simpleItems(event.data) },
          },
        },
      ],
    },
  })
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function itemsOf(section: unknown): Record<string, string> {
  const values: Record<string, string> = {}
  for (const item of listIn(member(section, 'SimpleItem'))) {
    const name = member(item, 'Name')
    if (typeof name === 'string') values[name] = String(member(item, 'Value'))
  }
  return values
}

/** The events in a wire message; none when it is another message or malformed. */
export function eventsIn(text: string): (Omit<DeviceEvent, 'topic'> & { topic: string })[] {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return []
  }
  if (member(message, 'method') !== 'axev:notify') return []
  return listIn(member(member(message, 'params'), 'notifications')).map((notification) => {
    const data = member(notification, 'data')
    return {
      topic: unqualified(String(member(notification, 'topic'))),
      at: String(member(notification, 'timestamp')),
      source: itemsOf(member(data, 'Source')),
      data: itemsOf(member(data, 'Data')),
    }
  })
}

/**
 * Whether an event of this topic matches a subscription to that one: the topic itself or a parent.
 */
export function matchesTopic(subscribed: string, topic: string): boolean {
  const wanted = unqualified(subscribed)
  return topic === wanted || topic.startsWith(`${wanted.replace(/\/(\/\.)?$/, '')}/`)
}
