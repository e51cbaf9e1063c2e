/**
 * The event socket's messages, both ways.
 * Source: console specification A §7 "Event stream"; message shape as the public intercom service has it.
 */

/** The supported topics. A subscription to a parent gets everything below it. */
export const TOPICS = {
  heat: 'Device/Intercom/OperatingState',
  doorStationHeat: 'Device/Doorstation/OperatingState',
  /** Item `State` is one of `KEYPAD_STATES`. */
  keypad: 'Device/Intercom/KeypadState',
  /**
   * Own design: something that open consoles may show has changed. Item `Area` says what, and item
   * `Id` which row of it, if it was a single one.
   */
  changed: 'Device/Lintel/Changed',
  /** Own design: the device has gone to another address. Items `Http` and `Https` are its URLs there. */
  moved: 'Device/Lintel/Moved',
} as const

export type Topic = (typeof TOPICS)[keyof typeof TOPICS]

/** Nobody is typing, or somebody is typing a PIN. */
export const KEYPAD_STATES = { idle: 'KSM_IDLE', pin: 'KSM_PIN_MODE' } as const

/**
 * How the temperature affects the door station, item `HeatState`. Source: console specification A
 * §3.
 */
export type HeatState = 'Normal' | 'Cold' | 'Warning' | 'Hot'

/** The areas of `changed` events; consoles refetch all queries whose keys begin with one. */
export type ChangedArea =
  | 'users'
  | 'onvif'
  | 'parameters'
  | 'time'
  | 'audio'
  | 'certificates'
  | 'intercom'
  | 'ports'
  | 'notes'

export interface DeviceEvent {
  topic: Topic
  /** UTC, ISO 8601. */
  at: string
  source: Record<string, string>
  data: Record<string, string>
}

export interface Subscription {
  topics: string[]
  id: string | undefined
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

/** `Device/Intercom/X` in the namespaces of the wire: `tns1:Device/tnsaxis:Intercom/X`. */
function qualified(topic: string): string {
  const [first = '', second = '', ...rest] = topic.split('/')
  return [`tns1:${first}`, `tnsaxis:${second}`, ...rest].join('/')
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

interface WireItem {
  Name?: unknown
  Value?: unknown
}
interface WireNotification {
  topic?: unknown
  timestamp?: unknown
  data?: { Source?: { SimpleItem?: WireItem[] }; Data?: { SimpleItem?: WireItem[] } }
}

function itemsOf(items: WireItem[] | undefined): Record<string, string> {
  const values: Record<string, string> = {}
  for (const { Name, Value } of items ?? []) {
    if (typeof Name === 'string') values[Name] = String(Value)
  }
  return values
}

/** The events in a wire message; none when it is another message or malformed. */
export function eventsIn(text: string): (Omit<DeviceEvent, 'topic'> & { topic: string })[] {
  let message: { method?: unknown; params?: { notifications?: WireNotification[] } }
  try {
    message = JSON.parse(text) as typeof message
  } catch {
    return []
  }
  if (message.method !== 'axev:notify') return []
  return (message.params?.notifications ?? []).map((told) => ({
    topic: unqualified(String(told.topic)),
    at: String(told.timestamp),
    source: itemsOf(told.data?.Source?.SimpleItem),
    data: itemsOf(told.data?.Data?.SimpleItem),
  }))
}

/**
 * Whether an event of this topic matches a subscription to that one: the topic itself or a parent.
 */
export function matchesTopic(subscribed: string, topic: string): boolean {
  const asked = unqualified(subscribed)
  return topic === asked || topic.startsWith(`${asked.replace(/\/(\/\.)?$/, '')}/`)
}
