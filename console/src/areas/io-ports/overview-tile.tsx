import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { useStore } from '@lintel/ui/store'
import { Switch } from '@lintel/ui/switch'
import { useId } from 'react'
import { connection } from '../../app/device.ts'
import { useParameterValues } from '../../app/queries.ts'
import { role } from '../../app/session/me.ts'
import { Fresh } from '../overview/tiles/fresh.tsx'
import { TileView } from '../overview/tiles/tile-view.tsx'
import styles from '../overview/tiles/tile.module.css'
import { otherPortsIn } from './doors.ts'
import { actionOf, namesDirection, pressOf } from './ports.ts'
import type { IoPort } from './ports.ts'
import { useOrder } from './use-order.ts'
import { usePortStates } from './use-port-states.ts'

/** The states of inputs and outputs that don't open a door, and the controls of the outputs. */
export function PortsTile() {
  const ports = otherPortsIn(useParameterValues())
  const { query, stateOf } = usePortStates(ports)
  return (
    <TileView query={query} shape="list">
      {() => (
        <ul className={styles['rows']}>
          {ports.map((port) => (
            <Port key={port.id} port={port} state={stateOf(port)} />
          ))}
        </ul>
      )}
    </TileView>
  )
}

function Port({ port, state }: { port: IoPort; state: boolean | undefined }) {
  const text = useText()
  const id = useId()
  const gone = useStore(connection.gone)
  const { busy, failure, order } = useOrder()
  const words = text(
    `overview.output.is.${state === undefined ? 'unknown' : state ? 'active' : 'inactive'}`,
  )
  const pressed = pressOf(port, state === true)
  const direction = text(`tiles.ports.${port.direction}`)
  const pulses = pressed.pulse !== undefined
  return (
    <li>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- not a fieldset: nothing is filled in */}
      <div role="group" aria-labelledby={id} className={styles['row']}>
        <i className={styles['lamp']} data-on={state === true || undefined} aria-hidden="true" />
        <span className={styles['main']}>
          <span id={id}>{port.name}</span>
          {!namesDirection(port, direction) && <small>{direction}</small>}
        </span>
        <span className={styles['end']}>
          <Fresh value={words} />
        </span>
        {port.direction === 'output' &&
          role() !== 'viewer' &&
          (pulses ? (
            <Button busy={busy} disabled={gone} onClick={() => void order(pressed.action)}>
              {text('tiles.ports.pulse')}
            </Button>
          ) : (
            <Switch
              aria-label={port.name}
              checked={state === true}
              disabled={gone || state === undefined}
              // Not disabled, which would drop the focus.
              aria-busy={busy || undefined}
              onChange={() => busy || void order(actionOf(port, state !== true))}
            />
          ))}
      </div>
      {failure !== undefined && (
        <p role="alert" className={styles['failed']}>
          {failure}
        </p>
      )}
    </li>
  )
}
