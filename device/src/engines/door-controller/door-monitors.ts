import { DOOR_TOPICS } from '@lintel/contract/doors'
import type { DoorAlarm } from '@lintel/contract/doors'
import type { Clock } from '../../clock/clock.ts'
import type { EventBus } from '../../events/bus.ts'
import type { LogToBench } from '../../hardware/bench-log.ts'
import type { Wire } from '../../hardware/wire.ts'
import type { IoPorts } from '../io-ports/io-ports.ts'

/** Milliseconds for which a locked door may stay open. Own design. */
const HELD_MS = 30_000

/** A door with a monitor: the contact at an input tells whether its leaf is open. */
interface WatchedDoor {
  /** The port of its relay, which unlocks it while active. */
  port: number
  /** The port of its monitor, which is active while the leaf is open. */
  input: number
  /** Its token. */
  door: string
}

interface State {
  open: boolean
  alarm: DoorAlarm
  /** Runs while the door is open and locked. */
  held?: AbortController | undefined
}

/**
 * Follows the monitors of the doors: one that opens while it is locked is forced, and one that stays
 * open for long after it was locked again is held open, until it is closed.
 * Source: ONVIF Door Control Service Specification, "DoorState".
 * @param doors in the order in which they are counted, from 1
 * @param isTaken whether an input is wired to something else
 */
export function openDoorMonitors(
  doors: readonly WatchedDoor[],
  parts: {
    ioPorts: Pick<IoPorts, 'state' | 'subscribe'>
    clock: Pick<Clock, 'wait'>
    events: Pick<EventBus, 'publish'>
    wire: Pick<Wire, 'send'>
    logToBench: LogToBench
    isTaken: (input: number) => boolean
  },
): { close(): void } {
  const { ioPorts, clock, events, wire, logToBench, isTaken } = parts
  const isOpen = ({ input }: WatchedDoor) => !isTaken(input) && ioPorts.state(input).active
  // Nobody knows how it was opened before the start.
  const states = doors.map((door): State => ({ open: isOpen(door), alarm: 'Normal' }))

  function tellBench(): void {
    wire.send({
      type: 'doors',
      doors: doors.flatMap(({ port, input }, index) => {
        const { open = false, alarm = 'Normal' } = states[index] ?? {}
        return isTaken(input) ? [] : { port, input, open, alarm }
      }),
    })
  }

  function publish({ door }: WatchedDoor, topic: keyof typeof DOOR_TOPICS, State: string): void {
    events.publish(
      { topic: DOOR_TOPICS[topic], source: { DoorToken: door }, data: { State } },
      'state',
    )
  }

  function setAlarm(index: number, door: WatchedDoor, state: State, alarm: DoorAlarm): void {
    if (state.alarm === alarm) return
    state.alarm = alarm
    publish(door, 'alarm', alarm)
    if (alarm !== 'Normal') logToBench('door.alarm', { door: index + 1, alarm })
    tellBench()
  }

  /** Starts the time that it may stay open, or ends it. */
  function time(index: number, door: WatchedDoor, state: State): void {
    const runs = state.open && state.alarm === 'Normal' && !ioPorts.state(door.port).active
    if (runs === (state.held !== undefined)) return
    state.held?.abort()
    state.held = undefined
    if (!runs) return
    const held = new AbortController()
    state.held = held
    void waitFor(held.signal).then((over) => over && heldOpen(index, door, state))
  }

  /** Whether the time is over, before it was closed or unlocked. */
  const waitFor = (signal: AbortSignal): Promise<boolean> =>
    clock.wait(HELD_MS, signal).then(
      () => true,
      () => false,
    )

  function heldOpen(index: number, door: WatchedDoor, state: State): void {
    state.held = undefined
    setAlarm(index, door, state, 'DoorOpenTooLong')
  }

  function look(index: number, door: WatchedDoor, state: State): void {
    const open = isOpen(door)
    if (open !== state.open) {
      state.open = open
      publish(door, 'state', open ? 'Open' : 'Closed')
      logToBench(open ? 'door.opened' : 'door.closed', { door: index + 1 })
      const forced = open && !ioPorts.state(door.port).active
      setAlarm(index, door, state, forced ? 'DoorForcedOpen' : 'Normal')
    }
    time(index, door, state)
  }

  function lookAtAll(): void {
    for (const [index, state] of states.entries()) {
      const door = doors[index]
      if (door) look(index, door, state)
    }
    tellBench()
  }

  for (const [index, { open, alarm }] of states.entries()) {
    const door = doors[index]
    if (!door) continue
    publish(door, 'state', open ? 'Open' : 'Closed')
    publish(door, 'alarm', alarm)
  }
  lookAtAll()
  const unsubscribe = ioPorts.subscribe((port) => {
    if (doors.some((door) => door.port === port || door.input === port)) lookAtAll()
  })
  return {
    close() {
      unsubscribe()
      for (const { held } of states) held?.abort()
    },
  }
}
