import { DOOR_TOPICS, doorNumber } from '@lintel/contract/doors'
import { useEffect, useState } from 'react'
import { onEvents } from '../../app/events/live.ts'

/** What the monitor of a door tells; absent before the device has told it. */
export interface DoorMonitor {
  open?: boolean
  /** One of `DOOR_ALARMS`. */
  alarm?: string
}

/** What the monitors of a door controller tell, by the number of the door. */
export function useDoorMonitors(): ReadonlyMap<number, DoorMonitor> {
  const [monitors, setMonitors] = useState<ReadonlyMap<number, DoorMonitor>>(new Map())
  useEffect(
    () =>
      onEvents(Object.values(DOOR_TOPICS), ({ State = '' }, { DoorToken }, { topic }) => {
        const door = doorNumber(DoorToken)
        const told = topic === DOOR_TOPICS.state ? { open: State === 'Open' } : { alarm: State }
        setMonitors((before) => new Map(before).set(door, { ...before.get(door), ...told }))
      }),
    [],
  )
  return monitors
}
