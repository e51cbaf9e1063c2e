import { setContact } from '@lintel/contract/bench'
import type { BenchState } from '@lintel/contract/bench'
import type { MonitoredDoor } from '@lintel/contract/doors'
import type { Terminal } from '@lintel/contract/wire'
import { useText } from '@lintel/ui/i18n'
import { useId } from 'react'
import { useBlocked } from './blocked.ts'
import { useCommand } from './command.ts'
import styles from './door.module.css'
import type { Recent } from './recent.ts'

/** A door beside the device. */
export interface DoorAtFront {
  port: number
  /** The device's name for its output; empty before the device has reported it. */
  name: string
  /** Whether an output opens it. */
  wired: boolean
  open: boolean
  /** It is locked again if nobody opens it. Only a door with a monitor is closed meanwhile. */
  unlocked: boolean
  /** What tells the device that somebody opens it, and the contact that moves with it. */
  monitor: (MonitoredDoor & { closed: boolean }) | undefined
  /** As a door controller counts its doors, from 1; undefined beside other products. */
  number: number | undefined
}

const matches = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * The doors: one for each output that opens one, by the same rule as in the console. A door station
 * that has a reader but no such output hangs beside a door that a remote controller opens. It lets
 * people in at the door that is named like its access point, or else at the first one, which has the
 * reader. There people go in and out. A door with a monitor is open when somebody has opened it,
 * whether or not it is unlocked.
 */
export function doorsOf(
  {
    category,
    plate,
    terminals,
    doors: monitored,
  }: Pick<BenchState, 'category' | 'plate' | 'terminals' | 'doors'>,
  { letIn, passage }: Pick<Recent, 'letIn' | 'passage'>,
): DoorAtFront[] {
  const outputs = terminals.filter(({ direction }) => direction === 'output')
  const named = outputs.filter(({ door }) => door)
  // Older firmware doesn't say which of its outputs open one.
  const unknown = outputs.every(({ door }) => door === undefined)
  const wired = named.length > 0 || unknown
  const doors =
    category === 'accesscontrol'
      ? outputs
      : named.length > 0 || category === 'audio'
        ? named
        : outputs.slice(0, unknown || plate.reader ? 1 : 0)
  const entered: Terminal | undefined =
    letIn && (doors.find(({ name }) => matches(name, letIn.name)) ?? doors[0])
  return doors.map((door, index) => {
    const unlocked = wired && door.active
    const monitor = monitored.find(({ port }) => port === door.port)
    const contact = terminals.find(({ port }) => port === monitor?.input)
    const walked = door === entered || (passage !== undefined && door === doors[0])
    return {
      number: category === 'accesscontrol' ? index + 1 : undefined,
      port: door.port,
      name: door.name,
      wired,
      open: monitor ? monitor.open : unlocked || walked,
      unlocked,
      monitor: monitor && { ...monitor, closed: contact?.closed ?? false },
    }
  })
}

/** Outputs of a running device that open no door. */
export const lampsOf = ({ terminals }: Pick<BenchState, 'terminals'>): readonly Terminal[] =>
  terminals.filter(({ direction, door }) => direction === 'output' && door === false)

/** What people call a door: the name of the output that opens it. */
export function useDoorName(): (door: DoorAtFront) => string {
  const text = useText()
  return ({ port, name, wired }) => {
    if (!wired) return text('bench.door.unwired')
    return name === '' ? text('bench.ports.port', { port }) : name
  }
}

export function Door({ door }: { door: DoorAtFront }) {
  const { open, unlocked, number, monitor } = door
  const text = useText()
  // The factory's name of a numbered door says no more than its number.
  const name = useDoorName()(door)
  const id = useId()
  return (
    <figure className={styles['place']} aria-labelledby={id}>
      <span className="sr-only">{text(open ? 'bench.door.open' : 'bench.door.closed')}</span>
      <DoorInWall door={door} name={name} />
      <figcaption id={id}>
        {number !== undefined && <b>{text('bench.door.number', { number })}</b>}
        {number !== undefined && ' '}
        {name !== `Door ${number}` && <span>{name}</span>}
      </figcaption>
      {monitor && (
        <span className={styles['alarm']} data-alarm={monitor.alarm}>
          {text(
            monitor.alarm === 'Normal'
              ? `bench.door.${unlocked ? 'isUnlocked' : 'isLocked'}`
              : `bench.door.alarm.${monitor.alarm}`,
          )}
        </span>
      )}
    </figure>
  )
}

/** A door with a monitor is opened and closed by hand, locked or not. */
function DoorInWall({ door, name }: { door: DoorAtFront; name: string }) {
  const { open, unlocked, monitor } = door
  const text = useText()
  const blocked = useBlocked()
  const [set, busy] = useCommand(setContact)
  const look = {
    className: styles['door'],
    'data-open': open || undefined,
    'data-unlocked': (monitor && unlocked) || undefined,
  }
  const drawing = (
    <>
      <span className={styles['hall']} />
      <span className={styles['leaf']}>
        <span className={styles['pane']} />
        <span className={styles['handle']} />
      </span>
    </>
  )
  if (!monitor) return <div {...look}>{drawing}</div>
  return (
    <button
      {...look}
      type="button"
      disabled={blocked !== undefined || busy}
      aria-label={text(open ? 'bench.door.toCloseOne' : 'bench.door.toOpenOne', { name })}
      onClick={() => void set({ port: monitor.input, closed: !monitor.closed })}
    >
      {drawing}
      <span className={styles['push']}>{text(open ? 'ui.close' : 'bench.door.toOpen')}</span>
    </button>
  )
}

/** Something else at an output, which is on while it is active. */
export function Lamp({ terminal }: { terminal: Terminal }) {
  const { port, name, active } = terminal
  const text = useText()
  const id = useId()
  return (
    <figure className={styles['place']} aria-labelledby={id}>
      <div className={styles['lamp']} data-on={active || undefined}>
        <span className="sr-only">{text(active ? 'bench.lamp.on' : 'bench.lamp.off')}</span>
      </div>
      <figcaption id={id}>{name === '' ? text('bench.ports.port', { port }) : name}</figcaption>
    </figure>
  )
}
