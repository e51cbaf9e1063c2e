import { opensDoor } from '@lintel/contract/doors'
import { useText } from '@lintel/ui/i18n'
import { useStore } from '@lintel/ui/store'
import { Zap } from 'lucide-react'
import { useInstant } from '../../app/clock/use-instant.ts'
import { useUpdates } from '../../app/events/live.ts'
import { useParameterValues } from '../../app/queries.ts'
import { portsIn } from '../io-ports/ports.ts'
import { TileEmpty } from '../overview/tiles/tile-empty.tsx'
import { TileSkeleton } from '../overview/tiles/tile-skeleton.tsx'
import styles from '../overview/tiles/tile.module.css'
import { happenings } from './happenings.ts'
import type { Happening, What } from './happenings.ts'
import own from './overview-tile.module.css'
import { useListeningSince } from './use-listening-since.ts'

const LAMPS: Partial<Record<What, string>> = {
  accessDenied: 'warn',
  accessGranted: 'ok',
  actionFailed: 'crit',
  callAnswered: 'ok',
  callFailed: 'warn',
  cardAccepted: 'ok',
  cardRefused: 'warn',
  dark: 'warn',
  doorForced: 'crit',
  doorHeld: 'warn',
  doorNormal: 'ok',
  inputActive: 'ok',
  keysIgnored: 'warn',
  networkLost: 'crit',
  outputActive: 'ok',
  shock: 'crit',
  signInFailed: 'warn',
  sound: 'warn',
  storageLost: 'crit',
}

/** How outputs that open a door are described. */
const AT_DOORS: Partial<Record<What, 'doorLocked' | 'doorUnlocked'>> = {
  outputActive: 'doorUnlocked',
  outputInactive: 'doorLocked',
}

/** Rows of a column, and the most columns of a wide tile. */
const ROWS = 4
const COLUMNS = 3

/** The latest events, as they arrive. Devices keep no list of them, so the tile says since when it listens. */
export function EventsTile() {
  const text = useText()
  const list = useStore(happenings)
  const updates = useUpdates()
  const since = useListeningSince()
  const isEmpty = list.length === 0
  if (isEmpty && updates === 'none') {
    return <TileEmpty icon={Zap}>{text('ui.notReported')}</TileEmpty>
  }
  if (isEmpty && since === undefined) return <TileSkeleton shape="list" />
  return (
    <>
      {isEmpty && since !== undefined && (
        <TileEmpty icon={Zap}>{text('tiles.events.none', { time: since })}</TileEmpty>
      )}
      {/* Also without events: screen readers only announce what is added to a list that they know. */}
      <ul className={`${styles['rows']} ${own['list']}`} aria-live="polite">
        {list.slice(0, ROWS * COLUMNS).map((happening) => (
          <Row key={happening.key} happening={happening} />
        ))}
      </ul>
      {!isEmpty && list.length < ROWS && since !== undefined && (
        <p className={own['since']}>{text('tiles.events.since', { time: since })}</p>
      )}
    </>
  )
}

function Row({ happening }: { happening: Happening }) {
  const text = useText()
  const instant = useInstant('second')
  const ports = portsIn(useParameterValues())
  const { what, values, port, door, at } = happening
  const named =
    door === undefined
      ? ports.find(({ number }) => number === port)
      : ports.filter(opensDoor)[door - 1]
  const name = named?.name ?? String(port ?? '')
  const isDoor = named !== undefined && opensDoor(named)
  return (
    <li className={styles['row']} data-arrived="">
      <i className={styles['lamp']} data-status={LAMPS[what]} aria-hidden="true" />
      <span className={styles['main']}>
        {text(`tiles.event.${(isDoor ? AT_DOORS[what] : undefined) ?? what}`, { name, ...values })}
        <small>{instant(at)}</small>
      </span>
    </li>
  )
}
