/** Which outputs open doors, and what their monitors tell. Own design. */

/** The shortest pulse that opens a door, in milliseconds. */
const SHORTEST_MS = 1_000

/** What decides whether a port opens a door. */
interface Output {
  direction: 'input' | 'output'
  /** Whether its direction can be changed. */
  configurable: boolean
  mode: 'bistable' | 'monostable'
  /** Milliseconds. */
  pulseTime: number
}

/**
 * Whether a port opens a door: a relay, or an output with a pulse of at least a second, as the
 * documentation sets it for a door strike.
 */
export const opensDoor = ({ direction, configurable, mode, pulseTime }: Output): boolean =>
  direction === 'output' && (!configurable || (mode === 'monostable' && pulseTime >= SHORTEST_MS))

/**
 * Milliseconds that a door without a pulse of its own stays unlocked: long enough to pull it open. Own
 * design.
 */
const OPEN_MS = 5_000

/** For how many milliseconds an output unlocks its door: its pulse, if it has one. */
export const openingTime = ({ mode, pulseTime }: Pick<Output, 'mode' | 'pulseTime'>): number =>
  mode === 'monostable' && pulseTime > 0 ? pulseTime : OPEN_MS

/** The doors of a door controller. Source: ONVIF Door Control Service Specification, "Notification topics". */
export const DOOR_TOPICS = {
  /** By its monitor. Source `DoorToken`; data `State`: `Open` or `Closed`. */
  state: 'Door/State/DoorPhysicalState',
  /** Source `DoorToken`; data `State`: one of `DOOR_ALARMS`. */
  alarm: 'Door/State/DoorAlarm',
} as const

export type DoorTopic = (typeof DOOR_TOPICS)[keyof typeof DOOR_TOPICS]

/** It was opened although it was locked, and it stays open for too long. */
export const DOOR_ALARMS = ['Normal', 'DoorForcedOpen', 'DoorOpenTooLong'] as const
export type DoorAlarm = (typeof DOOR_ALARMS)[number]

/** A door whose monitor tells whether it is open. */
export interface MonitoredDoor {
  /** The port of the relay that unlocks it. */
  port: number
  /** The port of its monitor; the contact there moves with the door. */
  input: number
  open: boolean
  alarm: DoorAlarm
}

/** The number of a door, from 1, in the token that a door controller gives it; 0 if there is none. */
export const doorNumber = (token = ''): number => Number(/:door(\d+)$/.exec(token)?.[1] ?? 0)
