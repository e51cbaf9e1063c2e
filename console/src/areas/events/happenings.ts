/** What the device has told since the overview was opened first, for people. */
import { PORT_TOPICS, RULE_TOPICS, TOPICS } from '@lintel/contract/events'
import type { Topic } from '@lintel/contract/events'
import { createStore } from '@lintel/ui/store'
import { onEvents } from '../../app/events/live.ts'

type Items = Readonly<Record<string, string>>

/** An event that people want to know of. */
export interface Happening {
  key: string
  /** UTC, ISO 8601. */
  at: string
  topic: Topic
  what: What
  /** What the text says: a name, an address. */
  values: Readonly<Record<string, string>>
  /** The port that it is about; its name is looked up when it is shown. */
  port?: number
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

type Told = Pick<Happening, 'what'> & Partial<Pick<Happening, 'values' | 'port'>>

/** How a topic is told. Undefined: nothing that anybody wants to know. */
const TELLERS: Partial<Record<Topic, (data: Items, source: Items) => Told | undefined>> = {
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
    return what && { what, values: { who: addressOf(RemoteURI) } }
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
  [RULE_TOPICS.callButton]: () => ({ what: 'callButton' }),
  [RULE_TOPICS.networkLost]: ({ lost }) => ({ what: lost === '1' ? 'networkLost' : 'networkBack' }),
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

/** What a state is at rest: nobody wants to know that it is so from the start. */
const AT_REST: ReadonlySet<What> = new Set([
  'inputInactive',
  'outputInactive',
  'networkBack',
  'storageBack',
  // Those that there are none of, too.
  'storageLost',
])

const addressOf = (uri: string): string => uri.replace(/^sips?:/, '').replace(/;.*$/, '')

/** How many are remembered. */
const MOST = 20

/** What has happened, the latest first. */
export const happenings = createStore<readonly Happening[]>([])

/** The topics and sources that were heard of. */
const heard = new Set<string>()

/**
 * Takes over an event. Devices send the present states to new subscribers, and may send events twice.
 * @returns the list with it
 */
export function withEvent(
  list: readonly Happening[],
  known: Set<string>,
  event: { topic: Topic; at: string; data: Items; source: Items },
): readonly Happening[] {
  const { topic, at, data, source } = event
  const told = TELLERS[topic]?.(data, source)
  const subject = `${topic} ${JSON.stringify(source)}`
  const isFirst = !known.has(subject)
  known.add(subject)
  if (!told || (isFirst && AT_REST.has(told.what))) return list
  const key = `${subject} ${at} ${JSON.stringify(data)}`
  if (list.some((one) => one.key === key)) return list
  return [{ key, at, topic, values: {}, ...told }, ...list]
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, MOST)
}

let following = false

/** Follows the device's events from now on, wherever the person goes. */
export function followHappenings(): void {
  if (following) return
  following = true
  const topics = Object.keys(TELLERS) as Topic[]
  onEvents(topics, (data, source, { topic, at }) => {
    const event = { topic: topic as Topic, at, data, source }
    happenings.set(withEvent(happenings.get(), heard, event))
  })
}
