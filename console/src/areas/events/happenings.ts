/** The events that the device has sent since the overview was first opened, as people read them. */
import { DOOR_TOPICS, doorNumber } from '@lintel/contract/doors'
import { PORT_TOPICS, RULE_TOPICS, TOPICS } from '@lintel/contract/events'
import type { Topic } from '@lintel/contract/events'
import { createStore } from '@lintel/ui/store'
import { onEvents } from '../../app/events/live.ts'
import { shownAddress } from '../../app/sip-address.ts'

type Items = Readonly<Record<string, string>>

/** An event that people want to know about. */
export interface Happening {
  key: string
  /** UTC, ISO 8601. */
  at: string
  topic: Topic
  what: What
  /** Values for the message: a name, an address. */
  values: Readonly<Record<string, string>>
  /** Number of the port; its name is looked up when the event is shown. */
  port?: number
  /** Number of the door, from 1, of a door controller. */
  door?: number
}

/** The ending of its message, `tiles.event.<what>`. */
export type What =
  | 'accessDenied'
  | 'accessGranted'
  | 'actionFailed'
  | 'callAnswered'
  | 'callButton'
  | 'callEnded'
  | 'callFailed'
  | 'callStarted'
  | 'cardAccepted'
  | 'cardRefused'
  | 'dark'
  | 'doorForced'
  | 'doorHeld'
  | 'doorNormal'
  | 'inputActive'
  | 'inputInactive'
  | 'keysIgnored'
  | 'networkLost'
  | 'networkBack'
  | 'outputActive'
  | 'outputInactive'
  | 'pinEntered'
  | 'shock'
  | 'signInFailed'
  | 'sound'
  | 'storageBack'
  | 'storageLost'

type Description = Pick<Happening, 'what'> & Partial<Pick<Happening, 'values' | 'port' | 'door'>>

/** How events of each topic are described; undefined for those that nobody needs to know about. */
const DESCRIBERS: Partial<Record<Topic, (data: Items, source: Items) => Description | undefined>> =
  {
    [TOPICS.cardReader]: ({ State, CardType = '' }) => {
      const values = { type: CardType.replaceAll('_', ' ') }
      if (State === 'PinEntered') return { what: 'pinEntered' }
      if (State === 'CardAccepted') return { what: 'cardAccepted', values }
      return State === 'CardRefused' ? { what: 'cardRefused', values } : undefined
    },
    [TOPICS.access]: ({ AccessGranted, AccessPoint = '' }) => ({
      what: AccessGranted === 'true' ? 'accessGranted' : 'accessDenied',
      values: { name: AccessPoint },
    }),
    [TOPICS.callStateChange]: ({ Reason = '', RemoteURI = '' }) => {
      const what = CALLS.get(Reason)
      return what && { what, values: { who: shownAddress(RemoteURI) } }
    },
    [TOPICS.keysIgnored]: () => ({ what: 'keysIgnored' }),
    [TOPICS.storageDisruption]: ({ disruption }, { disk_id: disk = '' }) => ({
      what: disruption === '1' ? 'storageLost' : 'storageBack',
      values: { disk },
    }),
    [TOPICS.shock]: () => ({ what: 'shock' }),
    [TOPICS.audioDetection]: ({ triggered }) => (triggered === '1' ? { what: 'sound' } : undefined),
    [TOPICS.tampering]: () => ({ what: 'dark' }),
    [PORT_TOPICS.input]: ({ LogicalState }, { InputToken }) => ({
      what: LogicalState === 'true' ? 'inputActive' : 'inputInactive',
      port: Number(InputToken),
    }),
    [PORT_TOPICS.output]: ({ LogicalState }, { RelayToken }) => ({
      what: LogicalState === 'active' ? 'outputActive' : 'outputInactive',
      port: Number(RelayToken),
    }),
    [DOOR_TOPICS.alarm]: ({ State }, { DoorToken }) => ({
      what:
        State === 'DoorForcedOpen'
          ? 'doorForced'
          : State === 'DoorOpenTooLong'
            ? 'doorHeld'
            : 'doorNormal',
      door: doorNumber(DoorToken),
    }),
    [RULE_TOPICS.callButton]: () => ({ what: 'callButton' }),
    [RULE_TOPICS.networkLost]: ({ lost }) => ({
      what: lost === '1' ? 'networkLost' : 'networkBack',
    }),
    [RULE_TOPICS.signInFailed]: ({ user = '' }) => ({ what: 'signInFailed', values: { user } }),
    [RULE_TOPICS.actionFailed]: ({ description = '' }) => ({
      what: 'actionFailed',
      values: { description },
    }),
  }

/** By the reason of a call's state. */
const CALLS = new Map<string, What>([
  ['Initiated', 'callStarted'],
  ['AcceptedByRemote', 'callAnswered'],
  ['AcceptedByDevice', 'callAnswered'],
  ['Terminated', 'callEnded'],
  ['NoAnswer', 'callFailed'],
  ['Busy', 'callFailed'],
  ['Denied', 'callFailed'],
  ['Failed', 'callFailed'],
])

/** Topics of states. After a restart the device announces all of them, whether or not they have changed. */
const STATES: ReadonlySet<Topic> = new Set([
  PORT_TOPICS.input,
  PORT_TOPICS.output,
  DOOR_TOPICS.alarm,
  RULE_TOPICS.networkLost,
  TOPICS.audioDetection,
  TOPICS.storageDisruption,
])

/** States that are normal, and not listed until they have been different. */
const NORMAL: ReadonlySet<What> = new Set([
  'inputInactive',
  'outputInactive',
  'doorNormal',
  'networkBack',
  'storageBack',
  // A disk that the device has never had is disrupted, too.
  'storageLost',
])

/** How many events are remembered. */
const MOST = 20

/** The events, latest first. */
export const happenings = createStore<readonly Happening[]>([])

/**
 * Monotonic time since when no event was missed; undefined until the device has read the
 * subscription, which is sent with the first visit to the overview.
 */
export const listeningSince = createStore<number | undefined>(undefined)

let follows = false

/** The last description of each topic and source. */
export type Known = Map<string, What | undefined>
const known: Known = new Map()

/**
 * Adds an event to the list, unless it is there already or reports no change. Devices send the current
 * states to new subscribers, and may send events twice.
 */
export function withEvent(
  list: readonly Happening[],
  lastKnown: Known,
  event: { topic: Topic; at: string; data: Items; source: Items },
): readonly Happening[] {
  const { topic, at, data, source } = event
  const described = DESCRIBERS[topic]?.(data, source)
  const subject = `${topic} ${JSON.stringify(source)}`
  const isFirst = !lastKnown.has(subject)
  const isUnchanged = STATES.has(topic) && lastKnown.get(subject) === described?.what
  lastKnown.set(subject, described?.what)
  if (!described || isUnchanged || (isFirst && NORMAL.has(described.what))) return list
  const key = `${subject} ${at} ${JSON.stringify(data)}`
  if (list.some((one) => one.key === key)) return list
  return [{ key, at, topic, values: {}, ...described }, ...list]
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, MOST)
}

/** Follows the device's events until the page is closed, whichever page of the console is open. */
export function followHappenings(): void {
  if (follows) return
  follows = true
  const topics = Object.keys(DESCRIBERS) as Topic[]
  onEvents(
    topics,
    (data, source, { topic, at }) => {
      const event = { topic: topic as Topic, at, data, source }
      happenings.set(withEvent(happenings.get(), known, event))
    },
    () => listeningSince.set(performance.now()),
  )
}
