/**
 * The events that start action rules and that can be their conditions, with their items. The public
 * ones are as the documentation declares them ("Event declarations").
 */
import { DOOR_ALARMS, DOOR_TOPICS } from '../doors.ts'
import { PORT_TOPICS, RULE_TOPICS, TOPICS } from '../events.ts'
import type { Topic } from '../events.ts'

/** Where the values of an item come from, if they depend on the device's settings. */
export type ItemSource =
  | 'inputs'
  | 'outputs'
  | 'virtualInputs'
  | 'manualTriggers'
  | 'schedules'
  | 'recurrences'
  | 'dtmfTriggers'
  | 'disks'
  | 'sipAccounts'

export interface RuleEventItem {
  name: string
  part: 'source' | 'data'
  /** XML Schema type. */
  type: 'int' | 'string' | 'boolean'
  /** In English, as devices name it for clients. */
  niceName: string
  /** It holds the state of a stateful event. */
  isState?: boolean
  /** All values, if they are always the same. */
  values?: readonly string[]
  from?: ItemSource
}

/** What a product needs to have an event. */
export type EventNeeds =
  | 'callButton'
  | 'reader'
  | 'camera'
  | 'microphone'
  | 'shockSensor'
  | 'display'
  | 'ports'
  | 'speakerTest'
  | 'doorMonitor'

export interface RuleEvent {
  /** Its name in the catalogues: `actionRules.event.<id>`. */
  id: string
  topic: Topic
  /** In English, as devices name it for clients. */
  niceName: string
  /** A stateful event is a state, and can be a condition. Others happen at one moment. */
  stateful: boolean
  items: readonly RuleEventItem[]
  needs?: EventNeeds
}

const BOOLEAN = ['true', 'false'] as const

const state = (name: string, niceName: string, values: readonly string[] = BOOLEAN) =>
  ({
    name,
    part: 'data',
    type: values === BOOLEAN ? 'boolean' : 'string',
    niceName,
    isState: true,
    values,
  }) as const

const choice = (name: string, niceName: string, values: readonly string[]) =>
  ({ name, part: 'data', type: 'string', niceName, values }) as const

const source = (name: string, niceName: string, from: ItemSource, type: 'int' | 'string' = 'int') =>
  ({ name, part: 'source', type, niceName, from }) as const

const CHANNEL = {
  name: 'channel',
  part: 'source',
  type: 'int',
  niceName: 'Channel',
  values: ['1'],
} as const

export const RULE_EVENTS = [
  {
    id: 'callButton',
    topic: RULE_TOPICS.callButton,
    niceName: 'Call button',
    stateful: false,
    items: [CHANNEL],
    needs: 'callButton',
  },
  {
    id: 'callState',
    topic: TOPICS.callState,
    niceName: 'Call state',
    stateful: true,
    items: [state('CallState', 'State', ['Idle', 'Calling', 'Active'])],
  },
  {
    id: 'dtmf',
    topic: TOPICS.dtmf,
    niceName: 'DTMF',
    stateful: false,
    items: [source('DTMFEventId', 'DTMF code', 'dtmfTriggers', 'string')],
  },
  {
    id: 'sipAccount',
    topic: TOPICS.sipAccountStatus,
    niceName: 'SIP account status',
    stateful: true,
    items: [
      source('SIPAccountId', 'Account', 'sipAccounts', 'string'),
      state('Status', 'Status', ['200', '0', '401', '403', '404', '408', '503']),
    ],
  },
  {
    id: 'input',
    topic: PORT_TOPICS.input,
    niceName: 'Digital input port',
    stateful: true,
    items: [source('InputToken', 'Port', 'inputs'), state('LogicalState', 'Active')],
    needs: 'ports',
  },
  {
    id: 'output',
    topic: PORT_TOPICS.output,
    niceName: 'Relay and output port',
    stateful: true,
    items: [
      source('RelayToken', 'Port', 'outputs'),
      state('LogicalState', 'State', ['active', 'inactive']),
    ],
    needs: 'ports',
  },
  {
    id: 'virtualInput',
    topic: RULE_TOPICS.virtualInput,
    niceName: 'Virtual input',
    stateful: true,
    items: [source('port', 'Port', 'virtualInputs'), state('active', 'Active')],
  },
  {
    id: 'manualTrigger',
    topic: RULE_TOPICS.manualTrigger,
    niceName: 'Manual trigger',
    stateful: true,
    items: [source('port', 'Channel', 'manualTriggers'), state('state', 'Active')],
  },
  {
    id: 'card',
    topic: TOPICS.cardReader,
    niceName: 'Card reader',
    stateful: false,
    items: [choice('State', 'Event', ['CardAccepted', 'CardRefused', 'PinEntered'])],
    needs: 'reader',
  },
  {
    id: 'access',
    topic: TOPICS.access,
    niceName: 'Access decision',
    stateful: false,
    items: [choice('AccessGranted', 'Access granted', BOOLEAN)],
    needs: 'reader',
  },
  {
    id: 'doorAlarm',
    topic: DOOR_TOPICS.alarm,
    niceName: 'Door alarm',
    stateful: true,
    items: [state('State', 'State', DOOR_ALARMS)],
    needs: 'doorMonitor',
  },
  {
    id: 'keysIgnored',
    topic: TOPICS.keysIgnored,
    niceName: 'Keys ignored',
    stateful: false,
    items: [],
  },
  {
    id: 'sound',
    topic: TOPICS.audioDetection,
    niceName: 'Audio detection',
    stateful: true,
    items: [CHANNEL, state('triggered', 'Above alarm level')],
    needs: 'microphone',
  },
  {
    id: 'dark',
    topic: TOPICS.tampering,
    niceName: 'Camera tampering',
    stateful: false,
    items: [CHANNEL],
    needs: 'camera',
  },
  {
    id: 'shock',
    topic: TOPICS.shock,
    niceName: 'Shock detected',
    stateful: false,
    items: [CHANNEL],
    needs: 'shockSensor',
  },
  {
    id: 'heat',
    topic: TOPICS.heat,
    niceName: 'Operating temperature',
    stateful: true,
    items: [state('HeatState', 'State', ['Normal', 'Cold', 'Warning', 'Hot'])],
    needs: 'display',
  },
  {
    id: 'storage',
    topic: TOPICS.storageDisruption,
    niceName: 'Storage disruption',
    stateful: true,
    items: [source('disk_id', 'Disk', 'disks', 'string'), state('disruption', 'Disruption')],
  },
  {
    id: 'storageJob',
    topic: RULE_TOPICS.storageJob,
    niceName: 'Storage job ended',
    stateful: false,
    items: [
      source('disk_id', 'Disk', 'disks', 'string'),
      choice('result', 'Result', ['OK', 'ERROR']),
    ],
  },
  {
    id: 'networkLost',
    topic: RULE_TOPICS.networkLost,
    niceName: 'Network lost',
    stateful: true,
    items: [
      {
        name: 'interface',
        part: 'source',
        type: 'string',
        niceName: 'Interface',
        values: ['eth0'],
      },
      state('lost', 'Lost'),
    ],
  },
  {
    id: 'signInFailed',
    topic: RULE_TOPICS.signInFailed,
    niceName: 'Sign-in failed',
    stateful: false,
    items: [],
  },
  {
    id: 'systemReady',
    topic: RULE_TOPICS.systemReady,
    niceName: 'System ready',
    stateful: true,
    items: [state('ready', 'Ready')],
  },
  {
    id: 'speakerTest',
    topic: TOPICS.speakerTest,
    niceName: 'Speaker test',
    stateful: false,
    items: [choice('SpeakerTestStatus', 'Result', ['OK', 'Failed'])],
    needs: 'speakerTest',
  },
  {
    id: 'schedule',
    topic: RULE_TOPICS.schedule,
    niceName: 'Scheduled event',
    stateful: true,
    items: [source('id', 'Schedule', 'schedules', 'string'), state('active', 'Active')],
  },
  {
    id: 'recurrence',
    topic: RULE_TOPICS.recurrence,
    niceName: 'Recurring pulse',
    stateful: false,
    items: [source('id', 'Schedule', 'recurrences', 'string')],
  },
] as const satisfies readonly RuleEvent[]

export type RuleEventId = (typeof RULE_EVENTS)[number]['id']

/** The event with this topic; undefined if no rule can be about it. */
export const ruleEventOf = (topic: string): RuleEvent | undefined =>
  RULE_EVENTS.find((event) => event.topic === topic)

/** Numbers of the virtual inputs, from 1. Source: public documentation, "Virtual input API". */
export const VIRTUAL_INPUTS = 32
/** Numbers of the manual triggers: one for each video channel. */
export const MANUAL_TRIGGERS = 1
