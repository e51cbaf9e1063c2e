import type { BenchState } from '@lintel/contract/bench'
import type { Terminal } from '@lintel/contract/wire'
import { useText } from '@lintel/ui/i18n'
import { useId } from 'react'
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
  /** As a door controller counts its doors, from 1; undefined beside other products. */
  number: number | undefined
}

const matches = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * The doors: one for each output that opens one, by the same rule as in the console. A door station
 * without such an output hangs beside a door that no output opens. A controller lets people in at the door that is named like its access point, or
 * else at the first one, which has the reader. There people go in and out.
 */
export function doorsOf(
  { category, terminals }: Pick<BenchState, 'category' | 'terminals'>,
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
        : outputs.slice(0, 1)
  const entered: Terminal | undefined =
    letIn && (doors.find(({ name }) => matches(name, letIn.name)) ?? doors[0])
  return doors.map((door, index) => ({
    number: category === 'accesscontrol' ? index + 1 : undefined,
    port: door.port,
    name: door.name,
    wired,
    open:
      (wired && door.active) || door === entered || (passage !== undefined && door === doors[0]),
  }))
}

/** What people call a door: the name of the output that opens it. */
export function useDoorName(): (door: DoorAtFront) => string {
  const text = useText()
  return ({ port, name, wired }) => {
    if (!wired) return text('bench.door.unwired')
    return name === '' ? text('bench.ports.port', { port }) : name
  }
}

export function Door({ door }: { door: DoorAtFront }) {
  const { open, number } = door
  const text = useText()
  // The factory's name of a numbered door says no more than its number.
  const name = useDoorName()(door)
  const id = useId()
  return (
    <figure className={styles['place']} aria-labelledby={id}>
      <div className={styles['door']} data-open={open || undefined}>
        <span className="sr-only">{text(open ? 'bench.door.open' : 'bench.door.closed')}</span>
        <span className={styles['hall']} />
        <span className={styles['leaf']}>
          <span className={styles['pane']} />
          <span className={styles['handle']} />
        </span>
      </div>
      <figcaption id={id}>
        {number !== undefined && <b>{text('bench.door.number', { number })}</b>}
        {number !== undefined && ' '}
        {name !== `Door ${number}` && <span>{name}</span>}
      </figcaption>
    </figure>
  )
}
